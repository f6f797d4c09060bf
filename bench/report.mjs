// Tables, and what is needed to run a measurement again.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";

/** Only the name of a file: its folder on this machine helps nobody. */
const nameOf = (word) => word.split("/").at(-1);

function commit() {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  } catch {
    return "none";
  }
}

export const environment = (script = "npm run bench --") => ({
  date: new Date().toISOString().slice(0, 10),
  machine: `${cpus()[0]?.model ?? "unknown"}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`,
  node: process.version,
  v8: process.versions.v8,
  commit: commit(),
  command: `${script} ${process.argv.slice(2).map(nameOf).join(" ")}`.trim(),
});

export const listOf = (environment) => Object.entries(environment).map(([key, value]) => `- ${key}: ${value}`);

/** The text with these lines between the marks of that name. */
export function marked(text, mark, lines, path = "docs/performance.md") {
  const between = new RegExp(`(<!-- ${mark} -->\\n)[\\s\\S]*(<!-- /${mark} -->)`);
  if (!between.test(text)) throw new Error(`${path}: expected the marks of ${mark}; found none`);
  return text.replace(between, (_, start, end) => `${start}\n${lines.join("\n").trimEnd()}\n\n${end}`);
}

/** Puts tables with what was measured where between the marks of that name in a page. */
export function writeTables(mark, environment, sections, path = "docs/performance.md") {
  const page = new URL(`../${path}`, import.meta.url);
  const lines = [...listOf(environment), "", ...sections];
  writeFileSync(page, marked(readFileSync(page, "utf8"), mark, lines, path));
}

/** What was measured where, as a list. */
export const heading = (environment) => ["# Benchmark results", "", ...listOf(environment), ""].join("\n");

/** A table with a heading; every column but the first holds numbers. */
export const markdown = (title, head, rows) =>
  [
    `### ${title}`,
    "",
    `| ${head.join(" | ")} |`,
    `|---|${"---:|".repeat(head.length - 1)}`,
    ...rows.map((cells) => `| ${cells.join(" | ")} |`),
    "",
  ].join("\n");

/** A time with its spread in percent. */
const figure = ({ ns, spread }) => `${formatNs(ns)} ±${Math.round((100 * spread) / ns)}%`;

const units = [
  [1e9, "s"],
  [1e6, "ms"],
  [1e3, "µs"],
  [0, "ns"],
];

/** Three digits and the unit. */
export function formatNs(ns) {
  const [size, unit] = units.find(([least]) => ns >= least);
  const value = ns / (size || 1);
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${unit}`;
}

/** rows: [{ case, figures: { contestant: { ns, spread } } }]; a contestant that does not take part shows as a dash. */
export function figuresTable(title, rows) {
  const columns = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))];
  const cell = (one) => (one ? figure(one) : "–");
  const body = rows.map(({ case: name, figures }) => [name, ...columns.map((column) => cell(figures[column]))]);
  return markdown(title, ["case", ...columns], body);
}

/** An object of figures, one a line. */
export const jsonTable = (title, figures) => markdown(title, ["figure", "value"], Object.entries(figures));
