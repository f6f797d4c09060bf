/** What the file shows beside its lines: who won and who lost, and what is wrong. */
import { expect, it } from "vitest";
import { lint } from "../../bindings/owners/lint/index.ts";
import { marksOf } from "../../tester/state/marks.ts";
import { whyOf } from "../../tester/work/why.ts";

const FILE = "User-agent: *\nDisallow: /\n\nUser-agent: GPTBot\nDisallow: /ab\nAllow: /ab\nAllow: /a\nDisallow: /x\n";

const marksFor = (name: string, url: string, text = FILE): readonly string[] =>
  marksOf(whyOf({ source: { kind: "file", text }, site: "", name, url }), undefined).map(
    ({ line, kind, reason }) => `${line} ${kind}${reason === undefined ? "" : `: ${reason}`}`,
  );

it("the winner, who loses and why, and the group", () =>
  expect(marksFor("GPTBot", "/abc")).toEqual([
    "4 group: GPTBot obeys this group, not the one for *",
    "5 loses: Matches 3 characters: the other rule takes precedence",
    "6 allowed: Decides: matches 3 characters",
    "7 loses: Matches 2 characters: too short to win",
    "8 group",
  ]));

it.each<[name: string, url: string, first: string]>([
  ["FooBot", "/a", "1 group: FooBot has no group of its own, so it obeys this one"],
  ["gptbot", "/a", "4 group: GPTBot obeys this group, not the one for *"],
])("%s is told which group it obeys", (name, url, first) => expect(marksFor(name, url)[0]).toBe(first));

it("a crawler that falls back is told to whom", () =>
  expect(marksFor("Googlebot-Image", "/a", "User-agent: Googlebot\nDisallow: /a\n")).toEqual([
    "1 group: Googlebot-Image has no group of its own: it obeys Googlebot",
    "2 refused: Decides: matches 2 characters",
  ]));

it("mistakes, and nothing else that the linter says", () => {
  const findings = lint("User-agent: *\nDisalow: /a\nDisallow: /b*\n");
  const marks = marksOf(undefined, findings);
  expect(marks.map(({ line, kind }) => [line, kind])).toEqual([[2, "mistake"]]);
  expect(marks[0]!.reason).toMatch(/^"Disalow" is/);
});
