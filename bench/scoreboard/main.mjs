// npm run scoreboard [-- --install] [--rivals FOLDER] [--native PROGRAM] [--port MODULE]… [--command NAME=PROGRAM]… [--suite NAME]…
// [--docs]: every installed implementation of robots.txt and ours on all vectors. docs/scoreboard.md says how to read it and how to
// join; --docs rewrites its figures. Exits with 1 if ours differs from a vector.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ask } from "./ask.mjs";
import { contestantsOf, install } from "./contestants.mjs";
import { askNative, google } from "./native.mjs";
import { scoreboard } from "./tables.mjs";
import { countOf } from "./tally.mjs";
import { dialects, labelledVectors, vectorsOf } from "./vectors.mjs";

const { values: options } = parseArgs({
  options: {
    install: { type: "boolean", default: false },
    rivals: { type: "string", default: join(tmpdir(), "robots-wasm-rivals") },
    native: { type: "string" },
    port: { type: "string", multiple: true, default: [] },
    suite: { type: "string", multiple: true, default: [...dialects, "labelled"] },
    command: { type: "string", multiple: true, default: [] },
    docs: { type: "boolean", default: false },
  },
});

const rivals = resolve(options.rivals);
if (options.install) install(rivals);

const suites = Object.fromEntries(
  options.suite.map((name) => [name, name === "labelled" ? labelledVectors() : vectorsOf(name)]),
);
const vectors = Object.values(suites).flat();
/** A list of agents is a question that only some can be asked. */
const simple = vectors.filter(({ agents }) => agents.length === 1);

async function resultOf(contestant) {
  const outcomes = await ask(contestant.command, contestant.lists ? vectors : simple);
  console.error(contestant.name, contestant.version, JSON.stringify(countOf(vectors, outcomes)));
  return { contestant, outcomes };
}

// All at once: what is timed is processor time.
const contestants = await contestantsOf({ rivals, ports: options.port, commands: options.command });
const results = await Promise.all(contestants.map(resultOf));
if (options.native !== undefined) results.push({ contestant: google, outcomes: askNative(options.native, simple) });

const commit = () => execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
const environment = {
  date: new Date().toISOString().slice(0, 10),
  vectors: Object.entries(suites)
    .map(([name, { length }]) => `${length} ${name}`)
    .join(", "),
  node: process.version,
  commit: commit(),
};
const text = scoreboard(environment, suites, results);

const FIGURES = /(<!-- figures -->\n)[\s\S]*(<!-- \/figures -->)/;
const page = new URL("../../docs/scoreboard.md", import.meta.url);
if (options.docs)
  writeFileSync(
    page,
    readFileSync(page, "utf8").replace(FIGURES, (_, start, end) => `${start}\n${text}\n${end}`),
  );
else console.log(text);

const ours = countOf(vectors, results[0].outcomes);
process.exitCode = ours.agree === ours.asked ? 0 : 1;
