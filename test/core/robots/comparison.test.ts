/** Which verdicts of a crawler two versions of a file change, by example. `changedVerdicts` and the editor show them. */
import { describe, expect, it } from "vitest";
import { dialectNamed } from "../../../bindings/core/dialects.ts";
import { Comparison, type Difference, MAX_EXAMPLES } from "../../../bindings/core/robots/comparison.ts";
import { type DialectName, parse } from "../../../bindings/index.ts";
import fc from "../../support/properties.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const compare = (before: string | Uint8Array, after: string | Uint8Array, dialect: DialectName = "rfc9309") =>
  new Comparison([before, after], dialectNamed(dialect));
const star = "User-agent: *\n";
const group = (agent: string, ...rules: readonly string[]) => [`User-agent: ${agent}`, ...rules, ""].join("\n");
const refused = (path: string): Difference => ({ path, allowed: false });
const allowed = (path: string): Difference => ({ path, allowed: true });

describe("the agents of both versions", () => {
  const agentsOf = (before: string, after: string, dialect?: DialectName) => [
    ...compare(before, after, dialect).agents(),
  ];

  it("are those of the old one, then those that only the new one has, then `*`", () =>
    expect(agentsOf(group("b") + group("a"), group("c") + group("a"))).toEqual(["b", "a", "c", "*"]));

  it("stand once whatever their letter case, as they are written first", () =>
    expect(agentsOf(group("FooBot"), group("foobot") + group("FOOBOT"))).toEqual(["FooBot", "*"]));

  it("are cut as tokens, so a line without one is `*`", () => {
    expect(agentsOf(group("Foo-Bot_a/1.0"), `${star}${group("/2")}`)).toEqual(["Foo-Bot_a", "*"]);
    expect(agentsOf(group("a b"), "", "original1994")).toEqual(["a", "*"]);
  });

  it("are found in the first 500 KiB", () => {
    const most = `#${"x".repeat(511_985)}\n`;
    expect(agentsOf(`${most}User-agent: a`, "")).toEqual(["a", "*"]);
    expect(agentsOf(`#${most}User-agent: b`, "")).toEqual(["*"]);
  });
});

describe("an example for each rule that a change adds, removes or moves", () => {
  itEach<[title: string, before: string, after: string, differences: readonly Difference[]]>(
    "an example for each rule that a change adds, removes or moves: %s",
    (_, before, after, differences) => {
      const found = compare(before, after).differencesFor([]);
      expect(found).toEqual(expect.arrayContaining([...differences]));
      expect(found).toHaveLength(differences.length);
    },
  );

  it("as the dialect decides", () => {
    const files = [`${star}Disallow: /\n`, `${star}Disallow: /\nAllow: /a\n`] as const;
    expect(compare(...files).differencesFor([])).toEqual([allowed("/a")]);
    expect(compare(...files, "koster1996").differencesFor([])).toEqual([]);
  });

  it("in bytes as in text", () => {
    const [before, after] = [star, `${star}Disallow: /\u00e9`].map((text) => new TextEncoder().encode(text));
    expect(compare(before!, after!).differencesFor([])).toEqual([refused("/%C3%A9")]);
  });
});

describe("the rules that a crawler obeys", () => {
  const before = `${star}Disallow: /s\n${group("a", "Disallow: /a")}${group("b", "Disallow: /b")}`;
  const comparison = compare(before, `${star}Disallow: /t\n${group("a", "Disallow: /a", "Disallow: /c")}`);

  itEach<[title: string, tokens: readonly string[], ignoresStar: boolean, differences: readonly Difference[]]>(
    "the rules that a crawler obeys: %s",
    (_, tokens, ignoresStar, differences) => {
      const found = comparison.differencesFor(tokens, ignoresStar);
      expect(found).toEqual(expect.arrayContaining([...differences]));
      expect(found).toHaveLength(differences.length);
    },
  );

  it("are compared once, however many crawlers obey them", () => {
    const found = comparison.differencesFor(["x"]);
    expect(comparison.differencesFor(["y"])).toBe(found);
    expect(comparison.differencesFor([])).toBe(found);
    expect(comparison.differencesFor(["a"])).not.toBe(found);
  });

  it("are not taken for those of another order of the versions", () => {
    const one = `${group("a", "Disallow: /1")}${group("b", "Disallow: /2")}`;
    const other = `${group("a", "Disallow: /2")}${group("b", "Disallow: /1")}`;
    const both = compare(one, other);
    expect(both.differencesFor(["a"])).toEqual(expect.arrayContaining([refused("/2"), allowed("/1")]));
    expect(both.differencesFor(["b"])).toEqual(expect.arrayContaining([refused("/1"), allowed("/2")]));
  });
});

/** `/` and all paths of up to four letters behind it. */
const letters = ["a", "b", "/"];
const paths = [1, 2, 3, 4].reduce(
  (known) => [...new Set(known.flatMap((path) => [path, ...letters.map((letter) => path + letter)]))],
  ["/"],
);
const rules = fc.array(
  fc.tuple(
    fc.constantFrom("Allow", "Disallow"),
    fc.constantFrom(..."/ /a /b /ab /a/ /*b /a*b /a$ /*/ /*b$ /a*".split(" ")),
  ),
  { maxLength: 4 },
);
const files = fc
  .array(fc.tuple(fc.constantFrom("*", "x", "y"), rules), { maxLength: 3 })
  .map((groups) => groups.map(([agent, lines]) => group(agent, ...lines.map((rule) => rule.join(": ")))).join(""));

it("over random files, examples differ, and where there is none, no path of a model that asks for every path does", () =>
  fc.assert(
    fc.property(files, files, fc.constantFrom("x", "z"), (before, after, token) => {
      const verdicts = (path: string) => [before, after].map((file) => parse(file).isAllowed(path, token));
      const found = compare(before, after).differencesFor([token]);
      for (const { path, allowed: is } of found) expect(verdicts(path!)).toEqual([!is, is]);
      const differing = paths.filter((path) => new Set(verdicts(path)).size === 2);
      if (found.length === 0) expect(differing).toEqual([]);
    }),
  ));

describe("the work is bounded", () => {
  const rules = (count: number) => Array.from({ length: count }, (_, i) => `Disallow: /${i}/`).join("\n");

  it("to 100 examples, and one more says that there are others", () => {
    expect(MAX_EXAMPLES).toBe(100);
    expect(
      compare(star, star + rules(100))
        .differencesFor([])
        .filter(({ path }) => path === undefined),
    ).toEqual([]);
    const found = compare(star, star + rules(150)).differencesFor([]);
    expect(found).toHaveLength(101);
    expect(found.slice(0, 100).every(({ path, allowed: is }) => path !== undefined && is === false)).toBe(true);
    expect(found[100]).toEqual({});
  });

  it("to two million steps: comparisons of a token with a name, and 32 for a rule; then nothing more is compared", () => {
    const names = Array.from({ length: 2000 }, (_, i) => `User-agent: ${i}\n`).join("");
    const rest = `Allow: /\n${star}${"Allow: /\n".repeat(3000)}`;
    const comparison = compare(names + rest, `${star}Disallow: /`);
    const tokens = Array.from({ length: 250 }, (_, i) => `nobody-${i}`);
    const answers = Array.from({ length: 4 }, () => comparison.differencesFor(tokens, true));
    expect(answers).toEqual([[], [], [], []]);
    expect(comparison.differencesFor([])).toEqual([{}]);
    expect(comparison.differencesFor(["0"])).toEqual([{}]);
  });
});
