/** What a file says of uses: to how many crawlers, and where it contradicts itself. */
import { expect, it } from "vitest";
import { knownAgents } from "../../bindings/owners/agents/index.ts";
import { usageView } from "../../tester/work/usage.ts";

const all = knownAgents.length;
const usesOf = (file: string) => {
  const { uses, silent } = usageView({ file });
  return {
    silent,
    uses: uses.map(({ use, allowed, line, count, conflict }) => ({ use, allowed, line, count, conflict })),
  };
};

it("says nothing of a file without statements", () =>
  expect(usesOf("User-agent: *\nDisallow: /\n")).toEqual({ silent: all, uses: [] }));

it("counts the crawlers that a statement reaches, and the others", () => {
  const { silent, uses } = usesOf("User-agent: CCBot\nContent-Signal: ai-train=no\nAllow: /\n");
  expect({ silent, uses }).toEqual({
    silent: all - 1,
    uses: [{ use: "train-ai", allowed: false, line: 2, count: 1, conflict: false }],
  });
});

it("names three of the crawlers at most", () => {
  const names = (agents: string) =>
    usageView({ file: `${agents}Content-Signal: ai-train=no\nAllow: /\n` }).uses[0]!.names;
  expect(names("User-agent: CCBot\nUser-agent: GPTBot\nUser-agent: ClaudeBot\n")).toHaveLength(3);
  expect(names("User-agent: *\n")).toHaveLength(3);
  expect(names("User-agent: CCBot\n")).toEqual(["CCBot"]);
});

it("a statement for all reaches those that no group names; each use has a row, search first", () => {
  const rules = "Content-Signal: search=yes, ai-train=no\nAllow: /\n";
  const { silent, uses } = usesOf(`User-agent: *\n${rules}\nUser-agent: CCBot\nDisallow: /\n`);
  expect(silent).toBeGreaterThan(0);
  expect(uses.map(({ use, allowed }) => [use, allowed])).toEqual([
    ["search", true],
    ["train-ai", false],
  ]);
  for (const { count } of uses) expect(count).toBe(all - silent);
});

it.each([
  ["Content-Signal: ai-train=yes\nContent-Usage: train-ai=n\n", true],
  ["Content-Signal: ai-train=no\nContent-Usage: train-ai=n\n", false],
  ["Content-Signal: ai-train=no\n", false],
])("%j contradicts itself: %s", (lines, isContradiction) => {
  const file = `User-agent: *\n${lines}Disallow: /\n`;
  const [use] = usesOf(file).uses;
  expect([use!.allowed, use!.conflict]).toEqual([false, isContradiction]);
  const titles = usageView({ file }).contradictions.map(({ title }) => title);
  expect(titles.includes("The file says both yes and no to AI training")).toBe(isContradiction);
});
