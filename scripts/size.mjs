// npm run size: the size of each entry in a page. Fails if an entry exceeds its budget or has none.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { bundle, bundleImports } from "./bundle.mjs";
import { entriesOf } from "./entries.mjs";

/**
 * Bytes after gzip: what was measured last, and 1 % of slack. docs/performance.md
 * says what the core's bytes are.
 */
const budgets = {
  ".": 27_910,
  "./agents": 60_000,
  "./archive": 30_680,
  "./browser": 25_610,
  "./client": 48_500,
  "./client/node": 7_260,
  "./embed-scalar.wasm": 27_100,
  "./embed.wasm": 27_040,
  "./lint": 42_650,
  "./meta": 5_350,
  "./pace": 14_075,
  "./polite": 62_280,
  "./polite/node": 64_780,
  "./robots-parser": 25_430,
  "./sitemaps": 69_760,
  "./slim": 16_645,
  "./usage": 13_620,
};

const engineWasm = readFileSync(new URL("../build/engine.wasm", import.meta.url));

/**
 * What applications import, and what it adds to a page or a worker after gzip: bytes, and a budget for ours. Workers upload
 * the module as a file of its own.
 */
const imports = [
  { name: "core", code: 'export { parse } from "robots-wasm"', budget: 24_570 },
  {
    name: "core and client",
    code: 'export { parse } from "robots-wasm"; export { RobotsClient } from "robots-wasm/client"',
    budget: 46_350,
  },
  { name: "drop-in for robots-parser", code: 'export { default } from "robots-wasm/robots-parser"', budget: 25_430 },
  { name: "lint", code: 'export { lint } from "robots-wasm/lint"', budget: 32_750 },
  { name: "meta", code: 'export { resolveRobots } from "robots-wasm/meta"', budget: 2_550 },
  {
    name: "worker: core and engine.wasm",
    code: 'export { parse } from "robots-wasm"',
    conditions: ["workerd"],
    file: engineWasm,
    budget: 24_700,
  },
  { name: "robots-parser, for comparison", code: 'export { default } from "robots-parser"' },
  { name: "exclusion, for comparison", code: 'export * from "exclusion"' },
];

const gzipBytesOf = (bytes) => gzipSync(bytes, { level: 9 }).length;

function judged(gzipBytes, budget) {
  if (gzipBytes <= budget) return `budget ${budget}`;
  process.exitCode = 1;
  return budget === undefined ? "NO BUDGET: give it one in scripts/size.mjs" : `budget ${budget} EXCEEDED`;
}

function report(path, bytes) {
  const gzipBytes = gzipBytesOf(bytes);
  console.log(`${path}: ${bytes.length} bytes, ${gzipBytes} after gzip, ${judged(gzipBytes, budgets[path])}`);
}

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
for (const { path, file } of entriesOf(manifest)) report(path, await bundle(file));
// The module of the core, of which a page holds the text.
budgets["./engine.wasm"] = 9_290;
report("./engine.wasm", engineWasm);
// Pages do not load the modules for other hosts.
for (const name of ["embed-scalar", "embed"])
  report(`./${name}.wasm`, readFileSync(new URL(`../dist/${name}.wasm`, import.meta.url)));

async function reportImport({ name, code, conditions, file, budget }) {
  const parts = [await bundleImports(code, conditions), ...(file === undefined ? [] : [file])];
  const gzipBytes = parts.reduce((sum, bytes) => sum + gzipBytesOf(bytes), 0);
  const limit = budget === undefined ? "" : `, ${judged(gzipBytes, budget)}`;
  console.log(`${name}: ${(gzipBytes / 1024).toFixed(1)} KiB, ${gzipBytes} bytes after gzip${limit}`);
}

console.log("\nWhat applications import:");
for (const one of imports) await reportImport(one);
