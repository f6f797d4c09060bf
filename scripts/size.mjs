// npm run size: the size of each entry in a page. Fails if an entry exceeds its budget or has none.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { bundle } from "./bundle.mjs";
import { entriesOf } from "./entries.mjs";

/**
 * Bytes after gzip: what was measured last, and 3 % of slack. docs/performance.md
 * says what the core's bytes are.
 */
const budgets = {
  ".": 24_300,
  "./agents": 27_300,
  "./archive": 27_200,
  "./browser": 24_200,
  "./build": 16_500,
  "./client": 42_700,
  "./client/node": 2_600,
  "./diff": 24_500,
  "./embed-scalar.wasm": 10_150,
  "./embed.wasm": 10_600,
  "./lint": 15_550,
  "./matchers": 23_750,
  "./meta": 4_400,
  "./meta/robots-tag": 3_130,
  "./robots-parser": 24_450,
  "./slim": 15_560,
  "./stream": 450,
  "./trace": 23_150,
  "./usage": 4_820,
};

function judge(path, gzipBytes) {
  const budget = budgets[path];
  if (budget === undefined) return { ok: false, words: "NO BUDGET: give it one in scripts/size.mjs" };
  return { ok: gzipBytes <= budget, words: `budget ${budget}${gzipBytes > budget ? " EXCEEDED" : ""}` };
}

function report(path, bytes) {
  const gzipBytes = gzipSync(bytes, { level: 9 }).length;
  const { ok, words } = judge(path, gzipBytes);
  if (!ok) process.exitCode = 1;
  console.log(`${path}: ${bytes.length} bytes, ${gzipBytes} after gzip, ${words}`);
}

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
for (const { path, file } of entriesOf(manifest)) report(path, await bundle(file));
// Pages do not load the modules for other hosts.
for (const name of ["embed-scalar", "embed"])
  report(`./${name}.wasm`, readFileSync(new URL(`../dist/${name}.wasm`, import.meta.url)));
