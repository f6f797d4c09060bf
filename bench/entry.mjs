// What importing the core costs: its bytes, bundled, minified and compressed; and the time from the import to the first
// decision in a fresh process, the bundle on disk, the median of several.
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { bundle } from "../scripts/bundle.mjs";

const PROCESSES = 9;

const program = (entry) => `
const start = performance.now();
const { parse } = await import(${JSON.stringify(entry)});
const imported = performance.now();
parse("User-agent: *\\nDisallow: /a\\nAllow: /b*c").isAllowed("https://h/a", "x");
console.log(JSON.stringify([imported - start, performance.now() - imported]));`;

const elapsedMs = (run) => {
  const start = performance.now();
  run();
  return performance.now() - start;
};

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

export async function entryFigures() {
  const bytes = await bundle("dist/index.js");
  const folder = mkdtempSync(join(tmpdir(), "robots-entry-"));
  const entry = join(folder, "core.mjs");
  writeFileSync(entry, bytes);
  writeFileSync(join(folder, "first.mjs"), program(entry));
  const runs = Array.from({ length: PROCESSES }, () =>
    JSON.parse(execFileSync(process.execPath, [join(folder, "first.mjs")]).toString()),
  );
  writeFileSync(join(folder, "bare.mjs"), "");
  const start = (name) => elapsedMs(() => execFileSync(process.execPath, [join(folder, name)]));
  const pairs = Array.from({ length: PROCESSES }, () => start("first.mjs") / start("bare.mjs"));
  return {
    minifiedBytes: bytes.length,
    gzipBytes: gzipSync(bytes, { level: 9 }).length,
    importMs: Number(median(runs.map(([imported]) => imported)).toFixed(2)),
    firstDecisionMs: Number(median(runs.map(([, decided]) => decided)).toFixed(2)),
    processOverBareNode: Number(median(pairs).toFixed(2)),
  };
}
