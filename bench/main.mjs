// npm run bench [-- --quick] [--goals] [--corpus FILE] [--native PROGRAM] [--port MODULE] [--out PATH] [--docs]: agreement first, then
// time, then the goals. native.mjs says what PROGRAM is; MODULE's default export is a contestant (rivals.mjs). --docs puts the
// figures into docs/performance.md.
// Exits with 1 if the engines disagree, or, with --goals, if a ratio is beyond its limit.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { agreementOf } from "./agreement.mjs";
import { corpusCases, corpusSample, corpusSizes, madeCase } from "./cases.mjs";
import { chart } from "./chart.mjs";
import { entryFigures } from "./entry.mjs";
import { goalsOf, goalsTable } from "./goals.mjs";
import { nativeOf } from "./native.mjs";
import { environment, jsonTable, save, table, writeDocs } from "./report.mjs";
import { naive, ours, rivals } from "./rivals.mjs";
import {
  automatonRow,
  floorRow,
  fromNothingRow,
  naiveRow,
  nativeFromNothingRow,
  nativeRow,
  parseRow,
  queryRow,
} from "./rows.mjs";
import { stepsExponent } from "./steps.mjs";

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    goals: { type: "boolean", default: false },
    corpus: { type: "string" },
    native: { type: "string" },
    port: { type: "string" },
    docs: { type: "boolean", default: false },
    out: { type: "string" },
  },
});

if (options.port !== undefined) rivals.push((await import(pathToFileURL(resolve(options.port)))).default);

const urlCount = options.quick ? 300 : 1000;
const shapes = [
  [10, 0],
  [10, 0.2],
  [100, 0],
  [100, 0.2],
  [1000, 0.2],
  [1000, 0.5],
  [10_000, 0.2],
];
const made = shapes.map(([rules, stars]) => madeCase(rules, stars, urlCount));
const cases = made.map((one) => ({ name: one.name, ruleCount: one.ruleCount, files: [one] }));
if (options.corpus !== undefined) {
  const count = options.quick ? 10 : 100;
  cases.push(...corpusCases(options.corpus, count), corpusSample(options.corpus, 4 * count));
}

const sections = [];
const print = (text) => {
  sections.push(text);
  console.log(text);
};

function agreements() {
  return cases.map((one) => {
    const those = [naive, ...rivals].filter(({ maxRules }) => (maxRules ?? Number.POSITIVE_INFINITY) >= one.ruleCount);
    return {
      case: one.name,
      counts: Object.fromEntries(those.map((who) => [who.name, agreementOf(who, ours, one.files)])),
    };
  });
}

function printAgreement(rows) {
  const names = [naive, ...rivals].map(({ name }) => name);
  const cell = (count) => (count ? `${count.same}/${count.total}` : "–");
  const body = rows.map(
    ({ case: name, counts }) => `| ${name} | ${names.map((who) => cell(counts[who])).join(" | ")} |`,
  );
  const head = [`| case | ${names.join(" | ")} |`, `|---|${names.map(() => "---:|").join("")}`];
  print(["### Agreement with robots-wasm", "", ...head, ...body, ""].join("\n"));
  return rows.every(({ counts }) => counts.fallback === undefined || counts.fallback.same === counts.fallback.total);
}

const agrees = printAgreement(agreements());
const floors = await floorRow(made[3].urls, options);
print(table("Floors and ceiling", "ns each", [{ case: "URLs of the made files", figures: floors }]));

const queries = [];
for (const one of cases) queries.push({ case: one.name, figures: await queryRow(one, options) });

const parses = [];
for (const one of cases) parses.push({ case: one.name, figures: await parseRow(one, options) });
print(table("Parse", "ns a file", parses));

const ks = [1, 10, 100, 10_000];
const nothing = [];
const some = cases.find(({ name }) => name.startsWith("real")) ?? cases[1];
for (const k of ks)
  nothing.push({ case: `${some.name}, k = ${k}`, figures: await fromNothingRow(some.files.slice(0, 10), k, options) });
print(table("Parse, compile and k decisions", "ns a file", nothing));

const automata = [];
for (const one of cases.slice(0, 4)) automata.push({ case: one.name, figures: await automatonRow(one, options) });
print(table("The same algorithm without WebAssembly", "ns a URL", automata));

async function nativeRows() {
  if (options.native === undefined || options.corpus === undefined) return { rows: [], nothing: [] };
  const small = { name: some.name, ruleCount: some.ruleCount, files: some.files.slice(0, 10) };
  const sizes = corpusSizes(options.corpus, [6, 57, 400, 5809]);
  const native = nativeOf(options.native, [...sizes, small]);
  const rows = [];
  for (const [i, one] of sizes.entries()) {
    const { same, total, figures } = await nativeRow(native, i, one, options);
    if (same !== total) throw new Error(`${one.name}: google/robotstxt agrees on ${same} of ${total}`);
    rows.push({ case: one.name, bodyBytes: Buffer.byteLength(one.files[0].body), figures });
  }
  print(table("google/robotstxt, native, rules stored (verdicts equal; ns a URL, ns a file)", "ns", rows));
  const fromNothing = [];
  for (const [i, one] of [small, sizes[1], sizes[2]].entries()) {
    const at = i === 0 ? sizes.length : i;
    for (const k of i === 0 ? ks : ks.slice(0, 3))
      fromNothing.push({
        case: `${one.name}, k = ${k}`,
        figures: await nativeFromNothingRow(native, at, one, k, options),
      });
  }
  print(table("Parse, compile and k decisions, beside google/robotstxt, native", "ns a file", fromNothing));
  return { rows, nothing: fromNothing };
}

const { rows: natives, nothing: nativeNothing } = await nativeRows();
for (const [i, one] of cases.entries()) Object.assign(queries[i].figures, await naiveRow(one, options));
print(table("Query", "ns a URL", queries));
const memory = options.corpus === undefined || options.quick ? undefined : memoryFigures(options.corpus);
if (memory !== undefined) print(jsonTable("Memory of 100,000 real hosts", memory));
const entry = await entryFigures();
print(jsonTable("The core entry", entry));

function memoryFigures(corpus) {
  const script = fileURLToPath(new URL("memory.mjs", import.meta.url));
  return JSON.parse(execFileSync(process.execPath, ["--expose-gc", script, corpus, "100000"]).toString());
}

const exponent = stepsExponent();
const goals = goalsOf({ queries, floors, nothing, nativeNothing, parses, automata, natives, memory, entry, exponent });
print(goalsTable(goals));

const out = options.out ?? "build/bench/latest";
mkdirSync(dirname(out), { recursive: true });
save(out, environment(), sections, {
  floors,
  queries,
  parses,
  nothing,
  automata,
  natives,
  nativeNothing,
  memory,
  entry,
  exponent,
  goals,
});
writeFileSync(`${out}.svg`, chart(queries));
if (options.docs) writeDocs(environment(), sections, chart(queries));
if (!agrees) console.error("bench: the engines disagree");
const failed = options.goals ? goals.filter((goal) => goal.failed) : [];
for (const { name, figure, goal } of failed)
  console.error(`bench: ${name}: ${figure.toFixed(2)} is beyond its limit; the goal is ${goal}`);
process.exitCode = agrees && failed.length === 0 ? 0 : 1;
