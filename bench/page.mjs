// node bench/page.mjs [RECORD]: writes docs/performance.md from a record (the newest by default): the sentences, the tables and the
// picture. `npm run bench -- --docs` measures, writes the record and does this.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chart } from "./chart.mjs";
import { sectionsOf } from "./print.mjs";
import { inShort, lossesTable, missedTable } from "./prose.mjs";
import { listOf, writeMarked } from "./report.mjs";

const records = new URL("record/", import.meta.url);

function newestRecord() {
  const folders = readdirSync(records, { withFileTypes: true }).filter((one) => one.isDirectory());
  return new URL(
    `${folders
      .map(({ name }) => name)
      .sort()
      .at(-1)}/bench.json`,
    records,
  );
}

const wordsOf = ({ date, machine, node, v8, commit, command }) => listOf({ date, machine, node, v8, commit, command });

/** Stands in the section of that name. */
const isWorst = (name) => name === "worst";

export function writePage(record) {
  writeMarked("in short", inShort(record));
  writeMarked("losses", [lossesTable(record)]);
  writeMarked("missed goals", [missedTable(record)]);
  writeMarked("worst case", sectionsOf(record, isWorst));
  writeMarked("figures", [...wordsOf(record), "", ...sectionsOf(record, (name) => !isWorst(name))]);
  writeFileSync(new URL("../docs/performance.svg", import.meta.url), chart(record.query));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writePage(JSON.parse(readFileSync(process.argv[2] ?? newestRecord(), "utf8")));
