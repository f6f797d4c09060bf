// node bench/page.mjs [RECORD]: writes docs/performance.md from a record (the newest by default): the sentences, the tables and the
// picture. `npm run bench -- --docs` measures, writes the record and does this.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { chart } from "./chart.mjs";
import { sectionsOf } from "./print.mjs";
import { inShort, lossesTable, missedTable } from "./prose.mjs";
import { listOf, marked } from "./report.mjs";

const records = new URL("record/", import.meta.url);
const docs = new URL("../docs/", import.meta.url);

export function newestRecord() {
  const files = readdirSync(records, { recursive: true }).filter((file) => basename(file) === "bench.json");
  return JSON.parse(readFileSync(new URL(files.sort().at(-1), records), "utf8"));
}

const wordsOf = ({ date, machine, node, v8, commit, command }) => listOf({ date, machine, node, v8, commit, command });

/** Stands in the section of that name. */
const isWorst = (name) => name === "worst";

const parts = {
  "in short": inShort,
  losses: (record) => [lossesTable(record)],
  "missed goals": (record) => [missedTable(record)],
  "worst case": (record) => sectionsOf(record, isWorst),
  figures: (record) => [...wordsOf(record), "", ...sectionsOf(record, (name) => !isWorst(name))],
};

/** The page with what the record says in the place of what it said before. */
export const pageOf = (record, page) =>
  Object.entries(parts).reduce((text, [mark, linesOf]) => marked(text, mark, linesOf(record)), page);

/** README.md with how a decision grows with the number of rules. */
export function readmeOf({ query }, readme) {
  const nsAt = (rules) =>
    query.find(({ case: name }) => name === `${rules} rules, 20 % with *`).figures["robots-wasm"].ns;
  return readme.replace(/[\d.]+(?= times from ten to 10,000)/, (nsAt(10_000) / nsAt(10)).toFixed(1));
}

function rewrite(name, textOf, record) {
  const path = new URL(name, docs);
  writeFileSync(path, textOf(record, readFileSync(path, "utf8")));
}

export function writePage(record) {
  rewrite("performance.md", pageOf, record);
  rewrite("../README.md", readmeOf, record);
  writeFileSync(new URL("performance.svg", docs), chart(record.query));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writePage(process.argv[2] === undefined ? newestRecord() : JSON.parse(readFileSync(process.argv[2], "utf8")));
