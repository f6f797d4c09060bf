/** docs/performance.md says what the newest record of the benchmarks says. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { newestRecord, pageOf } from "../../bench/page.mjs";

it("is what node bench/page.mjs writes from the newest record", () => {
  const page = readFileSync("docs/performance.md", "utf8");
  expect(page).toBe(pageOf(newestRecord(), page));
});
