/** A block whose verdicts take more characters than one string can hold. */
import { expect, it } from "vitest";
import { BlockFilter } from "../../../../bindings/bulk/filter/block-filter.ts";
import { LineDecider } from "../../../../bindings/bulk/filter/line-decider.ts";
import { blanketRules } from "../../../../bindings/core/robots/blanket-rules.ts";

it("writes more JSON than a string can hold", async () => {
  const missing = { rules: blanketRules("allowed", "rfc9309"), cause: "missing" } as const;
  const by = { dialect: "rfc9309", agents: ["x"], library: undefined, archives: [], missing } as const;
  const decider = new LineDecider({ ...by, memoryBytes: 2 ** 21, explains: true });
  const line = Buffer.from(`http://a.example/#${"\u0001".repeat(3 * 2 ** 20)}\n`);
  const bytes = new Uint8Array(Buffer.concat(new Array(30).fill(line)));
  const filter = new BlockFilter(decider, { format: "json", refused: true, invalid: false });
  const { output } = await filter.decide({ bytes, offset: 0, end: bytes.length, overlong: 0 });
  expect(output.length).toBeGreaterThan(2 ** 29);
  expect(Buffer.from(output.subarray(-40)).toString()).toMatch(/"allowed":true,"reason":"missing"}\n$/);
});
