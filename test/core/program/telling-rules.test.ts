/** The exact search for paths that tell two programs apart, against deciding every short path by both. */
import { describe, expect, it } from "vitest";
import { type Dialect, dialects } from "../../../bindings/core/dialects.ts";
import { URL_SKIPS_SLASHES } from "../../../bindings/core/layout.ts";
import { isAllowedBy } from "../../../bindings/core/program/engine.ts";
import { decideIn, fallback } from "../../../bindings/core/program/fallback.ts";
import type { Program } from "../../../bindings/core/program/program.ts";
import { type TellingRule, tellingRules } from "../../../bindings/core/program/telling-rules.ts";
import { below, holds, oneIn, pick, same, times } from "../../assembly/memory.ts";

const pathsOf = (letters: readonly string[], most: number): readonly string[] =>
  most === 0 ? ["/"] : pathsOf(letters, most - 1).flatMap((path) => [path, ...letters.map((letter) => path + letter)]);

/** Every path of up to four bytes more than the slash; and with an escape that only in a query equals its byte. */
const PATHS: ReadonlySet<string> = new Set([...pathsOf(["a", "b", "?"], 4), ...pathsOf(["a", "?", "@", "%40"], 3)]);

const ENOUGH = 2 ** 20;

function anyLine(): string {
  const pattern = times(1 + below(3), () =>
    pick(["a", "b", "ab", "*", "*a", "?", "/", "%61", "%6", "%", "1", "@", "%40", "?a@", "?*%40"]),
  ).join("");
  return `${pick(["Allow", "Disallow"])}: ${oneIn(8) ? "/robots.txt" : `/${oneIn(10) ? "" : pattern}${oneIn(4) ? "$" : ""}`}`;
}

/** Two versions of a file: the second adds, removes, moves or turns a line. */
function anyVersions(): [string[], string[]] {
  const before = times(1 + below(4), anyLine);
  const after = [...before];
  const at = below(after.length);
  pick([
    () => after.splice(at, 1),
    () => after.splice(at, 0, anyLine()),
    () => after.splice(at, 1, anyLine()),
    () => after.unshift(...after.splice(at, 1)),
    () =>
      after.splice(
        at,
        1,
        after[at]!.replace(/^\w+/, (word) => (word === "Allow" ? "Disallow" : "Allow")),
      ),
  ])();
  return [before, after];
}

const programOf = (lines: readonly string[], dialect: Dialect): Program =>
  fallback.compile(["User-agent: *", ...lines].join("\n"), ["x"], dialect).program;

function anyPrograms(dialect: Dialect) {
  const versions = anyVersions();
  const programs = versions.map((lines) => programOf(lines, dialect)) as [Program, Program];
  const verdictsOn = (path: string): boolean[] => programs.map((one) => isAllowedBy(decideIn(dialect, one, path)));
  const what = (): string => JSON.stringify([dialect.name, ...versions]);
  return { programs, verdictsOn, what };
}

describe.each(dialects.map((dialect) => [dialect.name, dialect] as const))("%s", (_, dialect) => {
  const told = (programs: [Program, Program], steps: number, wanted?: boolean): TellingRule[] => [
    ...tellingRules(...programs, dialect, { steps }, wanted),
  ];

  it("each path that is told differs in the wanted way, and where nothing is told no short path does", () => {
    holds(100, () => {
      const { programs, verdictsOn, what } = anyPrograms(dialect);
      const wanted = pick([undefined, true, false]);
      // A search that ends early names the rule without a path.
      const rules = told(programs, oneIn(3) ? below(60) : ENOUGH, wanted);
      const isWanted = (path: string): boolean => {
        const [was, is] = verdictsOn(path);
        return was !== is && (wanted === undefined || is === wanted);
      };
      for (const { path } of rules)
        if (path !== undefined) same(isWanted(path), true, () => `${path}, ${wanted}, of ${what()}`);
      same(rules.length === 0 ? [...PATHS].find(isWanted) : undefined, undefined, () => `${wanted} of ${what()}`);
    });
  });

  it("with enough steps a path is told for each rule, unless paths that begin with two slashes were left out", () => {
    holds(30, () => {
      const { programs, what } = anyPrograms(dialect);
      const hasPaths = told(programs, ENOUGH).every(({ path }) => path !== undefined);
      same(hasPaths || (dialect.flags & URL_SKIPS_SLASHES) !== 0, true, what);
    });
  });

  it.each<[string, string[], string, TellingRule[]]>([
    ["its line is that of the changed rule", ["Disallow: /b"], "Disallow: /a", [{ line: 3, path: "/a" }]],
    ["a rule for the root alone leaves other paths", ["Disallow: /$"], "Disallow: /a", [{ line: 3, path: "/a" }]],
    ["an escape before the query has one reading", ["Disallow: /@", "Allow: /%40"], "Disallow: /@abc", []],
  ])("%s", (__, before, added, wanted) => {
    const programs = [before, [...before, added]].map((lines) => programOf(lines, dialect));
    expect(told(programs as [Program, Program], ENOUGH)).toEqual(wanted);
  });
});

/** What is told of two versions, each path with its verdicts, and the steps that it took. */
function told(before: readonly string[], after: readonly string[], steps: number, dialect: Dialect = dialects[0]!) {
  const programs = [before, after].map((lines) => programOf(lines, dialect)) as [Program, Program];
  const budget = { steps };
  const rules = [...tellingRules(...programs, dialect, budget)].map(({ line, path }) => {
    const [was, is] = programs.map((one) => path !== undefined && isAllowedBy(decideIn(dialect, one, path)));
    return [line, ...(path === undefined ? [] : [path, was, is])];
  });
  return { rules, steps: steps - budget.steps };
}

it.each<[title: string, before: string[], after: string[], rules: unknown[]]>([
  ["two digits behind a bare percent sign would be an escape", [], ["Disallow: /%4*1$"], [[2, "/%4?1", true, false]]],
  ["also if they are letters, in a query", [], ["Disallow: /?%a*b$"], [[2, "/?%axb", true, false]]],
  [
    "an escape anywhere in a query equals its byte as well",
    ["Disallow: /?a@"],
    ["Disallow: /?a@", "Allow: /?a%40b"],
    [
      [3, "/?a%40b", false, true],
      [3, "/?a@b", false, true],
    ],
  ],
  ["one digit does not make an escape, whatever follows", [], ["Disallow: /%4*%4*g$"], [[2, "/%4%4g", true, false]]],
  [
    "rules that came stand in file order",
    [],
    ["Disallow: /a", "Disallow: /bc"],
    [
      [2, "/a", true, false],
      [3, "/bc", true, false],
    ],
  ],
  [
    "rules that went stand before those that came",
    ["Disallow: /a"],
    ["", "Disallow: /b"],
    [
      [2, "/a", false, true],
      [3, "/b", true, false],
    ],
  ],
  [
    "a rule of both sides is told of once, if its order decides",
    ["Disallow: /a", "Allow: /a"],
    ["Allow: /a", "Disallow: /a"],
    [],
  ],
])("%s", (_, before, after, rules) => expect(told(before, after, ENOUGH).rules).toEqual(rules));

it("where the order decides, all rules between the first and the last moved one are told of", () => {
  const koster1996 = dialects.find(({ name }) => name === "koster1996")!;
  const [kept, one, other] = ["Disallow: /x", "Allow: /a", "Disallow: /ab"] as const;
  const { rules } = told([kept, one, other, "Disallow: /y"], [kept, other, one, "Disallow: /y"], ENOUGH, koster1996);
  expect(rules).toEqual([
    [3, "/ab", true, false],
    [4, "/ab", true, false],
  ]);
});

it("a path that begins with two slashes is left out where a text of it would name a host, and the rule is told of", () => {
  const google = dialects.find(({ name }) => name === "google")!;
  expect(told([], ["Disallow: //a"], ENOUGH, google).rules).toEqual([[2]]);
  expect(told([], ["Disallow: /*/a$"], ENOUGH, google).rules).toEqual([[2, "/x/a", true, false]]);
  expect(told([], ["Disallow: //a"], ENOUGH).rules).toEqual([[2, "//a", true, false]]);
});

describe("the steps", () => {
  const hostile = Array.from({ length: 40 }, (_, i) => `Allow: /*a*b${i}*c$`);
  const after = [...hostile, "Disallow: /*z", "Disallow: /*zz"];

  it("end with the budget, or with 32,768 for a rule, and then the rule is told of without a path", () => {
    const [before] = [after.slice(0, -1)];
    for (const [budget, most] of [
      [3000, 3000],
      [ENOUGH, 2 ** 15],
    ] as const) {
      const { rules, steps } = told(before!, after, budget);
      expect(rules).toEqual([[43]]);
      expect([steps > most - 1, steps < most + 1500], `${steps}`).toEqual([true, true]);
    }
    for (const none of [0, -5]) expect(told(before!, after, none)).toEqual({ rules: [[43]], steps: 0 });
  });

  it("do not exist where the other version gives the verdict of the rule to every path", () => {
    expect(told([], ["Allow: /a"], ENOUGH)).toEqual({ rules: [], steps: 0 });
    expect(told(["Allow: /a"], ["Allow: /"], ENOUGH).rules).toEqual([]);
    expect(told(["Disallow: /"], ["Disallow: /", "Disallow: /a"], ENOUGH)).toEqual({ rules: [], steps: 0 });
    expect(told(["Disallow: /"], ["Disallow: /", "Allow: /a"], ENOUGH).rules).toEqual([[3, "/a", false, true]]);
    expect(told(["Disallow: /", "Allow: /b"], ["Allow: /b"], ENOUGH).rules).toEqual([[2, "/", false, true]]);
  });
});

it("a change among 2,000 rules that share nothing with it takes few steps", () => {
  const [dialect] = dialects as [Dialect];
  const lines = times(2000, (i) => `Disallow: /${i}/`);
  const programs = [lines, [...lines, "Allow: /x"]].map((one) => programOf(one, dialect)) as [Program, Program];
  const budget = { steps: ENOUGH };
  expect([...tellingRules(...programs, dialect, budget)]).toEqual([]);
  expect(ENOUGH - budget.steps).toBeLessThan(2000);
});
