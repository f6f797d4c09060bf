// What real files have: in how many of a collection each finding stands at least once, the commonest first, as in docs/lint.md.
// node bench/lint-counts.mjs FILE.ndjson.gz [BEFORE [SAMPLE SEED]], one object a line with "body" or "body_b64" and perhaps
// "host"; needs the build. BEFORE is the linter of another build (…/owners/lint/index.js): counts the files with an error or a
// warning that they did not have, and prints SAMPLE of the new findings, chosen by SEED.
import { pathToFileURL } from "node:url";
import { lint } from "../dist/owners/lint/index.js";
import { randomFrom } from "./cases.mjs";
import { realFiles } from "./real-files.mjs";

const [, , collection, before, sample = 0, seed = 1] = process.argv;
if (collection === undefined) throw new Error("expected a collection, FILE.ndjson.gz; got none");
const files = realFiles(collection);

const counts = new Map();
const startMs = performance.now();
for (const { body } of files) {
  for (const code of new Set(lint(body).map((finding) => finding.code))) counts.set(code, (counts.get(code) ?? 0) + 1);
}
const seconds = (performance.now() - startMs) / 1000;

console.log(`${files.length} files in ${seconds.toFixed(1)} s`);
for (const [code, count] of [...counts].sort((a, b) => b[1] - a[1])) console.log(`| \`${code}\` | ${count} |`);
if (before !== undefined) await compare(before, Number(sample), Number(seed));

async function compare(path, size, seed) {
  const old = await import(pathToFileURL(path).href);
  const found = files.flatMap(({ host, body }) => newFindings(host, body, old.lint(body)));
  const loud = new Set(found.filter(({ severity }) => severity !== "info").map(({ host }) => host));
  console.log(`${loud.size} of ${files.length} files have an error or a warning that they did not have`);
  const random = randomFrom(seed);
  const shuffled = found.map((finding) => ({ finding, key: random(2 ** 32) })).sort((a, b) => a.key - b.key);
  for (const { finding } of shuffled.slice(0, size))
    console.log(
      `${finding.host}:${finding.line} ${finding.severity} ${finding.code}: ${finding.message}\n  ${finding.text}`,
    );
}

function newFindings(host, body, earlier) {
  const keyOf = ({ code, line }) => `${code} ${line}`;
  const known = new Set(earlier.map(keyOf));
  const lines = (typeof body === "string" ? body : new TextDecoder().decode(body)).split(/\r\n|\r|\n/);
  return lint(body)
    .filter((finding) => !known.has(keyOf(finding)))
    .map((finding) => ({ host, ...finding, text: (lines[finding.line - 1] ?? "").slice(0, 160) }));
}
