// node bench/scoreboard/main.mjs [OPTION…]: ours and every other implementation of robots.txt that is installed, on all vectors.
// docs/scoreboard.md describes the options, how to read the result and how to join. Exits with 1 if ours differs from a vector.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { nativeRivals } from "../native/build.mjs";
import { ask } from "./ask.mjs";
import { contestantsOf, install } from "./contestants.mjs";
import { askNative, googleAt, googleJavaAt } from "./native.mjs";
import { scoreboard } from "./tables.mjs";
import { countOf } from "./tally.mjs";
import { dialects, labelledVectors, vectorsOf } from "./vectors.mjs";

const { values: options } = parseArgs({
  options: {
    install: { type: "boolean", default: false },
    rivals: { type: "string", default: join(tmpdir(), "robots-wasm-rivals") },
    "other-languages": { type: "boolean", default: false },
    native: { type: "string" },
    java: { type: "string" },
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
/** Python's answer one by one, as above, because one of them hangs. */
const built = options["other-languages"] ? nativeRivals().filter(({ language }) => language !== "Python") : [];
const byHand = [
  ...(options.native === undefined ? [] : [googleAt(options.native)]),
  ...(options.java === undefined ? [] : [googleJavaAt(options.java)]),
];
for (const contestant of [...built, ...byHand])
  results.push({ contestant, outcomes: await askNative(contestant, simple) });

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
