// node bench/editor.mjs: what the editor's features take in a file of 500 KB, as processor time and beside `parse` in the same run.
// Goals: a key stroke to diagnostics 100 ms, a hover 5 ms. Needs the build.

import { parse } from "../dist/index.js";
import { diagnosticsOf } from "../dist/owners/editor/diagnostics.js";
import { defaultSettings, EditorDocument } from "../dist/owners/editor/document.js";
import { hoverAt } from "../dist/owners/editor/hover.js";
import { KnownGroups } from "../dist/owners/lint/internal.js";

const BYTES = 500_000;
const RUNS = 25;
const RULES = 150;

const agents = ["Googlebot", "GPTBot", "*", "bingbot"];
const ruleOf = (group, i) =>
  `${i % 7 ? "Disallow" : "Allow"}: /section-${group}/item-${(i * 7919) % 1000}/${i % 11 ? "" : "*.pdf$"}`;

/** Groups of 150 rules; each of four crawlers has a fifth of them, the last fifth are one crawler's each. */
function file() {
  let text = "";
  for (let group = 0; text.length < BYTES; group++) {
    const rules = Array.from({ length: RULES }, (_, i) => ruleOf(group, i));
    text += `User-agent: ${agents[group % 5] ?? `Crawler-${group}`}\n${rules.join("\n")}\n# group ${group}\n\n`;
  }
  return text;
}

const times = new Map();
function measure(name, run) {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  times.set(name, [...(times.get(name) ?? []), (user + system) / 1000]);
}

const text = file();
const known = new KnownGroups();
for (let run = 0; run < RUNS; run++) {
  // A key stroke in the middle.
  const typed = `${text.slice(0, BYTES / 2)}${"x".repeat(run)}${text.slice(BYTES / 2)}`;
  const document = new EditorDocument(typed, defaultSettings, known);
  measure("parse", () => parse(typed).groups);
  measure("key stroke to diagnostics", () => diagnosticsOf(document));
  measure("hover on a rule", () => hoverAt(document, { line: 5000 + run, character: 12 }));
  measure("hover on a crawler with 3,000 rules", () => hoverAt(document, { line: 0, character: 13 }));
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
console.log(
  `${text.length} bytes; milliseconds of processor time, best and median of ${RUNS} versions; times the median of parse`,
);
for (const [name, values] of times) {
  const ratio = median(values) / median(times.get("parse"));
  console.log(`${name}: ${Math.min(...values).toFixed(1)}, ${median(values).toFixed(1)}, ${ratio.toFixed(1)}`);
}
