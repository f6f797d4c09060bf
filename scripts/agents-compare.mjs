// node scripts/agents-compare.mjs [--ai-robots-txt FILE] [--crawler-user-agents FILE]: names the crawlers that other lists have and our tables
// lack. The files are robots.json of ai-robots-txt/ai.robots.txt and crawler-user-agents.json of the npm package crawler-user-agents.
// node scripts/agents-compare.mjs, without a file: prints the rows that were compared with their source more than a year ago.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { headerAgents, knownAgents, operatorHabits, resolveAgent } from "../dist/owners/agents/index.js";

const rows = [...knownAgents, ...headerAgents];
/** Some of their names stand for several of our tokens, or spell a token with another separator. */
const plain = (name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
const plainNames = new Set(rows.map(({ token }) => plain(token)));

/** A name that is neither a token nor a header, such as a URL, is unknown. */
function isKnown(name) {
  try {
    return resolveAgent(name).agent !== undefined;
  } catch (error) {
    if (error.code === "ERR_INVALID_ARG_VALUE") return false;
    throw error;
  }
}

/** @returns the tokens of ai.robots.txt that we lack */
export const missingTokens = (robotsJson) => Object.keys(robotsJson).filter((token) => !isKnown(token));

/** A pattern is a regular expression for headers: without its syntax it is mostly the name. */
const nameOf = (pattern) =>
  pattern
    .replaceAll(/\\(.)/g, "$1")
    .replaceAll(/[[\]^$()?*+|]|\/$/g, "")
    .trim();

/** @returns the entries of crawler-user-agents that name no crawler of ours, neither by their pattern nor by their headers */
export const missingHeaders = (entries) =>
  entries
    .filter(({ pattern, instances = [] }) => !plainNames.has(plain(nameOf(pattern))) && !instances.some(isKnown))
    .map(({ pattern, tags = [] }) => ({ name: nameOf(pattern), tags }));

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

function printOldRows() {
  const all = [...rows, ...operatorHabits];
  const old = all.filter(({ checked }) => Date.now() - Date.parse(checked) > YEAR_MS);
  for (const { token, operator, topic, checked, source } of old)
    console.log(`${checked}  ${token ?? `${operator} (${topic})`}  ${source}`);
  console.log(`${old.length} of ${all.length} rows are older than a year`);
}

const read = (file) => JSON.parse(readFileSync(file, "utf8"));

function main() {
  const { values } = parseArgs({
    options: { "ai-robots-txt": { type: "string" }, "crawler-user-agents": { type: "string" } },
  });
  const { "ai-robots-txt": tokens, "crawler-user-agents": headers } = values;
  if (tokens === undefined && headers === undefined) printOldRows();
  if (tokens !== undefined) {
    const missing = missingTokens(read(tokens));
    console.log(`ai.robots.txt has ${missing.length} tokens that we lack:`);
    for (const token of missing) console.log(`  ${token}`);
  }
  if (headers !== undefined) {
    const missing = missingHeaders(read(headers));
    console.log(`crawler-user-agents has ${missing.length} names that we lack:`);
    for (const { name, tags } of missing) console.log(`  ${name}${tags.length === 0 ? "" : `  (${tags.join(", ")})`}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
