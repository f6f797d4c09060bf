// npm run size: what each entry weighs in a page, and fails above a budget.
import { gzipSync } from "node:zlib";
import { bundle } from "./bundle.mjs";

/** Bytes after gzip. docs/performance.md says what the core's are made of. */
const budgets = { "dist/index.js": 19_500, "dist/meta/index.js": 4_096, "dist/client/index.js": 40_960 };

let failed = false;
for (const [entry, budget] of Object.entries(budgets)) {
  const bytes = await bundle(entry);
  const gzipBytes = gzipSync(bytes, { level: 9 }).length;
  if (gzipBytes > budget) failed = true;
  console.log(
    `${entry}: ${bytes.length} bytes, ${gzipBytes} after gzip, budget ${budget}${gzipBytes > budget ? " EXCEEDED" : ""}`,
  );
}
process.exitCode = failed ? 1 : 0;
