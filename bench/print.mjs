// Results as Markdown for people, as JSON for programs, and as the tables and the picture of docs/performance.md.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { chart } from "./chart.mjs";
import { goalsTable } from "./goals.mjs";
import { environment, figuresTable, heading, jsonTable, markdown, writeTables } from "./report.mjs";

function agreementTable(rows) {
  const names = [...new Set(rows.flatMap(({ counts }) => Object.keys(counts)))];
  const cell = (count) => (count ? `${count.same}/${count.total}` : "–");
  const body = rows.map(({ case: name, counts }) => [name, ...names.map((who) => cell(counts[who]))]);
  return markdown("Verdicts that equal ours", ["case", ...names], body);
}

const printers = {
  agreement: agreementTable,
  floors: (rows) => figuresTable("Floors and ceiling, a URL", rows),
  whole: (rows) => figuresTable("A new host: rules, crawl delay, sitemaps and ten decisions; a file", rows),
  cold: (rows) => figuresTable("Cold: read a file, choose the group, decide k URLs; a file", rows),
  read: (rows) => figuresTable("Read a file and choose the group, a file", rows),
  query: (rows) => figuresTable("Warm: decisions with rules that are kept, a URL", rows),
  google: (rows) => figuresTable("google/robotstxt beside us in its dialect, rules kept; a URL, a file", rows),
  automaton: (rows) => figuresTable("Our algorithm without WebAssembly, a URL", rows),
  nodes: (rows) => figuresTable("Versions of Node.js, robots-wasm alone", rows),
  memory: (figures) => jsonTable("Memory of 100,000 real hosts", figures),
  entry: (figures) => jsonTable("The core entry", figures),
  goals: goalsTable,
};

export const printResults = (name, value) => console.log(printers[name](value));

const sectionsOf = (results) =>
  Object.keys(printers)
    .filter((name) => results[name] !== undefined)
    .map((name) => printers[name](results[name]));

/** The Markdown, the JSON and the picture at `out`; with `docs` the published page and its record as well. */
export function saveResults(results, { out, docs }) {
  const head = environment();
  const json = `${JSON.stringify({ ...head, ...results }, null, 1)}\n`;
  const picture = chart(results.query);
  const text = [heading(head), ...sectionsOf(results)].join("\n");
  save(`${out}.md`, text);
  save(`${out}.json`, json);
  save(`${out}.svg`, picture);
  if (!docs) return;
  writeTables("figures", head, sectionsOf(results));
  save("docs/performance.svg", picture);
  save(`bench/record/${head.date}/bench.json`, json);
}

function save(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
