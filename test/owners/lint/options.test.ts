/** Profiles, ignore comments, fixes and pages instead of files. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { wellKnownAgents } from "../../../bindings/owners/lint/agent-lists.ts";
import {
  applyFixes,
  codes,
  countIgnored,
  type FindingCode,
  lint,
  profiles,
} from "../../../bindings/owners/lint/index.ts";
import fc from "../../support/properties.ts";
import { sized } from "../../support/sized.ts";
import { tablesOf } from "../../support/tables.ts";
import { usualCases } from "./cases.ts";

const { itEach } = tablesOf(import.meta.url);

const codesOf = (body: string | Uint8Array, options = {}): FindingCode[] => lint(body, options).map(({ code }) => code);
const fixed = (body: string | Uint8Array): string => new TextDecoder().decode(applyFixes(body).body);
const repaired = (body: string, url?: string): string =>
  new TextDecoder().decode(applyFixes(body, { repairs: true, ...(url !== undefined && { url }) }).body);
const ordered = "User-agent: *\nDisallow: /a\nAllow: /a/b\n";

describe("profiles", () => {
  it("the default speaks about crawlers of today", () => expect(codesOf(ordered)).toEqual([]));
  it("all reports what concerns parsers of the 1996 draft", () =>
    expect(codesOf(ordered, { profile: "all" })).toEqual(["order-dependent"]));
  it("a file that refuses everyone gets a warning", () =>
    expect(lint("User-agent: *\nDisallow: /\n")).toMatchObject([{ code: "everyone-refused", severity: "warning" }]));
  it("the example of the package is clean", () => {
    const example = readFileSync(new URL("../../../examples/shop.robots.txt", import.meta.url));
    expect(lint(example)).toEqual([]);
  });
  it("name existing codes", () => {
    for (const code of Object.values(profiles).flat()) expect(codes).toHaveProperty(code);
  });
  it("an unknown profile is an error", () =>
    expect(() => lint("", { profile: "old" as never })).toThrow("profile: expected one of modern, bing, all; got old"));
});

describe("crawlers of your own", () => {
  const agents = [
    { token: "ShopBot", crawlDelay: "ignored" },
    { token: "OldShopBot", status: "renamed to ShopBot" },
    { token: "Googlebot", crawlDelay: "obeyed" },
    { token: "CCBot", status: "retired" },
  ] as const;
  const ask = (body: string) =>
    lint(body, { agents, ignore: ["nonstandard-field"] }).map(({ code, message }) => [code, message]);

  itEach<[body: string, findings: string[][]]>("crawlers of your own: %j", (body, findings) =>
    expect(ask(body)).toEqual(findings),
  );

  it("lint knows nothing of them otherwise", () => expect(codesOf("User-agent: ShopBott\nDisallow: /a\n")).toEqual([]));

  itEach<[row: Record<string, string | string[]>, message: string]>("%j is an error", (row, message) =>
    expect(() => lint("", { agents: [row as never] })).toThrow(message),
  );
});

describe("ignore comments", () => {
  itEach<[title: string, lines: string, expected: number[]]>("ignore comments: %s", (_, lines, expected) => {
    const findings = lint(`User-agent: *\n${lines}\n`).filter(({ code }) => code === "trailing-star");
    expect(findings.map(({ line }) => line)).toEqual(expected);
  });
  it("are counted, and have no effect on demand", () => {
    const body = "# robots-wasm-ignore-file trailing-star, nul-byte\nUser-agent: *\nDisallow: /a*\nAllow: /b*\n";
    expect(codesOf(body)).toEqual([]);
    expect(countIgnored(body)).toBe(2);
    expect(codesOf(body, { ignoreComments: false })).toEqual(["trailing-star", "trailing-star"]);
    expect(countIgnored(body, { ignoreComments: false })).toBe(0);
    expect(countIgnored(body, { ignore: ["trailing-star"] })).toBe(0);
  });
  it("are on or off", () =>
    expect(() => lint("", { ignoreComments: "no" as never })).toThrow(
      "ignoreComments: expected a boolean; got string",
    ));
});

describe("applyFixes", () => {
  const mixed = "User-agent: *\nDisallow: private/\nAllow: /a*\n";
  it("applies every fix and reports the number", () => {
    const { body, ...counts } = applyFixes(mixed);
    expect(new TextDecoder().decode(body)).toBe("User-agent: *\nDisallow: private/\nAllow: /a\n");
    expect(counts).toEqual({ fixes: 1, repairs: 0, changes: [] });
  });
  it("applies repairs on demand and names the verdicts that change", () => {
    const { body, ...counts } = applyFixes(mixed, { repairs: true });
    expect(new TextDecoder().decode(body)).toBe("User-agent: *\nDisallow: /private/\nAllow: /a\n");
    const dialects = ["rfc9309", "google"];
    expect(counts).toEqual({
      fixes: 1,
      repairs: 1,
      changes: [{ agent: "*", path: "/private/", allowed: false, dialects }],
    });
  });
  it("fixes what a fix reveals", () =>
    expect(fixed("User-agent: *\nDisallow: /é*\n")).toBe("User-agent: *\nDisallow: /%C3%A9\n"));
  it("repairs what a repair reveals", () =>
    expect(repaired("User-agent: *\nDisallow '/a b'\n")).toBe("User-agent: *\nDisallow: /a%20b\n"));
  it("does not apply ignored fixes", () => {
    const body = "User-agent: *\nDisallow: /a* # robots-wasm-ignore trailing-star\n";
    expect(applyFixes(body)).toMatchObject({ body: new TextEncoder().encode(body), fixes: 0 });
  });
  it("repairs only if that is asked for", () =>
    expect(() => applyFixes("", { repairs: "no" as never })).toThrow("repairs: expected a boolean; got string"));
  it("leaves bytes outside the fixes alone, also if they are not UTF-8", () => {
    const bytes = Buffer.from("# \xe9\xff\nUser-agent: *\nDisallow: /a*\n", "latin1");
    expect(Buffer.from(applyFixes(bytes).body)).toEqual(
      Buffer.from("# \xe9\xff\nUser-agent: *\nDisallow: /a\n", "latin1"),
    );
  });
  it("leaves nothing to fix in the cases", () => {
    for (const { found } of usualCases) {
      const text = found.replace(/[[\]]/g, "");
      expect(lint(applyFixes(text).body).filter(({ fix }) => fix !== undefined)).toEqual([]);
      const { body } = applyFixes(text, { repairs: true });
      expect(lint(body).filter(({ fix, repair }) => (fix ?? repair) !== undefined)).toEqual([]);
    }
  });
  it("accepts any text", () => {
    const piece = fc.constantFrom(
      ..."User-agent: |Disallow: |Allow |Sitemap: |\n|\r|\0|*|$|/|a|%6|#|é|, | |https://h".split("|"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        expect(applyFixes(pieces.join(""), { repairs: true }).fixes).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: sized(500, 500, 50) },
    );
  });
});

describe("an HTML page instead of a robots.txt", () => {
  itEach<string>("is the only finding: %j", (body) => {
    expect(codesOf(body, { ignore: ["byte-order-mark"] })).toEqual(["html-document"]);
  });
});

it("a well-known crawler is not a misspelling of another", () => {
  for (const agent of wellKnownAgents)
    expect(codesOf(`User-agent: ${agent}/2.0\nDisallow: /a\n`)).not.toContain("misspelt-agent");
});
