/** The tiles of files with many rules, and of one that has more than are compared. */
import { expect, it } from "vitest";
import { answerOf } from "../../../tester/answer.ts";
import { overviewOf } from "../../../tester/work/crawlers.ts";

it.each([
  [3000, /* literal */ (i: number) => `/p${i}/x`, /^All, except 3,000 rules$/],
  [20_000, (i: number) => `/*a${i}b`, /^All, except more than \d{3} rules$/],
])("the tiles have one count for %d rules", (count, ruleOf, value) => {
  const rules = Array.from({ length: count }, (_, i) => `Disallow: ${ruleOf(i)}`);
  const text = `User-agent: *\n${rules.join("\n")}`;
  const [google, bing] = answerOf(overviewOf({ source: { kind: "file", text } }), undefined, undefined).tiles;
  expect(google!.value).toMatch(value);
  expect(bing!.value).toBe(google!.value);
});
