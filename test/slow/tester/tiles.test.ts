/** The tiles of a file that has more rules than are compared. */
import { expect, it } from "vitest";
import { answerOf } from "../../../tester/answer.ts";
import { overviewOf } from "../../../tester/work/crawlers.ts";

it("the tiles have one count for 20,000 rules", () => {
  const rules = Array.from({ length: 20_000 }, (_, i) => `Disallow: /*a${i}b`);
  const text = `User-agent: *\n${rules.join("\n")}`;
  const [google, bing] = answerOf(overviewOf({ source: { kind: "file", text } }), undefined, undefined).tiles;
  expect(google!.value).toMatch(/^All, except more than \d{3} rules$/);
  expect(bing!.value).toBe(google!.value);
});
