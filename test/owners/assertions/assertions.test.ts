/** Assertions in the comments of a robots.txt. */
import { describe, expect, it } from "vitest";
import { RobotsByDialect } from "../../../bindings/owners/agents/internal.ts";
import { AssertionChecker } from "../../../bindings/owners/assertions/check.ts";
import { assertionsIn } from "../../../bindings/owners/assertions/index.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const checkerOf = (robots: string) => new AssertionChecker(new RobotsByDialect(robots));

describe("an assertion", () => {
  itEach<[line: string, agent: string, url: string, expected: string]>(
    "is read from %j",
    (line, agent, url, expected) => {
      expect(assertionsIn(line)).toMatchObject([{ agent, url, expected }]);
      expect(assertionsIn(line)[0]).not.toHaveProperty("problem");
    },
  );

  itEach<string>("%j is malformed, and never passes", (line) => {
    const [found] = assertionsIn(line);
    expect(found?.problem).toMatch(/^expected test: AGENT, a path or URL, and allowed or refused/);
    expect(checkerOf("").check(found!).passed).toBe(false);
  });

  it.each(["# tests: GPTBot /a refused", "# the test: /a", "test: GPTBot /a refused", "# note"])(
    "%j is not one",
    (line) => {
      expect(assertionsIn(line)).toEqual([]);
    },
  );

  it("has its place, from test: on, in every kind of line", () => {
    expect(
      assertionsIn("é\r\n\r#  test: A /x allowed ").map(({ line, column, endColumn }) => [line, column, endColumn]),
    ).toEqual([[3, 4, 22]]);
  });

  it("beyond the thousandth is malformed", () => {
    const found = assertionsIn("# test: A /x allowed\n".repeat(1001));
    expect(found[999]?.problem).toBeUndefined();
    expect(found[1000]?.problem).toContain("at most 1000");
    expect(checkerOf("").check(found[1000]!).explanation).toBeUndefined();
  });
});

describe("a verdict", () => {
  const checker = checkerOf("User-agent: Googlebot\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n");
  const check = (text: string) => checker.check(assertionsIn(text)[0]!);

  itEach<[text: string, passed: boolean]>("%s: passed %s", (text, passed) => {
    expect(check(text).passed).toBe(passed);
  });

  it.each([
    ["# test: OpenAI /a refused", /OpenAI is not the name of a crawler/],
    ["# test: , /a refused", /expected a product token/],
  ])("%s cannot be checked", (text, expected) => {
    expect(check(text)).toMatchObject({ passed: false, problem: expect.stringMatching(expected) });
  });
});

it("a refusal by a group for * does not hold for a crawler that ignores such groups", () => {
  const check = (robots: string, text: string) => checkerOf(robots).check(assertionsIn(text)[0]!);
  const checked = check("User-agent: *\nDisallow: /\n", "# test: AdsBot-Google /x refused");
  expect(checked).toMatchObject({ passed: false, explanation: { allowed: false } });
  expect(checked.fetchedAnyway).toMatch(/^AdsBot-Google ignores groups for \*/);
  const named = check("User-agent: AdsBot-Google\nDisallow: /\n", "# test: AdsBot-Google /x refused");
  expect([named.passed, named.fetchedAnyway]).toEqual([true, undefined]);
});

it("a URL is refused if one of its readings is", () => {
  const checker = checkerOf("User-agent: *\nDisallow: /a\n");
  expect(checker.check(assertionsIn("# test: x /y/../a refused")[0]!).passed).toBe(true);
});

describe("words for many crawlers", () => {
  const checked = (robots: string, text: string) => {
    const [assertion] = assertionsIn(text);
    return checkerOf(robots).check(assertion!);
  };
  const closed = "User-agent: *\nDisallow: /\n";

  itEach<[agent: string, robots: string, passed: boolean]>("%s are refused by %j: %s", (agent, robots, passed) => {
    expect(checked(robots, `# test: ${agent} / refused`).passed).toBe(passed);
  });

  it("a failure shows the rule of a crawler that fails", () => {
    const { explanation } = checked(`${closed}\nUser-agent: SecretBot\nAllow: /\n`, "# test: all crawlers / refused");
    expect(explanation).toMatchObject({ allowed: true, rule: { line: 5 } });
  });
});
