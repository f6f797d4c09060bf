/** Fixes keep every verdict, delay, sitemap and usage preference. Replacements that do not are repairs. */

import { describe, expect, it } from "vitest";
import { parse } from "../../../bindings/index.ts";
import { applyFixes, changedVerdicts, type LintOptions, lint } from "../../../bindings/owners/lint/index.ts";
import fc from "../../support/properties.ts";
import { sized } from "../../support/sized.ts";
import { tablesOf } from "../../support/tables.ts";
import { bodyOf } from "./meaning.ts";

const { itEach } = tablesOf(import.meta.url);

const kindsOf = (body: string | Uint8Array, code: string, options: LintOptions = {}): string[] =>
  lint(body, options)
    .filter((finding) => finding.code === code)
    .map(({ fix, repair }) => (fix !== undefined ? `fix ${fix}` : repair !== undefined ? `repair ${repair}` : "none"));

const group = "User-agent: *\n";

describe("a replacement is a fix if it is proved to keep every verdict, and else a repair", () => {
  itEach<[title: string, body: string, code: string, kind: string]>(
    "a replacement is a fix if it is proved to keep every verdict, and else a repair: %s",
    (_, body, code, kind) =>
      expect(
        kindsOf(body, code, { ...(code === "relative-sitemap" && { url: "https://a.example/robots.txt" }) }),
      ).toEqual([kind]),
  );

  it("in the chosen dialect as well: in 1994, escapes are plain text", () => {
    const body = `${group}Disallow: /%c3\n`;
    expect(kindsOf(body, "noncanonical-escape", { dialect: "koster1996" })).toEqual(["fix /%C3"]);
    expect(kindsOf(body, "noncanonical-escape", { dialect: "original1994" })).toEqual(["repair /%C3"]);
  });

  it("two stars of opposite rules are dropped one after the other", () => {
    const body = `${group}Allow: /*\nDisallow: /*\n`;
    expect(lint(body).map(({ fix, repair }) => [fix, repair])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      ["/", undefined],
    ]);
    expect(new TextDecoder().decode(applyFixes(body).body)).toBe(`${group}Allow: /\nDisallow: /\n`);
  });

  it("a file that would grow past 500 KiB, or shrink below it, is not fixed: readers drop what is beyond", () => {
    const padded = (line: string, bytes: number): string => {
      const end = `\n${group}Disallow: ${line}\n`;
      return `#${"x".repeat(bytes - end.length - 1)}${end}`;
    };
    expect(kindsOf(padded("/a*", 512_000), "trailing-star")).toEqual(["fix /a"]);
    expect(kindsOf(padded("/a*", 512_001), "trailing-star")).toEqual(["none"]);
    expect(kindsOf(padded("/é", 511_990), "unescaped-bytes")).toEqual(["fix /%C3%A9"]);
    expect(kindsOf(padded("/é", 511_998), "unescaped-bytes")).toEqual(["repair /%C3%A9"]);
  });

  it("a line that Google would cut is not fixed", () => {
    const body = (spaces: number): string => `${group}Disallow:${" ".repeat(spaces)}/${"é".repeat(1000)}\n`;
    expect(kindsOf(body(1), "unescaped-bytes")[0]).toMatch(/^fix/);
    expect(kindsOf(body(12_000), "unescaped-bytes")[0]).toMatch(/^repair/);
  });

  it("nothing is a fix in UTF-16, which not every reader decodes", () => {
    const body = Buffer.from(`\ufeff${group}Disallow: /é\n`, "utf16le");
    expect(kindsOf(body, "unescaped-bytes")).toEqual(["repair /%C3%A9"]);
    expect(applyFixes(body)).toMatchObject({ fixes: 0, body });
    expect(Buffer.from(applyFixes(body, { repairs: true }).body).toString()).toBe(`${group}Disallow: /%C3%A9\n`);
  });
});

describe("a repair does what the author probably meant", () => {
  const repaired = (body: string, options: LintOptions = {}): string =>
    new TextDecoder().decode(applyFixes(body, { ...options, repairs: true }).body);

  itEach<[title: string, body: string, expected: string]>(
    "a repair does what the author probably meant: %s",
    (_, body, expected) => expect(repaired(body)).toBe(expected),
  );

  it("but makes no rule of a URL of another host", () => {
    const body = `${group}Disallow: https://other.example/a\nDisallow: https://a.example/b\n`;
    expect(repaired(body, { url: "https://a.example/robots.txt" })).toBe(body.replace("https://a.example", ""));
  });
});

describe("the verdicts that repairs change are named", () => {
  it("for each crawler whose group changes, with the dialects", () => {
    const { changes } = applyFixes("User-agent: Googelbot\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n", {
      repairs: true,
    });
    const both = ["rfc9309", "google"];
    expect(changes).toEqual([
      { agent: "Googelbot", path: "/a", allowed: true, dialects: both },
      { agent: "Googelbot", path: "/b", allowed: false, dialects: both },
      { agent: "Googlebot", path: "/b", allowed: true, dialects: both },
      { agent: "Googlebot", path: "/a", allowed: false, dialects: both },
    ]);
  });

  it("also if only the order of the rules changes", () =>
    expect(changedVerdicts(`${group}Allow: /\nDisallow: /*\n`, `${group}Allow: /\nDisallow: /\n`)).toEqual([
      { agent: "*", path: "/", allowed: true, dialects: ["rfc9309", "google"] },
    ]));

  it("in the chosen dialect as well", () =>
    expect(
      changedVerdicts(`${group}Disallow: /%7ea\n`, `${group}Disallow: /~a\n`, { dialect: "original1994" }),
    ).toEqual([
      { agent: "*", path: "/%7Ea", allowed: true, dialects: ["google"] },
      { agent: "*", path: "/~a", allowed: false, dialects: ["google", "original1994"] },
      { agent: "*", path: "/%7ea", allowed: true, dialects: ["original1994"] },
    ]));

  it("nothing is named for equal files", () => expect(changedVerdicts(group, group)).toEqual([]));

  it("what is named is true", () => {
    fc.assert(
      fc.property(bodyOf, (text) => {
        const { body, changes } = applyFixes(text, { repairs: true });
        for (const { agent, path, allowed, dialects: names } of changes) {
          for (const dialect of path === undefined ? [] : names) {
            const token = agent === "*" ? "nobody" : agent;
            expect(parse(body, { dialect }).agent(token).isAllowed(path!)).toBe(allowed);
            expect(parse(text, { dialect }).agent(token).isAllowed(path!)).toBe(!allowed);
          }
        }
      }),
      { numRuns: sized(100, 100, 10) },
    );
  });
});
