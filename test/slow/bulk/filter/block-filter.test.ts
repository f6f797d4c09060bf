/** A block whose verdicts take more characters than one string can hold. */
import { expect, it } from "vitest";
import { BlockFilter } from "../../../../bindings/bulk/filter/block-filter.ts";
import { Explainer } from "../../../../bindings/bulk/filter/explainer.ts";
import { Lookups } from "../../../../bindings/bulk/filter/lookups.ts";
import { blanketRules } from "../../../../bindings/core/robots/blanket-rules.ts";

it("writes more JSON than a string can hold", async () => {
  const lookups = new Lookups(undefined, { rules: blanketRules("allowed", "rfc9309") });
  const line = Buffer.from(`http://a.example/#${"\u0001".repeat(3 * 2 ** 20)}\n`);
  const bytes = new Uint8Array(Buffer.concat(new Array(30).fill(line)));
  const filter = new BlockFilter(new Explainer(lookups, 2 ** 20), { format: "json", refused: true, invalid: false });
  const { output } = await filter.decide({ bytes, offset: 0, end: bytes.length, overlong: 0 });
  expect(output.length).toBeGreaterThan(2 ** 29);
  expect(Buffer.from(output.subarray(-40)).toString()).toMatch(/"allowed":true,"reason":"no-group"}\n$/);
});
