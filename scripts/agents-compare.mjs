// node scripts/agents-compare.mjs [--ai-robots-txt FILE] [--crawler-user-agents FILE]: names the crawlers that other lists have and our tables
// lack. The files are robots.json of ai-robots-txt/ai.robots.txt and crawler-user-agents.json of the npm package crawler-user-agents.
// node scripts/agents-compare.mjs --old OLD.json: what changed since an older version of crawlers.json, as a section of docs/crawlers-changes.md.
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

/** These change whenever a row is looked at, and say nothing of the crawler. */
const QUIET = ["checked", "source", "token"];

/** Too long for a table: only that they changed. */
const LONG = ["note", "identity"];

const shown = (value) => (value === undefined || value.length === 0 ? "none" : [value].flat().join(", "));

const changesOf = (before, after) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => !QUIET.includes(key) && JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => (LONG.includes(key) ? key : `${key} ${shown(before[key])} → ${shown(after[key])}`));

const byToken = ({ crawlers }) => new Map(crawlers.map((row) => [row.token, row]));

/** @returns {string[]} a line for each row that is new, gone or changed in what it says */
export function changedRows(old, now) {
  const [before, after] = [byToken(old), byToken(now)];
  const added = now.crawlers.filter(({ token }) => !before.has(token));
  const gone = old.crawlers.filter(({ token }) => !after.has(token));
  const changed = now.crawlers
    .filter(({ token }) => before.has(token))
    .map((row) => ({ row, changes: changesOf(before.get(row.token), row) }))
    .filter(({ changes }) => changes.length > 0);
  return [
    ...added.map(({ token, operator, confidence }) => `| ${token} | ${operator} | new, ${confidence} |`),
    ...gone.map(({ token, operator }) => `| ${token} | ${operator} | removed |`),
    ...changed.map(({ row, changes }) => `| ${row.token} | ${row.operator} | ${changes.join("; ")} |`),
  ];
}

const read = (file) => JSON.parse(readFileSync(file, "utf8"));

function printChanges(old, now) {
  console.log(`## ${now.date}\n\n| token | operator | change |\n|---|---|---|\n${changedRows(old, now).join("\n")}`);
}

function main() {
  const file = { type: "string" };
  const { values } = parseArgs({ options: { "ai-robots-txt": file, "crawler-user-agents": file, old: file } });
  const { "ai-robots-txt": tokens, "crawler-user-agents": headers, old } = values;
  if (Object.keys(values).length === 0) printOldRows();
  if (old !== undefined)
    printChanges(read(old), read(fileURLToPath(new URL("../dist/crawlers.json", import.meta.url))));
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
