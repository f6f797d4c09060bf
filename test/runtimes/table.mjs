/** The Markdown table of answers, and where it stands in the documents. */
import { readFileSync, writeFileSync } from "node:fs";

const page = new URL("../../docs/runtimes.md", import.meta.url);
const START = "<!-- runtimes: made by node test/runtimes/main.mjs --docs -->";
const END = "<!-- /runtimes -->";

function cellsOf({ engine, passed, total, problem, notRun }) {
  if (notRun) return ["-", `not run: ${notRun}`];
  if (problem) return [engine ?? "-", `**red**: ${problem.split("\n")[0].replaceAll("|", "\\|")}`];
  return [engine, `${passed} of ${total}`];
}

/** Rows of one runtime with the same answer are one. */
export function tableOf(answers) {
  const lines = new Map();
  for (const answer of answers) {
    const [engine, cases] = cellsOf(answer);
    const key = JSON.stringify([answer.runtime, engine, cases]);
    lines.set(key, [...(lines.get(key) ?? []), answer.form]);
  }
  const body = Array.from(lines, ([key, forms]) => {
    const [runtime, engine, cases] = JSON.parse(key);
    return `| ${runtime} | ${forms.join("; ")} | ${engine} | ${cases} |`;
  });
  return ["| runtime | loaded by | engine | cases passed |", "|---|---|---|---|", ...body].join("\n");
}

export function writeDocs(table) {
  const text = readFileSync(page, "utf8");
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`docs/runtimes.md: expected ${START} and ${END}`);
  writeFileSync(page, `${text.slice(0, start + START.length)}\n\n${table}\n\n${text.slice(end)}`);
}
