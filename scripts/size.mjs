// npm run size: what each entry weighs in a page; fails above a budget, and for an entry without one.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { bundle } from "./bundle.mjs";
import { entriesOf } from "./entries.mjs";

/** Bytes after gzip. docs/performance.md says what the core's are made of. */
const budgets = {
  ".": 19_800,
  "./archive": 22_000,
  "./browser": 19_800,
  "./build": 16_100,
  "./client": 40_960,
  "./client/node": 3_000,
  "./diff": 19_700,
  "./lint": 15_050,
  "./matchers": 20_000,
  "./meta": 4_096,
  "./robots-parser": 19_600,
  "./slim": 14_600,
  "./trace": 18_600,
};

function judged(path, gzipBytes) {
  const budget = budgets[path];
  if (budget === undefined) return { ok: false, words: "NO BUDGET: give it one in scripts/size.mjs" };
  return { ok: gzipBytes <= budget, words: `budget ${budget}${gzipBytes > budget ? " EXCEEDED" : ""}` };
}

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
for (const { path, file } of entriesOf(manifest)) {
  const bytes = await bundle(file);
  const gzipBytes = gzipSync(bytes, { level: 9 }).length;
  const { ok, words } = judged(path, gzipBytes);
  if (!ok) process.exitCode = 1;
  console.log(`${path}: ${bytes.length} bytes, ${gzipBytes} after gzip, ${words}`);
}
