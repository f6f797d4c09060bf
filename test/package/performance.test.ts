/** docs/performance.md and README.md say what the newest record of the benchmarks says. */
import { expect, it } from "vitest";
import { newestRecord, pageOf, readmeOf } from "../../bench/page.mjs";
import { textOf } from "../support/documents.ts";

it.each([
  ["docs/performance.md", pageOf],
  ["README.md", readmeOf],
])("%s is what node bench/page.mjs writes from the newest record", (path, written) =>
  expect(textOf(path)).toBe(written(newestRecord(), textOf(path))),
);

it("a decision with rules that are kept takes less than a microsecond, as README.md says", () => {
  const { query } = newestRecord() as { readonly query: readonly { readonly figures: Times }[] };
  expect(textOf("README.md")).toContain("check URLs against it in under a microsecond");
  for (const { figures } of query) expect(figures["robots-wasm"]!.ns).toBeLessThan(1000);
});

type Times = Readonly<Record<string, { readonly ns: number }>>;
