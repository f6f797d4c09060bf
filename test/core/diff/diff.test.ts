/** Where dialects and versions disagree, and why: each column of the dialect table that can change a verdict is named. */
import { describe, expect, it } from "vitest";
import { diffDialects, diffVersions } from "../../../bindings/core/diff/index.ts";
import type { DialectName } from "../../../bindings/index.ts";

const all = "User-agent: *\n";

describe("the column that makes the difference", () => {
  const rows: readonly [column: string, body: string, agent: string, url: string, other: DialectName][] = [
    ["lines.keys", `${all}Disallowed: /a`, "x", "/a", "google"],
    ["lines.typos", `${all}Disalow: /a`, "x", "/a", "google"],
    ["lines.missingColon", `${all}Disallow /a`, "x", "/a", "google"],
    ["lines.nulEndsLine", `${all}Disallow: /a\0b`, "x", "/a", "google"],
    ["lines.blankLineEndsGroup", `${all}\nDisallow: /a`, "x", "/a", "koster1996"],
    ["lines.allow", `${all}Allow: /a\nDisallow: /`, "x", "/a", "original1994"],
    ["agents.token", "User-agent: MJ12bot\nDisallow: /", "MJ", "/", "google"],
    ["agents.match", "User-agent: FooBot-News\nDisallow: /", "FooBot", "/", "norobots1996"],
    ["agents.merges", "User-agent: x\nAllow: /\nUser-agent: x\nDisallow: /a", "x", "/a", "norobots1996"],
    ["agents.mergesStar", `${all}Allow: /\n${all}Disallow: /a`, "x", "/a", "norobots1996"],
    ["agents.emptyGroups", `${all}Disallow: /\n\nUser-agent: x`, "x", "/", "koster1996"],
    ["rules.order", `${all}Allow: /\nDisallow: /a`, "x", "/a", "koster1996"],
    ["rules.wildcards", `${all}Disallow: /*a`, "x", "/ba", "koster1996"],
    ["rules.robotsTxtAllowed", `${all}Disallow: /`, "x", "/robots.txt", "google"],
    ["rules.indexHtml", `${all}Disallow: /\nAllow: /index.html`, "x", "/", "google"],
    ["spelling", `${all}Disallow: /%7Ea`, "x", "/~a", "google"],
  ];
  it.each(rows)("%s", (column, body, agent, url, other) => {
    const [difference] = diffDialects(body, agent, [url], { dialects: ["rfc9309", other] });
    expect(difference).toMatchObject({ url, disagreements: [{ dialect: other }] });
    expect(difference!.disagreements[0]!.columns).toContain(column);
    expect(difference!.verdicts[other]!.allowed).not.toBe(difference!.verdicts.rfc9309!.allowed);
  });
});

describe("dialects", () => {
  it("lists no URL on which they agree", () => {
    expect(diffDialects(`${all}Disallow: /a`, "x", ["/a", "/b"])).toEqual([]);
  });

  it("compares all dialects with the first", () => {
    const [difference] = diffDialects(`${all}Disallow: /*a`, "x", ["/ba"]);
    expect(Object.keys(difference!.verdicts)).toEqual([
      "rfc9309",
      "google",
      "koster1996",
      "norobots1996",
      "original1994",
    ]);
    expect(difference!.disagreements.map(({ dialect }) => dialect)).toEqual([
      "koster1996",
      "norobots1996",
      "original1994",
    ]);
  });

  it("explains maxExplained URLs and lists all", () => {
    const urls = Array.from({ length: 20 }, (_, i) => `/${i}a`);
    const differences = diffDialects(`${all}Disallow: /*a`, "x", urls, { maxExplained: 5 });
    expect(differences).toHaveLength(20);
    expect(differences.filter(({ disagreements }) => disagreements[0]!.columns.length > 0)).toHaveLength(5);
  });

  it("throws for fewer than two dialects and for unknown ones", () => {
    expect(() => diffDialects("", "x", [], { dialects: ["google"] })).toThrow(
      /^dialects: expected at least two; got 1$/,
    );
    expect(() => diffDialects("", "x", [], { dialects: ["google", "latin" as "google"] })).toThrow(
      /^dialect: expected/,
    );
  });
});

describe("versions", () => {
  it("lists the URLs that change, with the rules of both sides", () => {
    const differences = diffVersions(`${all}Disallow: /a`, `${all}Disallow: /a\nAllow: /a/b`, "x", [
      "/a",
      "/a/b",
      "/c",
    ]);
    expect(differences).toMatchObject([
      { url: "/a/b", before: { allowed: false, rule: { line: 2 } }, after: { allowed: true, rule: { line: 3 } } },
    ]);
  });

  it("reads both versions in the given dialect", () => {
    const [before, after] = [`${all}Disallow: /`, `${all}Disallow: /\nAllow: /a`];
    expect(diffVersions(before, after, "x", ["/a"])).toHaveLength(1);
    expect(diffVersions(before, after, "x", ["/a"], { dialect: "koster1996" })).toEqual([]);
  });
});
