// What real files have: in how many of a collection each finding stands at least once, the commonest first, as in docs/lint.md.
// node scripts/lint-counts.mjs FILE.ndjson.gz, one object a line with "body" or "body_b64"; needs the build.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { lint } from "../dist/tools/lint/index.js";

const bodyOf = ({ body, body_b64: base64 }) => (base64 === undefined ? body : Buffer.from(base64, "base64"));

const [, , collection] = process.argv;
if (collection === undefined) throw new Error("expected a collection, FILE.ndjson.gz; got none");
const bodies = gunzipSync(readFileSync(collection))
  .toString("utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => bodyOf(JSON.parse(line)));

const files = new Map();
const startMs = performance.now();
for (const body of bodies) {
  for (const code of new Set(lint(body).map((finding) => finding.code))) files.set(code, (files.get(code) ?? 0) + 1);
}
const seconds = (performance.now() - startMs) / 1000;

console.log(`${bodies.length} files in ${seconds.toFixed(1)} s`);
for (const [code, count] of [...files].sort((a, b) => b[1] - a[1])) console.log(`| \`${code}\` | ${count} |`);
