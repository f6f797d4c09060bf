// What importing the core costs: its bytes, bundled for pages, minified and compressed; and the time from the import to the
// first decision in a fresh process, bundled for Node.js and on disk, the median of several.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { bundle } from "../scripts/bundle.mjs";

const PROCESSES = 9;

const first = fileURLToPath(new URL("first.mjs", import.meta.url));
const startMs = (entry, node) => JSON.parse(execFileSync(node, [first, entry]).toString());

/** What Node.js imports from a build as it is installed; the ES module is that of earlier builds. */
const installed = (dist) =>
  ["merged/index.mjs", "merged/index.cjs", "index.js"].map((file) => join(dist, file)).find(existsSync);

/** Nanoseconds of both together for the files of a build as they are installed. */
export const importNs = (dist) => startMs(installed(dist), process.execPath).reduce((sum, ms) => sum + ms, 0) * 1e6;

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

function writeBundle(bytes) {
  const entry = join(mkdtempSync(join(tmpdir(), "robots-wasm-entry-")), "core.mjs");
  writeFileSync(entry, bytes);
  return entry;
}

export async function entryFigures(node = process.execPath) {
  const bytes = await bundle("dist/index.js");
  const entry = writeBundle(await bundle("dist/index.js", { alias: { "#wasm": "./dist/core/engine/module/node.js" } }));
  const runs = Array.from({ length: PROCESSES }, () => startMs(entry, node));
  return {
    minifiedBytes: bytes.length,
    gzipBytes: gzipSync(bytes, { level: 9 }).length,
    importMs: Number(median(runs.map(([imported]) => imported)).toFixed(2)),
    firstDecisionMs: Number(median(runs.map(([, decided]) => decided)).toFixed(2)),
  };
}
