// Where results go: Markdown for people, JSON for programs, a picture, and, if they are to be published, the record and its page.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { chart } from "./chart.mjs";
import { writePage } from "./page.mjs";
import { sectionsOf } from "./print.mjs";
import { environment, heading } from "./report.mjs";

/** The Markdown, the JSON and the picture at `out`; with `docs` the published page and its record as well. */
export function saveResults(results, { out, docs }) {
  const head = environment();
  const json = `${JSON.stringify({ ...head, ...results }, null, 1)}\n`;
  const text = [heading(head), ...sectionsOf(results)].join("\n");
  save(`${out}.md`, text);
  save(`${out}.json`, json);
  save(`${out}.svg`, chart(results.query));
  if (!docs) return;
  save(`bench/record/${head.date}/bench.json`, json);
  writePage({ ...head, ...results });
}

function save(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
