/** A repair is offered only if the result can match what was meant (docs/lint.md, "Fixes and repairs"). */
import { describe, expect, it } from "vitest";
import { applyFixes, lint } from "../../../bindings/owners/lint/index.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const repairOf = (pattern: string, url?: string): string | undefined =>
  lint(`User-agent: *\nDisallow: ${pattern}\n`, url === undefined ? {} : { url }).find(
    ({ repair }) => repair !== undefined,
  )?.repair;

describe("a pattern without a slash", () => {
  itEach<[pattern: string, meant: string]>("%s probably means %s", (pattern, meant) =>
    expect(repairOf(pattern)).toBe(meant),
  );

  itEach<string>("%s has no repair", (pattern) => expect(repairOf(pattern)).toBeUndefined());
});

describe("a pattern with white space", () => {
  it.each([
    ["/my folder/a b.pdf", "/my%20folder/a%20b.pdf"],
    ["/a b/", "/a%20b/"],
  ])("%s may be a name with spaces: %s", (pattern, meant) => expect(repairOf(pattern)).toBe(meant));

  it.each([
    "/temp // private",
    "/temp - private files",
    "/temp (old)",
    "/User-agent: BingbotAllow: /",
    "/a b/../c",
    "*.js .css",
    "/private/ ← old",
    "/ private",
    "/a => /b",
    "/a|/b",
    "/a;/b",
  ])("%s has no repair", (pattern) => expect(repairOf(pattern)).toBeUndefined());
});

describe("a tag of a page", () => {
  itEach<[pattern: string, meant: string]>("%s means %s", (pattern, meant) => expect(repairOf(pattern)).toBe(meant));

  it.each([
    // A closing tag ends an empty value, which allows everything.
    "</p>/x",
    "</code></pre>/x/",
    // Two paths, or one.
    "/a<br>/b",
    "/a</li><li>/b",
    // The rest would refuse the whole site.
    "<p>/</p>",
    "/<br>",
    "<b>*</b>",
    "<p></p>",
    "<!-- /x -->",
    "/tmp <!-- temporary -->",
    "&lt;br&gt;/x",
    "/a&nbsp;/b",
    "/quoted.html&#8221;",
  ])("%s has no repair", (pattern) => expect(repairOf(pattern)).toBeUndefined());
});

describe("a placeholder", () => {
  const found = (pattern: string) =>
    lint(`User-agent: *\nDisallow: ${pattern}\n`).find(({ code }) => code === "placeholder-in-pattern");

  itEach<[pattern: string, name: string]>("%s: crawlers compare %s as it is written", (pattern, name) => {
    expect(found(pattern)?.message).toBe(`crawlers compare ${name} as it is written`);
    expect(repairOf(pattern)).toBeUndefined();
  });

  // Such paths are in real files and mean what they say.
  itEach<string>("%s has none", (pattern) => expect(found(pattern)).toBeUndefined());
});

describe("a full URL", () => {
  it.each([
    ["https://shop.example/cart", undefined, "/cart"],
    ["https://shop.example/cart", "https://shop.example/robots.txt", "/cart"],
    ["https://beta.shop.example/cart", "https://shop.example/robots.txt", undefined],
    // A host means a host: `/` would refuse the whole site.
    ["https://beta.site.example/", undefined, undefined],
    ["https://beta.site.example", undefined, undefined],
    ["http://beta.site.example/*", undefined, undefined],
    ["https://beta.site.example/**", undefined, undefined],
    ["https://shop.example/", "https://shop.example/robots.txt", undefined],
    ["https://*/cart", "https://shop.example/robots.txt", "/cart"],
  ])("%s in the file of %s: %s", (pattern, url, repair) => expect(repairOf(pattern, url)).toBe(repair));

  it("of another host is told that the host needs its own file", () => {
    const body = "User-agent: *\nDisallow: https://beta.site.example/\n";
    const [finding] = lint(body).filter(({ code }) => code === "pattern-is-url");
    expect(finding!.message).toMatch(/beta\.site\.example needs its own file$/);
    expect(new TextDecoder().decode(applyFixes(body, { repairs: true }).body)).toBe(body);
  });
});

describe("# in a path", () => {
  const messages = (pattern: string) =>
    lint(`User-agent: *\nDisallow: ${pattern}\n`).flatMap((one) =>
      one.code === "comment-in-value" ? [one.message] : [],
    );

  itEach<[pattern: string, read: string]>("%s is cut to %s, and has no repair", (pattern, read) => {
    expect(messages(pattern)).toEqual([`# ends the path here: crawlers read ${read}`]);
    expect(repairOf(pattern)).toBeUndefined();
  });

  it.each(["/tmp/ #old", "/tmp/# old", "/tmp/#", "/tmp/####"])("%s has a comment", (pattern) =>
    expect(messages(pattern)).toEqual([]),
  );
});
