/** What a file, and a change of it, means for a site: the public functions that the tester is made of. */
import { describe, expect, it } from "vitest";
import { parse } from "../../../bindings/index.ts";
import { compareVersions, knownAgents, reachOf, verdictShifts } from "../../../bindings/owners/agents/index.ts";

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

  it("names none for which the path was refused before", () => {
    const own = "User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\n";
    const { shifts } = verdictShifts(`${own}Disallow:\n`, `${own}Disallow: /b\n`);
    expect(shifts.map(({ path }) => path)).toEqual(["/b"]);
    expect(shifts[0]!.tokens).toContain("Googlebot");
    expect(shifts[0]!.tokens).not.toContain("GPTBot");
  });

  it("says where the search for examples is ended", () => {
    const rules = Array.from({ length: 40 }, (_, i) => `Allow: /*a*b${i}*c$\n`).join("");
    const before = `User-agent: *\n${rules}Disallow: /*z\n`;
    expect(verdictShifts(before, `${before}Disallow: /*zz\n`).mayChange).toBe(true);
  });
});

describe("compareVersions", () => {
  const before = "User-agent: *\nDisallow:\n";
  const after = "User-agent: *\nDisallow: /a\n";

  it("makes examples, or counts given pages of the site", () => {
    const says = (options = {}) =>
      compareVersions(before, after, options).audiences.find(({ id }) => id === "bing")!.says;
    expect(says()).toBe("loses /a, as Google Search");
    expect(says({ urls: ["/a/1", "/b", "https://other.example/a"], origin: "https://shop.example" })).toBe(
      "loses 1 of 2 pages, as Google Search",
    );
  });

  describe("is not safe while anything that counts differs", () => {
    const file = (group: string, rest = ""): string => `User-agent: *\n${group}Disallow: /cart\n\n${rest}`;
    const headline = (old: string, now: string, options = {}) => compareVersions(old, now, options).headline;

    it.each([
      ["a sitemap", "", "Sitemap: https://a.example/s.xml\n", "Sitemap added: https://a.example/s.xml"],
      ["an unknown field", "", "Clean-param: a\n", "Clean-param added: a, for Googlebot"],
    ])("%s", (_, before, after, says) => {
      const found = compareVersions(file("", before), file("", after));
      expect(found.headline.verdict).toBe("look");
      expect(found.fields.map((field) => field.says)).toEqual([expect.stringContaining(says)]);
    });

    it.each([
      ["a delay", "Crawl-delay: 1\n", "Crawl-delay: 60\n", /^Crawl-delay: 1 becomes 60, for Googlebot and \d+ others$/],
      ["a signal", "Content-Signal: ai-train=no\n", "", /^Content-Signal removed: ai-train=no, for /],
    ])("%s", (_, before, after, says) => {
      const found = compareVersions(file(before), file(after));
      expect(found.headline).toMatchObject({ verdict: "look", title: "Look before you publish." });
      expect(found.fields.map((field) => field.says)).toEqual([expect.stringMatching(says)]);
    });

    it("only for those who obey the group", () => {
      const file = (group: string) => `User-agent: *\n${group}Disallow: /cart\n`;
      const { fields } = compareVersions(file("Crawl-delay: 1\n"), file("Crawl-delay: 60\n"));
      const ignoring = knownAgents.filter(({ ignoresStar }) => ignoresStar).map(({ token }) => token);
      expect(ignoring.length).toBeGreaterThan(0);
      expect(fields.flatMap(({ tokens }) => tokens).filter((token) => ignoring.includes(token))).toEqual([]);
      expect(fields[0]!.tokens).toContain("Googlebot");
    });

    it("a crawler that is let in, named first and as a permission", () => {
      const found = compareVersions(file("", "User-agent: GPTBot\nDisallow: /\n"), file(""));
      expect(found.headline).toMatchObject({
        title: "Safe, if you mean it.",
        loss: "GPTBot may fetch your whole site now.",
      });
      expect(found.audiences.find(({ id }) => id === "training")!.says).toMatch(
        /^GPTBot may fetch your whole site now/,
      );
    });

    it("a list that was cut", () =>
      expect(headline(file(""), file(""), { urls: ["/a"], isCut: true })).toMatchObject({ verdict: "look" }));

    it("but lines that move, groups that are split, and comments change nothing", () => {
      const old = "User-agent: GPTBot\nUser-agent: CCBot\nCrawl-delay: 5\nDisallow: /a\n";
      const now =
        "# c\nUser-agent: CCBot\nDisallow: /a\nCrawl-delay: 5\n\nUser-agent: GPTBot\nCrawl-delay: 5\nDisallow: /a\n";
      expect(headline(old, now)).toEqual({ verdict: "safe", title: "Safe to publish.", loss: "" });
    });
  });

  it("is unsafe with a new mistake", () =>
    expect(compareVersions(before, before, { mistakes: 1 }).headline.verdict).toBe("unsafe"));

  it("refuses what is not a body or an option", () => {
    expect(() => compareVersions(1 as never, "")).toThrow(TypeError);
    expect(() => compareVersions("", "", { url: [] } as never)).toThrow(/url/);
  });
});
