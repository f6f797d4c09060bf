/** Liberties one by one: each switch turned on where its dialect has it off, and off where it has it on, in both engines. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { dialects } from "../../../bindings/core/dialects.ts";
import { INDEX_HTML, TOKEN_MATCH, TYPOS } from "../../../bindings/core/layout.ts";
import { dialectWith } from "../../../bindings/core/robots/leniency.ts";
import { AgentRules, type DialectName, type Leniency, parse } from "../../../bindings/index.ts";
import { engines, withEngine } from "../../support/engines.ts";

interface Row {
  readonly leniency: Leniency;
  readonly dialect: DialectName;
  readonly robots: string;
  readonly agent: string;
  readonly url: string;
  /** Without the switch, and with it. */
  readonly verdicts: readonly [boolean, boolean];
}

const row = (
  leniency: Leniency,
  dialect: DialectName,
  robots: string,
  agent: string,
  url: string,
  verdicts: readonly [boolean, boolean],
): Row => ({ leniency, dialect, robots, agent, url, verdicts });

const all = "User-agent: *\n";
const mj12 = "User-agent: MJ12bot\nDisallow: /\n";

const rows: readonly Row[] = [
  row({ typos: true }, "rfc9309", `${all}Disalow: /a`, "x", "/a", [true, false]),
  row({ typos: false }, "google", `${all}Disalow: /a`, "x", "/a", [false, true]),
  row({ prefixKeys: true }, "rfc9309", `${all}Disallowed: /a`, "x", "/a", [true, false]),
  row({ prefixKeys: false }, "google", `${all}Disallowed: /a`, "x", "/a", [false, true]),
  row({ missingColon: true }, "rfc9309", `${all}Disallow /a`, "x", "/a", [true, false]),
  row({ missingColon: false }, "google", `${all}Disallow /a`, "x", "/a", [false, true]),
  row({ nulEndsLine: true }, "rfc9309", `${all}Disallow: /a\0b`, "x", "/a", [true, false]),
  row({ nulEndsLine: false }, "google", `${all}Disallow: /a\0b`, "x", "/a", [false, true]),
  row({ lineCapBytes: 13 }, "rfc9309", `${all}Disallow: /abc`, "x", "/abx", [true, false]),
  row({ tokens: "google" }, "rfc9309", mj12, "MJ12bot", "/", [false, true]),
  row({ tokens: "google" }, "rfc9309", mj12, "MJ", "/", [true, false]),
  row({ tokens: "strict" }, "rfc9309", mj12, "MJ12bot", "/", [false, true]),
  row({ tokens: "strict" }, "google", mj12, "MJ", "/", [false, true]),
  row({ tokens: "extended" }, "google", mj12, "MJ12bot", "/", [true, false]),
  row({ cutTokens: false }, "rfc9309", "User-agent: Foo bar\nDisallow: /", "Foo", "/", [false, true]),
  row({ tokens: "strict", cutTokens: true }, "rfc9309", mj12, "MJ12", "/", [true, false]),
  row({ match: "contains" }, "rfc9309", "User-agent: FooBot-News\nDisallow: /", "FooBot", "/", [true, false]),
  row({ match: "contains" }, "rfc9309", "User-agent: Foo\nDisallow: /", "FooBot", "/", [true, true]),
  row({ match: "either" }, "rfc9309", "User-agent: Foo\nDisallow: /", "FooBot", "/", [true, false]),
  row({ match: "contains" }, "koster1996", "User-agent: FooBot-News\nDisallow: /", "FooBot", "/", [true, false]),
  row({ match: "equal" }, "norobots1996", "User-agent: FooBot-News\nDisallow: /", "FooBot", "/", [false, true]),
  row({ mergeStar: false }, "rfc9309", `${all}Allow: /\n${all}Disallow: /a`, "x", "/a", [false, true]),
  row({ indexHtml: true }, "rfc9309", `${all}Disallow: /a/\nAllow: /a/index.html`, "x", "/a/", [false, true]),
  row({ indexHtml: false }, "google", `${all}Disallow: /a/\nAllow: /a/index.html`, "x", "/a/", [true, false]),
];

describe.each(engines)("$name", (engine) => {
  it.each(rows)("$leniency in $dialect, $agent $url", ({ leniency, dialect, robots, agent, url, verdicts }) => {
    withEngine(engine, () => {
      const without = parse(robots, { dialect });
      const lenient = parse(robots, { dialect, leniency });
      expect([without, lenient].map((one) => one.isAllowed(url, agent))).toEqual(verdicts);
      // Compiling in one reading leaves the other alone, and saved rules keep theirs.
      expect(parse(robots, { dialect }).isAllowed(url, agent)).toBe(verdicts[0]);
      expect(AgentRules.fromBytes(lenient.agent(agent).toBytes()).isAllowed(url)).toBe(verdicts[1]);
    });
  });
});

it("an empty object changes nothing", () => {
  const body = `${all}Disalow: /a`;
  expect(parse(body, { leniency: {} }).isAllowed("/a", "x")).toBe(true);
});

it.each(dialects)("in $name an option changes its own column alone, and equal options give one dialect", (dialect) => {
  expect(dialectWith(dialect, { lineCapBytes: 1 })).toEqual({ ...dialect, lineCapBytes: 1 });
  expect(dialectWith(dialect, { match: "equal" })).toEqual({ ...dialect, flags: dialect.flags & ~TOKEN_MATCH });
  expect(dialectWith(dialect, { typos: false, indexHtml: true }).flags).toBe((dialect.flags & ~TYPOS) | INDEX_HTML);
  const [one, same, other] = [7, 7, 8].map((lineCapBytes) => dialectWith(dialect, { lineCapBytes }));
  expect([one === same, one === other]).toEqual([true, false]);
});

it("each option is read once, when it is checked", () => {
  const values = [true, "no", 7, false];
  const leniency = {
    get typos(): boolean {
      return values.shift() as boolean;
    },
  };
  expect(parse(`${all}Disalow: /a`, { leniency }).isAllowed("/a", "x")).toBe(false);
  expect(values).toHaveLength(3);
});

it("docs/dialects.md lists every leniency option", () => {
  const page = readFileSync(new URL("../../../docs/dialects.md", import.meta.url), "utf8");
  const documented = Array.from(page.matchAll(/^\| `(\w+)` \| .* \| (lines|agents|rules)\./gm), ([, name]) => name);
  expect(() => parse("", { leniency: { "?": true } as Leniency })).toThrow(/among/);
  const listed = rows.flatMap(({ leniency }) => Object.keys(leniency));
  expect([...documented].sort()).toEqual([...new Set(listed)].sort());
});

describe("misuse", () => {
  it.each([
    [{ typo: true }, /^leniency: expected options among tokens, typos, .*; got typo; did you mean typos\?$/],
    [{ typos: 1 }, /^leniency\.typos: expected a boolean; got 1$/],
    [{ tokens: "loose" }, /^leniency\.tokens: expected strict, google or extended; got loose$/],
    [{ match: "toString" }, /^leniency\.match: expected equal, contains or either; got toString$/],
    [{ tokens: "toString" }, /^leniency\.tokens/],
    [{ lineCapBytes: 1.5 }, /^leniency\.lineCapBytes: expected a positive integer; got 1.5$/],
    [{ lineCapBytes: Number.NaN }, /^leniency\.lineCapBytes: expected a positive integer; got NaN$/],
    [{ lineCapBytes: "5" }, /^leniency\.lineCapBytes: expected a positive integer; got 5$/],
    [{ lineCapBytes: 0 }, /^leniency\.lineCapBytes: expected a positive integer; got 0$/],
    [Object.create({ typos: "no" }), /^leniency\.typos: expected a boolean; got no$/],
    [Object.create({ lineCapBytes: -5 }), /^leniency\.lineCapBytes: expected a positive integer; got -5$/],
  ])("%o", (leniency, message) => {
    const code = "typo" in leniency ? "ERR_UNKNOWN_OPTION" : "ERR_INVALID_ARG_VALUE";
    const error = { name: "TypeError", code, message: expect.stringMatching(message) };
    expect(() => parse("", { leniency: leniency as Leniency })).toThrow(expect.objectContaining(error));
  });
});
