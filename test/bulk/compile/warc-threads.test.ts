/** Reading in threads: before any thread starts. */
import { expect, it } from "vitest";
import { CompileStats } from "../../../bindings/bulk/compile/compile-stats.ts";
import { readInThreads, type ThreadsPlan } from "../../../bindings/bulk/compile/warc-threads.ts";
import { policies } from "../../../bindings/client/index.ts";

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
