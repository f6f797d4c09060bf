/** What a file, and a change of it, means for a site: the public functions that the tester is made of. */
import { describe, expect, it } from "vitest";
import { parse } from "../../../bindings/index.ts";
import { compareVersions, reachOf, verdictShifts } from "../../../bindings/owners/agents/index.ts";

describe("reachOf", () => {
  const reach = (rules: string) => reachOf(parse(`User-agent: *\n${rules}\n`), ["ExampleBot"]);
  const patterns = (rules: string): readonly string[] => reach(rules).exceptions.map(({ rule }) => rule.pattern);

  it("names exceptions, and exceptions to them, each with a path that shows it", () =>
    expect(reach("Disallow: /cart\nAllow: /cart/help")).toMatchObject({
      base: true,
      exceptions: [{ rule: { pattern: "/cart", line: 2 }, path: "/cart" }],
      returns: [{ rule: { pattern: "/cart/help" } }],
      complete: true,
    }));

  it.each([
    ["the home page before a broad pattern", "Disallow: /p\nDisallow: /$", ["/$", "/p"]],
    ["a broad pattern before a long one", "Disallow: /cart/checkout\nDisallow: /p", ["/p", "/cart/checkout"]],
    ["a pattern before one path", "Disallow: /a$\nDisallow: /private/", ["/private/", "/a$"]],
    ["each pattern once", "Disallow: /a\nDisallow: /a", ["/a"]],
  ])("has %s", (_, rules, expected) => expect(patterns(rules)).toEqual(expected));
});

describe("verdictShifts", () => {
  it("names the crawlers for which a path changes, those of most crawlers first", () => {
    const { shifts, mayChange } = verdictShifts(
      "",
      "User-agent: GPTBot\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n",
    );
    expect(mayChange).toBe(false);
    expect(shifts[0]).toMatchObject({ path: "/b", allowed: false, line: 5 });
    expect(shifts.find(({ path }) => path === "/a")!.tokens).toEqual(["GPTBot"]);
  });
});

describe("compareVersions", () => {
  const before = "User-agent: *\nDisallow:\n";
  const after = "User-agent: *\nDisallow: /a\n";

  it("makes examples, or counts given pages of the site", () => {
    const says = (options = {}) =>
      compareVersions(before, after, options).audiences.find(({ id }) => id === "bing")!.says;
    expect(says()).toBe("loses /a");
    expect(says({ urls: ["/a/1", "/b", "https://other.example/a"], origin: "https://shop.example" })).toBe(
      "loses 1 of 2 pages",
    );
  });

  it("is unsafe with a new mistake", () =>
    expect(compareVersions(before, before, { mistakes: 1 }).headline.verdict).toBe("unsafe"));

  it("refuses what is not a body or an option", () => {
    expect(() => compareVersions(1 as never, "")).toThrow(TypeError);
    expect(() => compareVersions("", "", { url: [] } as never)).toThrow(/url/);
  });
});
