// Results as Markdown for people and JSON for programs, with what is needed to run them again.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";

/** Of a file its name alone: where it lies on this machine is nobody's business. */
const nameOf = (word) => word.split("/").at(-1);

export function environment(script = "bench") {
  const commit = () => {
    try {
      return execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
    } catch {
      return "none";
    }
  };
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus()[0]?.model ?? "unknown"}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    node: process.version,
    v8: process.versions.v8,
    commit: commit(),
    command: `npm run ${script} -- ${process.argv.slice(2).map(nameOf).join(" ")}`.trim(),
  };
}

/** Puts the figures between the marks of docs/performance.md, and the picture beside it. */
export function writeDocs(environment, sections, svg) {
  writeTables("figures", environment, sections);
  writeFileSync(new URL("../docs/performance.svg", import.meta.url), svg);
}

/** Puts tables between the marks of that name in docs/performance.md. */
export function writeTables(mark, environment, sections) {
  const marked = new RegExp(`(<!-- ${mark} -->\\n)[\\s\\S]*(<!-- /${mark} -->)`);
  const page = new URL("../docs/performance.md", import.meta.url);
  const head = Object.entries(environment).map(([key, value]) => `- ${key}: ${value}`);
  const text = readFileSync(page, "utf8");
  if (!marked.test(text)) throw new Error(`docs/performance.md: expected the marks of ${mark}; found none`);
  const figures = [...head, "", ...sections].join("\n");
  writeFileSync(
    page,
    text.replace(marked, (_, start, end) => `${start}\n${figures}\n${end}`),
  );
}

const figure = ({ ns, spread }) => `${formatNs(ns)} ±${formatNs(spread)}`;

export function formatNs(ns) {
  if (ns < 10) return ns.toFixed(1);
  return ns < 10_000 ? ns.toFixed(0) : `${(ns / 1000).toFixed(ns < 1e6 ? 1 : 0)}k`;
}

/** rows: [{ case, figures: { contestant: { ns, spread } } }]; a contestant that sat a case out shows as a dash. */
export function table(title, unit, rows) {
  const columns = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))];
  const cells = rows.map(
    ({ case: name, figures }) =>
      `| ${name} | ${columns.map((column) => (figures[column] ? figure(figures[column]) : "–")).join(" | ")} |`,
  );
  return [
    `### ${title} (${unit}, lowest median of three rounds ± distance to the highest)`,
    "",
    `| case | ${columns.join(" | ")} |`,
    `|---|${columns.map(() => "---:|").join("")}`,
    ...cells,
    "",
  ].join("\n");
}

/** An object of figures, one a line. */
export function jsonTable(title, figures) {
  const rows = Object.entries(figures).map(([name, value]) => `| ${name} | ${value} |`);
  return [`### ${title}`, "", "| figure | value |", "|---|---:|", ...rows, ""].join("\n");
}

export function save(path, environment, sections, data) {
  const head = Object.entries(environment).map(([key, value]) => `- ${key}: ${value}`);
  writeFileSync(`${path}.md`, [`# Benchmark results`, "", ...head, "", ...sections, ""].join("\n"));
  writeFileSync(`${path}.json`, `${JSON.stringify({ ...environment, ...data }, null, 2)}\n`);
}
