/** Which groups a crawler obeys (RFC 9309 §2.2.1; the 1994 and 1996 records): by line numbers of rules and fields. */
import { describe, expect, it } from "vitest";
import { type DialectName, dialectNamed, dialects } from "../../../bindings/core/dialects.ts";
import { fieldsOutsideGroups, selectRules } from "../../../bindings/core/reader/groups.ts";
import { readRecords } from "../../../bindings/core/reader/record-reader.ts";
import { dialectWith, type Leniency } from "../../../bindings/core/robots/leniency.ts";
import { below, holds, oneIn, pick, times } from "../../assembly/memory.ts";
import { modelOf, naiveIsOutside, naiveRecords, naiveSelection } from "../../assembly/models.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const everywhere = dialects.map(({ name }) => name);
const today: readonly DialectName[] = ["rfc9309", "google"];
const early: readonly DialectName[] = ["koster1996", "norobots1996", "original1994"];
const firstOnly: readonly DialectName[] = ["norobots1996", "original1994"];
const withRulesOnly: readonly DialectName[] = ["koster1996", "original1994"];

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** A file as lines joined by ` / `; an empty one between ` /  / `. */
function select(file: string, agents: string | readonly string[], name: DialectName, leniency: Leniency = {}) {
  const dialect = dialectWith(dialectNamed(name), leniency);
  const records = readRecords(new TextEncoder().encode(file.replaceAll(" / ", "\n")), dialect);
  const selection = selectRules(records, typeof agents === "string" ? [agents] : agents, dialect);
  return {
    isNamed: selection.isNamed,
    agent: selection.hasGroup ? textOf(selection.agent) : undefined,
    lines: selection.rules.map(({ line }) => line),
    fields: selection.fields.map(({ key, value, line }) => ({ key: textOf(key), value: textOf(value), line })),
  };
}

/** The `agent` is the user-agent line that selected, undefined for no group at all; `lines` are those of the rules. */
type Row = readonly [
  title: string,
  file: string,
  agent: string,
  selecting: string | undefined,
  lines: readonly number[],
];

function holdsIn(names: readonly DialectName[], rows: readonly Row[]): void {
  for (const name of names) {
    it.each(rows)(`${name}: %s`, (_, file, agent, selecting, lines) => {
      const selection = select(file, agent, name);
      expect({ selecting: selection.agent, lines: selection.lines }).toEqual({ selecting, lines });
      expect(selection.isNamed).toBe(selecting !== undefined && !selecting.startsWith("*"));
    });
  }
}

describe("the group of an agent, else of *, else none, in every dialect", () => {
  const file = "User-agent: * / Disallow: /1 /  / User-agent: FooBot / Disallow: /2";
  holdsIn(everywhere, [
    ["its own, wherever it stands", file, "FooBot", "FooBot", [5]],
    ["in any letter case", file, "fOObOT", "FooBot", [5]],
    ["in any letter case up to Z", "User-agent: aZ / Disallow: /1", "Az", "aZ", [2]],
    ["the one for *", file, "Other", "*", [2]],
    ["none", "User-agent: FooBot / Disallow: /1", "Other", undefined, []],
    ["nobody's rules before the first user-agent", "Disallow: /1 / User-agent: * / Disallow: /2", "a", "*", [3]],
    ["a file without groups", "Disallow: /1", "a", undefined, []],
    ["several names for one group", "User-agent: a / User-agent: b / Disallow: /1", "a", "a", [3]],
    ["a second name", "User-agent: a / User-agent: b / Disallow: /1", "b", "b", [3]],
    ["a name beside *", "User-agent: * / User-agent: a / Disallow: /1", "a", "a", [3]],
    ["empty rules count", "User-agent: a / Disallow: /  / User-agent: b / Disallow: /1", "a", "a", [2]],
    ["a comment does not end a group", "User-agent: a / # / Disallow: /1", "a", "a", [3]],
    ["a sitemap does not", "User-agent: a / Sitemap: s / Disallow: /1", "a", "a", [3]],
    ["an unknown line does not", "User-agent: a / Crawl-delay: 1 / Disallow: /1", "a", "a", [3]],
    ["nor does a line that is not a record", "User-agent: a / nothing / Disallow: /1", "a", "a", [3]],
    ["a prototype's name is a name", "User-agent: constructor / Disallow: /1", "constructor", "constructor", [2]],
    ["and not everybody's", "User-agent: a / Disallow: /1", "__proto__", undefined, []],
  ]);
});

describe("a group without rules", () => {
  const last = "User-agent: * / Disallow: /0 /  / User-agent: a";
  const first = "User-agent: a /  / User-agent: * / Disallow: /0";
  holdsIn([...today, "norobots1996"], [["is its agent's own", last, "a", "a", []]]);
  holdsIn(withRulesOnly, [
    ["is none: its agent obeys *", last, "a", "*", [2]],
    ["before the one for *", first, "a", "*", [4]],
    ["with nothing but a comment and other fields", "User-agent: a / # / k: v", "a", undefined, []],
    ["an empty rule is a rule", "User-agent: * / Disallow: /0 /  / User-agent: a / Disallow:", "a", "a", [5]],
    ["one for * is none either", "User-agent: *", "a", undefined, []],
    ["another group of the agent counts", "User-agent: a /  / User-agent: a / Disallow: /1", "a", "a", [4]],
  ]);
  holdsIn(["original1994"], [["an Allow is not a rule in 1994", "User-agent: a / Allow: /1", "a", undefined, []]]);
});

describe("RFC 9309 §2.2.1: runs of user-agent lines, merged groups", () => {
  holdsIn(today, [
    ["an empty line does not end a group", "User-agent: a /  / Disallow: /1 /  / Disallow: /2", "a", "a", [3, 5]],
    ["nor a run", "User-agent: a /  / User-agent: b / Disallow: /1", "a", "a", [4]],
    ["a sitemap does not end a run", "User-agent: a / Sitemap: s / User-agent: b / Disallow: /1", "a", "a", [4]],
    ["a crawl-delay does not", "User-agent: a / Crawl-delay: 1 / User-agent: b / Disallow: /1", "a", "a", [4]],
    ["an empty rule does", "User-agent: a / Disallow: / User-agent: b / Disallow: /1", "a", "a", [2]],
    ["an allow does", "User-agent: a / Allow: /x / User-agent: b / Disallow: /1", "a", "a", [2]],
    [
      "same-agent groups are one",
      "User-agent: a / Disallow: /1 / User-agent: b / Allow: /0 / User-agent: A / Allow: /2",
      "a",
      "a",
      [2, 6],
    ],
    [
      "all groups for * are one",
      "User-agent: * / Disallow: /1 / User-agent: b / Allow: /0 / User-agent: * / Allow: /2",
      "a",
      "*",
      [2, 6],
    ],
    [
      "own and * are not",
      "User-agent: * / Disallow: /1 / User-agent: a / Disallow: /2 / User-agent: * / Disallow: /3",
      "a",
      "a",
      [4],
    ],
    ["named twice in a run, obeyed once", "User-agent: a / User-agent: A / Disallow: /1", "a", "a", [3]],
    ["a line's version is left out", "User-agent: FooBot/2.1 (x) / Disallow: /1", "FooBot", "FooBot/2.1 (x)", [2]],
    ["a star after the name too", "User-agent: FooBot* / Disallow: /1", "FooBot", "FooBot*", [2]],
    ["the whole name, not its beginning", "User-agent: Foo / Disallow: /1", "FooBot", undefined, []],
    ["nor the agent's beginning", "User-agent: FooBot-News / Disallow: /1", "FooBot", undefined, []],
    ["* with text is *", "User-agent: * all / Disallow: /1", "a", "* all", [2]],
    ["*a is nobody", "User-agent: *a / Disallow: /1", "a", undefined, []],
    ["** is nobody", "User-agent: ** / Disallow: /1", "a", undefined, []],
    ["a quoted name is nobody", 'User-agent: "a" / Disallow: /1', "a", undefined, []],
    ["a caller named * has no group but *", "User-agent: a / Disallow: /1", "*", undefined, []],
  ]);
});

it("mergeStar says whether all groups for * are one, and nothing of an agent's groups (draft-koster-rep-00)", () => {
  const file =
    "User-agent: * / Disallow: /1 / User-agent: a / Disallow: /2 / User-agent: * / Allow: /3 / User-agent: a / Allow: /4";
  const linesOf = (agent: string, mergeStar: boolean): readonly number[] =>
    select(file, agent, "rfc9309", { mergeStar }).lines;
  expect([linesOf("b", true), linesOf("b", false)]).toEqual([[2, 6], [2]]);
  expect([linesOf("a", true), linesOf("a", false)]).toEqual([
    [4, 8],
    [4, 8],
  ]);
});

it("a user-agent line that is cut before its value names nobody", () => {
  const cut = "User-agent:* x / Disallow: /1";
  expect([11, 14].map((lineCapBytes) => select(cut, "a", "rfc9309", { lineCapBytes }).agent)).toEqual([
    undefined,
    "* x",
  ]);
});

describe("product tokens: extended in rfc9309, strict in google", () => {
  const file = "User-agent: MJ12bot / Disallow: /1 / User-agent: archive.org_bot / Disallow: /2";
  holdsIn(
    ["rfc9309"],
    [
      ["digits", file, "MJ12bot", "MJ12bot", [2]],
      ["dots", file, "archive.org_bot", "archive.org_bot", [4]],
      ["not cut at a digit", file, "MJ", undefined, []],
      ["the caller's version is left out", file, "MJ12bot/1.4", "MJ12bot", [2]],
      ["no token in the caller, no group", "User-agent: / Disallow: /1", "", undefined, []],
      ["not even that of a line without one", "User-agent: (x) / Disallow: /1", "(y)", undefined, []],
    ],
  );
  holdsIn(
    ["google"],
    [
      ["cut at a digit", file, "MJ", "MJ12bot", [2]],
      ["the caller is not cut", file, "MJ12bot", undefined, []],
      ["not even its version", "User-agent: a / Disallow: /1", "a/1", undefined, []],
      ["no token equals no token", "User-agent: 007 / Disallow: /1", "", "007", [2]],
      ["an empty line is one without a token", "User-agent: / Disallow: /1", "", "", [2]],
      ["* is not", "User-agent: * / Disallow: /1", "", "*", [2]],
    ],
  );
});

describe("draft-koster-robots-00 §3.2.1: the first record whose line contains the token", () => {
  holdsIn(
    ["norobots1996"],
    [
      [
        "the line contains the token",
        "User-agent: The FigTree Robot/0.1 / Disallow: /1",
        "figtree",
        "The FigTree Robot/0.1",
        [2],
      ],
      ["not the token the line", "User-agent: Fig / Disallow: /1", "FigTree", undefined, []],
      [
        "the caller's version is left out",
        "User-agent: FigTree / Disallow: /1",
        "FigTree/0.1 Robot/1.0 libwww-perl/5.04",
        "FigTree",
        [2],
      ],
      ["* is named alone", "User-agent: * x / Disallow: /1", "a", undefined, []],
    ],
  );
  holdsIn(firstOnly, [
    ["the first record only", "User-agent: a / Disallow: /1 /  / User-agent: a / Disallow: /2", "a", "a", [2]],
    ["the first for * only", "User-agent: * / Disallow: /1 /  / User-agent: * / Disallow: /2", "a", "*", [2]],
    ["without an empty line too", "User-agent: a / Disallow: /1 / User-agent: a / Disallow: /2", "a", "a", [2]],
  ]);
  holdsIn(
    ["norobots1996"],
    [["an empty line ends a run", "User-agent: a /  / User-agent: b / Disallow: /1", "a", "a", []]],
  );
  holdsIn(early, [
    ["an empty line ends a record", "User-agent: a / Disallow: /1 /  / Disallow: /2", "a", "a", [2]],
    [
      "rules after an empty line are nobody's",
      "User-agent: b /  / Disallow: /1 / User-agent: a / Disallow: /2",
      "a",
      "a",
      [5],
    ],
    ["a comment does not end one", "User-agent: a / Disallow: /1 / # / Disallow: /2", "a", "a", [2, 4]],
  ]);
});

describe("1996 draft, version 1, §3.2.1: names are compared whole", () => {
  const several = "User-agent: a / Disallow: /1 /  / User-agent: b / Disallow: /2 /  / User-agent: A / Disallow: /3";
  holdsIn(
    ["koster1996"],
    [
      ["in any letter case", "User-agent: FigTree / Disallow: /1", "FIGtree", "FigTree", [2]],
      ["not a part of the line", "User-agent: FigTreeBot / Disallow: /1", "figtree", undefined, []],
      ["not the line in the name", "User-agent: Fig / Disallow: /1", "FigTree", undefined, []],
      ["a line with a version is another name", "User-agent: FigTree/0.1 / Disallow: /1", "FigTree", undefined, []],
      ["the caller's version is left out", "User-agent: figtree / Disallow: /1", "FigTree/0.1 x", "figtree", [2]],
      ["a token of RFC 1945", "User-agent: a+b!c / Disallow: /1", "A+B!C/1", "a+b!c", [2]],
      ["* is named alone", "User-agent: * x / Disallow: /1", "a", undefined, []],
      ["any record that applies (§3.1)", several, "a", "a", [2, 8]],
    ],
  );
});

describe("1994: either name contains the other, versions left out", () => {
  holdsIn(
    ["original1994"],
    [
      ["the token contains the line's", "User-agent: Foo / Disallow: /1", "FooBot", "Foo", [2]],
      ["the line's contains the token", "User-agent: FooBot-Images / Disallow: /1", "foobot", "FooBot-Images", [2]],
      [
        "without the line's version",
        "User-agent: Foo/2.0 (FooBot) / Disallow: /1",
        "FooBot/1",
        "Foo/2.0 (FooBot)",
        [2],
      ],
      ["nothing but a version is nobody", "User-agent: /2.0 / Disallow: /1", "FooBot", undefined, []],
      ["no name is nobody", "User-agent: / Disallow: /1", "FooBot", undefined, []],
      ["Allow is not a rule", "User-agent: a / Allow: /1 / Disallow: /2", "a", "a", [3]],
    ],
  );
});

describe("several agents: the first that a group names", () => {
  const file =
    "User-agent: * / Disallow: /1 /  / User-agent: Googlebot / Disallow: /2 /  / User-agent: Googlebot-Image / Disallow: /3";
  itEach<[agents: string[], lines: number[]]>("several agents: the first that a group names: %j", (agents, lines) => {
    for (const name of ["rfc9309", "google", "koster1996", "norobots1996"] as const) {
      // In December 1996 the line `Googlebot-Image` would do for Googlebot too, but the first record wins.
      expect(select(file, agents, name).lines).toEqual(lines);
    }
  });
});

describe("other fields", () => {
  const linesOf = (file: string, agent: string, name: DialectName = "rfc9309"): number[] =>
    select(file, agent, name).fields.map(({ line }) => line);

  it("come with key, value and line", () => {
    expect(select("User-agent: a / Crawl-Delay : 5 # s / X: É", "a", "rfc9309").fields).toEqual([
      { key: "Crawl-Delay", value: "5", line: 2 },
      { key: "X", value: "É", line: 3 },
    ]);
  });
  itEach<[title: string, file: string, agent: string, lines: number[]]>("other fields: %s", (_, file, agent, lines) =>
    expect(linesOf(file, agent)).toEqual(lines),
  );

  it("1994 and 1996: an empty line ends them", () => {
    for (const name of early) expect(linesOf("User-agent: a / k: v / Disallow: /  / k: w", "a", name)).toEqual([2]);
  });
  it("1994: Allow is one", () =>
    expect(linesOf("User-agent: a / Allow: /x / Disallow: /", "a", "original1994")).toEqual([2]));
});

describe.each(dialects)("$name agrees with a naive selection", (dialect) => {
  const AGENTS = ["a", "a", "b", "A/1", "*", "*", "c", "", "* x", "xa"];
  const LINES = [
    "Allow: /1",
    "Disallow: /2",
    "",
    "",
    "k: a",
    "a: a",
    "Crawl-delay: 1",
    "Visit-time: 2",
    "License: l",
    "Sitemap: s",
    "#",
  ];
  const anyLine = (): string => (oneIn(2) ? `User-agent: ${pick(AGENTS)}` : pick(LINES));
  const model = modelOf(dialect);

  it("rules, fields, those of other user-agent lines, and the selecting line", () => {
    holds(600, () => {
      const text = times(1 + below(14), anyLine).join("\n");
      const tokens = times(below(3), () => pick(["a", "b", "d"]));
      const records = readRecords(Buffer.from(text), dialect);
      const got = selectRules(records, tokens, dialect);
      const naive = naiveRecords(text, model);
      const wanted = naiveSelection(text, naive, tokens, model);
      const what = `${JSON.stringify(text)} for ${tokens}`;
      const linesOf = (list: readonly { readonly line: number }[]): number[] => list.map(({ line }) => line);
      expect(linesOf(got.rules), what).toEqual(linesOf(wanted.rules));
      expect(linesOf(got.fields), what).toEqual(linesOf(wanted.fields));
      expect(linesOf(got.fields.filter((one) => one.isOfOtherRun)), what).toEqual(linesOf(wanted.fieldsOfOthers));
      expect([got.isNamed, got.hasGroup], what).toEqual([wanted.isNamed, wanted.agent !== undefined]);
      expect(textOf(got.agent), what).toBe(wanted.agent === undefined ? "" : text.slice(...wanted.agent.value));
      const outside = fieldsOutsideGroups(records).map((at) => records.table[at + 1]!);
      expect(outside, what).toEqual(linesOf(naive.filter((one, i) => one.kind === 0 && naiveIsOutside(naive, i))));
    });
  });
});
