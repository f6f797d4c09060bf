/** What counts as a URL (`UrlLike`), and what of it decides: in every dialect, engine and method. */

import { describe, expect, it } from "vitest";
import { type DialectName, dialects } from "../../../bindings/core/dialects.ts";
import { wasm } from "../../../bindings/core/engine/choose-engine.ts";
import { writesAscii } from "../../../bindings/core/engine/wasm.ts";
import { NOT_A_URL } from "../../../bindings/core/program/engine.ts";
import { fallback } from "../../../bindings/core/program/fallback.ts";
import { AgentRules } from "../../../bindings/core/robots/agent-rules.ts";
import { trace } from "../../../bindings/core/trace/index.ts";
import { parse } from "../../../bindings/index.ts";
import { withEngine } from "../../support/engines.ts";
import fc from "../../support/properties.ts";
import { sized } from "../../support/sized.ts";

const everywhere = dialects.map(({ name }) => name);
const strict = everywhere.filter((name) => name !== "google");
const encoder = new TextEncoder();

/** The verdicts on a string in every method and engine; a line cannot hold a line end. */
function verdictsOf(rules: AgentRules, url: string): readonly boolean[] {
  const bytes = encoder.encode(url);
  return [
    rules.isAllowed(url),
    rules.isAllowed(bytes),
    rules.explain(url).allowed,
    rules.isAllowedMany([url])[0] === 1,
    rules.isAllowedMany([bytes])[0] === 1,
    ...(/[\r\n]/.test(url) ? [] : [rules.isAllowedLines(encoder.encode(`${url}\n`))[0] === 1]),
    withEngine(fallback, () => rules.isAllowed(url)),
    withEngine(fallback, () => rules.isAllowedMany([url])[0] === 1),
    AgentRules.fromBytes(rules.toBytes()).isAllowed(url),
  ];
}

describe("a string that is neither an absolute URL with a host nor a path is not allowed", () => {
  const notUrls = [
    "cart",
    "mailto:a@b",
    "",
    "# a comment",
    " /a",
    "see https://h.example/a",
    "h.example/a",
    "?q",
    "://h/a",
    "1a://h/a",
    "http://",
    "https://?q",
    "https://#f",
    "https://h:99999/a",
    "https://1.2.3.999/a",
    "file:///a",
    "javascript:alert(1)",
    "\\\\h\\a",
    "\n/a",
    "ä://h/a",
    `${"a".repeat(9000)}/b`,
  ];
  it.each(strict.flatMap((dialect) => notUrls.map((url) => [dialect, url] as const)))("%s: %.30j", (dialect, url) => {
    for (const file of ["", "User-agent: *\nAllow: /\nDisallow: /x\n"]) {
      const rules = parse(file, { dialect }).agent("ExampleBot");
      expect(new Set(verdictsOf(rules, url))).toEqual(new Set([false]));
      expect(rules.explain(url)).toMatchObject({ allowed: false, reason: "not-a-url" });
      expect(rules.explain(url).rule).toBeUndefined();
    }
  });

  it("google decides any text, as google/robotstxt does", () => {
    const rules = parse("User-agent: *\nDisallow: /a\n", { dialect: "google" }).agent("ExampleBot");
    for (const url of ["cart", "", "mailto:a@b"]) {
      expect(new Set(verdictsOf(rules, url))).toEqual(new Set([true]));
      expect(rules.explain(url).reason).toBe("no-match");
    }
    expect(new Set(verdictsOf(rules, "h.example/a"))).toEqual(new Set([false]));
  });

  it("trace shows no path and no candidate", () => {
    const robots = parse("User-agent: *\nDisallow: /\n");
    expect(trace(robots, "x", "cart")).toMatchObject({
      allowed: false,
      reason: "not-a-url",
      paths: [],
      candidates: [],
    });
  });
});

describe("an absolute URL or a path is decided by the rules", () => {
  const urls = ["/a", "/", "//a", "http://h", "https://h/", "HTTPS://H/b", "a+b-c.1://h", "ftp://h/a?b", "http://h?q"];
  const odd = [
    " https://h/a",
    "http:/h/a",
    "http:h/a",
    "http:///a",
    "https:\\\\h\\a",
    "ht\ttp://h/a",
    "https://u:p@h/",
  ];
  it.each(everywhere.flatMap((dialect) => [...urls, ...odd].map((url) => [dialect, url] as const)))(
    "%s: %s",
    (dialect, url) => {
      const decide = (file: string) => parse(file, { dialect }).agent("ExampleBot");
      expect(new Set(verdictsOf(decide(""), url))).toEqual(new Set([true]));
      expect(new Set(verdictsOf(decide("User-agent: *\nDisallow: /\n"), url))).toEqual(new Set([false]));
    },
  );
});

it("both engines find the same texts to be URLs", () => {
  const program = AgentRules.programOf(parse("User-agent: *\nDisallow: /a\n", { reading: "written" }).agent("x"));
  const text = fc.string({ unit: fc.constantFrom(..."hA9+-.:/?;#% @_\0é"), maxLength: 12 });
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        text.map((rest) => `http:${rest}`),
        text.map((rest) => `a://${rest}`),
      ),
      (url) => {
        const decision = wasm!.decide(program, url);
        expect(decision).toBe(fallback.decide(program, url));
        expect(wasm!.decideLines(program, encoder.encode(`${url}\n`))).toEqual(Uint8Array.of(decision & 1));
        if (decision === NOT_A_URL) expect(url).not.toMatch(/^\//);
      },
    ),
    { numRuns: sized(600, 20_000) },
  );
});

describe("a URL object is decided by its pathname and search", () => {
  const file = "User-agent: *\nDisallow: /private\n";
  const rulesIn = (dialect: DialectName) => parse(file, { dialect }).agent("ExampleBot");
  it.each(
    everywhere.flatMap((dialect) =>
      [
        ["a host with ;", "http://x;y.site/private/x"],
        ["dot segments", "https://h.example/x/../private/1"],
        ["an encoded dot segment", "https://h.example/x/%2e%2e/private/1"],
        ["backslashes", "https://h.example\\private\\1"],
        ["white space around it", "  https://h.example/private/1  "],
        ["user and password", "https://a;b:c;d@h.example/private/1"],
        ["; behind the host", "https://h.example/private/1;2?a;b#c;d"],
        ["another scheme", "x-y://a;b/private/1"],
      ].map(([title, url]) => [dialect, title!, url!] as const),
    ),
  )("%s: %s", (dialect, _, text) => {
    const rules = rulesIn(dialect);
    const url = new URL(text);
    expect(rules.isAllowed(url)).toBe(false);
    expect(rules.explain(url)).toMatchObject({ allowed: false, reason: "rule", rule: { line: 2 } });
    expect(Array.from(rules.isAllowedMany([url, "/", url]))).toEqual([0, 1, 0]);
    expect(trace(parse(file, { dialect }), "x", url)).toMatchObject({ allowed: false, candidates: [{ line: 2 }] });
    expect(parse(file, { dialect }).isAllowed(url, "ExampleBot")).toBe(false);
  });

  it.each(everywhere)("%s: a path that starts with // stays a path", (dialect) => {
    const rules = parse("User-agent: *\nDisallow: //private\n", { dialect }).agent("x");
    expect(rules.isAllowed(new URL("https://h.example//private/1"))).toBe(false);
    expect(rules.isAllowed(new URL("https://h.example/private/1"))).toBe(true);
  });

  it.each(["rfc9309", "google"] as const)("%s: an empty query counts, with and without ; in the URL", (dialect) => {
    const rules = parse("User-agent: *\nDisallow: /\nAllow: /*.html$\n", { dialect }).agent("x");
    const allowed = (path: string) => rules.isAllowed(new URL(path, "https://h.example"));
    expect(["/a.html", "/a.html?", "/;a.html", "/;a.html?"].map(allowed)).toEqual([true, false, true, false]);
  });

  it.each(strict)("%s: a URL without a host is not allowed", (dialect) => {
    for (const url of ["mailto:a@b", "data:,x", "javascript:1;2", "data:/private;x", "file:///a", "file:///a;b"])
      expect(rulesIn(dialect).explain(new URL(url))).toMatchObject({ allowed: false, reason: "not-a-url" });
  });

  it("the query counts, the fragment does not", () => {
    const rules = parse("User-agent: *\nDisallow: /*?id=\nDisallow: /*f\n").agent("x");
    expect(rules.isAllowed(new URL("https://h.example/a?id=1"))).toBe(false);
    expect(rules.isAllowed(new URL("https://h.example/a#f"))).toBe(true);
  });

  it("whatever host and user it has", () => {
    const piece = fc.constantFrom(";", "a", ".", "-", "1", "%3b", "--", "x");
    const part = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));
    const property = fc.property(part, part, fc.constantFrom("/private/1", "/a;/private", "/"), (user, host, path) => {
      const text = `http://${user}@a${host}b:8080${path}`;
      if (!URL.canParse(text)) return;
      for (const dialect of everywhere) {
        const rules = rulesIn(dialect);
        expect(rules.isAllowed(new URL(text)), dialect).toBe(rules.isAllowed(new URL(`http://h.example${path}`)));
      }
    });
    fc.assert(property, { numRuns: sized(300, 20_000) });
  });
});

it("the text of a URL object is its own, in ASCII, whatever a subclass says", () => {
  class Pretty extends URL {
    override get href(): string {
      return "https://h.example/\u0161";
    }
  }
  const rules = parse("User-agent: *\nDisallow: /b\n").agent("x");
  expect([
    rules.isAllowed(new Pretty("https://h.example/b")),
    rules.isAllowed(new Pretty("https://h.example/c")),
  ]).toEqual([false, true]);
  expect(() => rules.isAllowed(Object.create(URL.prototype) as URL)).toThrow(
    "url: expected a string, a URL or a Uint8Array",
  );
});

it.runIf(writesAscii)("only URL objects are written as ASCII", () => {
  const taken: string[] = [];
  const rules = parse("User-agent: *\nDisallow: /a\n").agent("x");
  const asked: typeof fallback = {
    ...fallback,
    decideAscii: (program, url) => {
      taken.push(url);
      return fallback.decide(program, url);
    },
  };
  withEngine(asked, () => {
    for (const url of ["/", encoder.encode("/"), new URL("https://h.example/c")]) rules.isAllowed(url);
  });
  expect(taken).toEqual(["https://h.example/c"]);
});
