/** Selected lines lie in memory that is used again, and that a thread may give away. */
import { expect, it } from "vitest";
import { ALLOWED, BulkEngine, REFUSED } from "../../../bindings/bulk/engine/engine.ts";

const engineFor = (): BulkEngine =>
  new BulkEngine({
    dialect: "rfc9309",
    agents: ["ExampleBot"],
    archives: [],
    missing: (origin) => ({ verdict: origin.includes("open") ? "allowed" : "refused" }),
    memoryBytes: 2 ** 20,
  });
const linesOf = (...hosts: readonly string[]): Uint8Array =>
  Buffer.from(hosts.map((host) => `https://${host}.example/\n`).join(""));

it.each([
  ["kept", {}],
  ["transferred to another thread", undefined],
])("lines of several blocks, each %s", async (_, options) => {
  const engine = engineFor();
  const blocks = [["open", "closed", "open-2"], ["closed"], ["open", "open-2", "open-3"], ["closed", "closed-2"]];
  for (const hosts of blocks) {
    await engine.decide(linesOf(...hosts));
    for (const [verdict, start] of [
      [ALLOWED, "open"],
      [REFUSED, "closed"],
    ] as const) {
      const selected = engine.select(verdict);
      const taken = structuredClone(selected, options ?? { transfer: [selected.buffer] });
      expect(Buffer.from(taken).equals(linesOf(...hosts.filter((host) => host.startsWith(start))))).toBe(true);
    }
  }
});
