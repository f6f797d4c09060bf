/** The linter reports each mistake at its place and nothing for clean files. hostile.test.ts: it accepts every file. */

import { describe, expect, it } from "vitest";
import { parse } from "../../../bindings/index.ts";
import { codes, type FindingCode, lint, MAX_FINDINGS } from "../../../bindings/owners/lint/index.ts";
import fc from "../../support/properties.ts";
import { sized } from "../../support/sized.ts";
import { cases } from "./cases.ts";

/** The text without its marks, and the marked place. */
function marked(text: string): { readonly body: string; readonly line: number; readonly columns: [number, number] } {
  const start = text.indexOf("[");
  const end = text.lastIndexOf("]") - 1;
  const before = text.slice(0, start).split(/\r\n|\r|\n/);
  const column = before.at(-1)!.length + 1;
  const body = text.slice(0, start) + text.slice(start + 1, end + 1) + text.slice(end + 2);
  return { body, line: before.length, columns: [column, column + end - start] };
}

describe.each(cases)("$code", ({ code, found, notFound, fix, repair, profile = "modern", options, otherOptions }) => {
  it("is reported at its place", () => {
    const { body, line, columns } = marked(found);
    const finding = lint(body, { profile, ...options }).find((one) => one.code === code);
    expect(finding).toMatchObject({ line, column: columns[0], endColumn: columns[1], ...codes[code] });
    const named = fix ?? repair;
    if (named !== undefined) expect([finding?.fix, finding?.repair]).toEqual([fix, repair]);
  });

  it("is not reported for a similar, correct file", () => {
    expect(lint(notFound, { profile, ...otherOptions }).map((one) => one.code)).not.toContain(code);
  });
});

describe.each(cases.filter(({ fix, repair }) => (fix ?? repair) !== undefined))(
  "$code",
  ({ code, found, fix, repair, profile = "modern" }) => {
    it("disappears after the fix or repair", () => {
      const { body, line, columns } = marked(found);
      const lines = body.split("\n");
      const old = lines[line - 1]!;
      lines[line - 1] = old.slice(0, columns[0] - 1) + (fix ?? repair) + old.slice(columns[1] - 1);
      expect(lint(lines.join("\n"), { profile }).map((one) => one.code)).not.toContain(code);
    });
  },
);

describe("other cases", () => {
  const codesOf = (body: Uint8Array | string, options = {}): FindingCode[] =>
    lint(body, options).map(({ code }) => code);
  const bytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

  it("UTF-16", () => expect(codesOf(bytes("\xff\xfeU\0s\0e\0"))).toContain("utf16-encoding"));
  it("invalid UTF-8", () => expect(codesOf(bytes("User-agent: *\nDisallow: /\xe9\n"))).toContain("invalid-utf8"));
  it("valid UTF-8", () => expect(codesOf("User-agent: *\nDisallow: /é\n")).not.toContain("invalid-utf8"));
  it("a rule after a shorter one, in the 1996 dialect", () => {
    const body = "User-agent: *\nDisallow: /a\nAllow: /a/b\n";
    expect(codesOf(body, { dialect: "koster1996" })).toContain("unreachable-rule");
    expect(codesOf(body)).not.toContain("unreachable-rule");
  });
  it("a star is a plain character in the 1996 dialect", () => {
    const body = "User-agent: *\nDisallow: /*\n";
    expect(codesOf(body)).toContain("everyone-refused");
    expect(codesOf(body, { dialect: "koster1996", profile: "all" })).toEqual(["wildcard-dependent"]);
  });
  it("a repair for relative sitemaps if the URL of the file is given", () => {
    const [finding] = lint("Sitemap: s.xml\n", { url: "https://example.com/robots.txt" });
    expect(finding).toMatchObject({ code: "relative-sitemap", repair: "https://example.com/s.xml" });
  });
  it("the place where crawlers look, also for GitHub Pages", () => {
    const messageFor = (url: string) => lint("", { url }).find(({ code }) => code === "not-at-root")?.message;
    expect(messageFor("https://x.example/proj/robots.txt")).toBe(
      "crawlers request https://x.example/robots.txt, not /proj/robots.txt",
    );
    expect(messageFor("https://user.github.io/proj/robots.txt")).toBe(
      "crawlers request https://user.github.io/robots.txt, not /proj/robots.txt; GitHub Pages serves it from the repository user.github.io",
    );
    for (const url of ["https://x.example/", "https://x.example/robots.txt", "https://x.example/robots.txt?a#b"])
      expect(messageFor(url)).toBeUndefined();
  });
  it("how many redirects crawlers follow, by the policy of the dialect", () => {
    const redirects = Array.from({ length: 6 }, (_, i) => `https://h/${i}`);
    const messages = (["rfc9309", "google", "koster1996"] as const).map(
      (dialect) => lint("User-agent: *\n", { dialect, response: { redirects } })[0]?.message,
    );
    const five = "6 redirects lead to https://h/5; crawlers must follow only 5";
    expect(messages).toEqual([five, five, "6 redirects lead to https://h/5"]);
  });
  it("who reads Agentmap and Schemamap, who reports them, and values that are not URLs", () => {
    const messages = lint("Agentmap: /a.json\nSCHEMAMAP: https://h/s.xml\n").map(({ code, message, also = [] }) => [
      code,
      message,
      ...also,
    ]);
    expect(messages).toEqual([
      ["nonstandard-field", expect.stringMatching(/^Agentmap is read by agents/), "lighthouse"],
      ["invalid-value", "expected an absolute URL, such as https://example.com/map.xml"],
      ["nonstandard-field", expect.stringMatching(/^SCHEMAMAP is read by .*NLWeb/), "lighthouse", "search-console"],
    ]);
  });
  it("no replacement for a pattern that is too long to check", () => {
    const long = `${"é".repeat(3000)}*$a`;
    const findings = lint(`User-agent: *\nDisallow: ${long}\nDisallow: https://h/${long}\n`);
    const codesFound = findings.map(({ code }) => code).filter((code) => code !== "rule-too-long");
    expect(codesFound).toEqual(["pattern-without-slash", "pattern-is-url"]);
    for (const finding of findings) expect([finding.fix, finding.repair]).toEqual([undefined, undefined]);
  });
  it("no replacement that would form a new escape", () => {
    const finding = lint("User-agent: *\nDisallow: /%%361\n").find(({ code }) => code === "noncanonical-escape");
    expect(finding).toBeDefined();
    expect([finding!.fix, finding!.repair]).toEqual([undefined, undefined]);
  });
  it("a star with text after it is read as a star", () => {
    expect(lint("User-agent: * all\nDisallow: /a\n")).toMatchObject([
      { code: "agent-not-a-token", message: '" all" is not part of a product token: Google reads *' },
    ]);
  });
  it("no replacement for bytes that are not UTF-8", () => {
    const findings = lint(bytes("User-agent: *\nDisallow: caf\xe9%61$b*\nDisallow: https://h/\xe9\n"));
    expect(findings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["trailing-star", "dollar-inside", "pattern-is-url", "noncanonical-escape"]),
    );
    for (const finding of findings) expect([finding.fix, finding.repair]).toEqual([undefined, undefined]);
  });
  it("nothing in a clean file", () => {
    expect(lint("User-agent: *\nDisallow: /private/\nAllow: /public/\n\nSitemap: https://example.com/s.xml\n")).toEqual(
      [],
    );
  });
  it("reports the number of unlisted findings, unless ignored", () => {
    const body = "x\n".repeat(MAX_FINDINGS + 1);
    expect(codesOf(body)).toContain("too-many-findings");
    expect(codesOf(body, { ignore: ["too-many-findings"] })).not.toContain("too-many-findings");
  });
  it("ignored codes are not reported", () =>
    expect(codesOf("Disallow: /\n", { ignore: ["rule-outside-group"] })).toEqual([]));
});

it("every code has a case", () => {
  const elsewhere = ["utf16-encoding", "invalid-utf8", "file-too-large", "not-checked", "too-many-findings"];
  expect(Object.keys(codes).sort()).toEqual([...new Set([...cases.map(({ code }) => code), ...elsewhere])].sort());
});

it("reports a sitemap behind a byte order mark, which the parser takes for a part of the value", () => {
  const body = "Sitemap: \uFEFFhttps://example.com/s.xml\n";
  expect(parse(body).sitemaps).toEqual([]);
  expect(lint(body).map(({ code }) => code)).toEqual(["relative-sitemap"]);
});

it("reports exactly the sitemaps that the parser rejects", () => {
  const piece = fc.constantFrom(
    "http:",
    "ftp:",
    "/",
    "//",
    "h",
    "a.example",
    ":",
    "\u0001",
    "\ud800",
    "data:",
    " ",
    "%",
  );
  const value = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(value, (text) => {
      const body = `Sitemap: ${text}`;
      const { sitemaps } = parse(body);
      const faults = lint(body).filter(({ code }) => code.endsWith("-sitemap"));
      expect(faults).toHaveLength(1 - sitemaps.length);
    }),
    { numRuns: sized(3_000, 3_000, 100) },
  );
});

describe("misuse", () => {
  it.each([
    [42, {}, /^body: expected a string or a Uint8Array; got number/],
    ["", { dialect: "latin" }, /^dialect: expected one of/],
    ["", { ignore: ["toString"] }, /^ignore: expected codes of findings; got toString/],
    ["", { url: "x" }, /^url: expected an absolute URL/],
  ])("%o %o", (body, options, message) => expect(() => lint(body as string, options as object)).toThrow(message));
});
