/** Reading in threads: before any thread starts. */
import { expect, it } from "vitest";
import { CountsInOrder, readInThreads, type ThreadsPlan } from "../../../bindings/bulk/compile/warc-threads.ts";
import { CompileStats } from "../../../bindings/bulk/warc/compile-stats.ts";
import { policies } from "../../../bindings/crawl/client/index.ts";

it("a signal that has aborted already rejects with its reason", async () => {
  const plan: ThreadsPlan = {
    description: { crawlers: [["ExampleBot"]], dialect: "rfc9309", leniency: {} },
    policy: policies[0]!,
    temporary: "unused",
    warcs: ["a.warc", "b.warc"],
    jobs: 2,
    stats: new CompileStats(),
    signal: AbortSignal.abort("stopped"),
  };
  await expect(readInThreads(plan, undefined as never)).rejects.toBe("stopped");
});

it("counts are added in the order of the files, and only those before an earlier one wait", () => {
  const stats = new CompileStats();
  const inOrder = new CountsInOrder(stats);
  const add = (file: number): number => {
    const skipped = [["response: no valid WARC-Date", { count: 1, example: `${file}` }]] as const;
    inOrder.add(file, { records: 1, captures: 1, truncated: 0, warcBytes: 1, damaged: [], skipped });
    return inOrder.waiting;
  };
  expect([2, 1, 0, 3, 5, 4].map(add)).toEqual([1, 2, 0, 0, 1, 0]);
  expect([stats.records, [...stats.skipped.values()]]).toEqual([6, [{ count: 6, example: "0" }]]);
});
