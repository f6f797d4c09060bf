/** `mergeRobotsTxt`: the merged file refuses what any file refuses, keeps the rest, and names what the files contradict each other on. */
import { describe, expect, it } from "vitest";
import { dialects } from "../../../bindings/core/dialects.ts";
import { parse } from "../../../bindings/index.ts";
import { lint, mergeRobotsTxt } from "../../../bindings/owners/lint/index.ts";
import fc from "../../support/properties.ts";

const lines = (...text: string[]): string => `${text.join("\n")}\n`;

describe("a group repeats what the files that do not name its crawler say to *", () => {
  const site = lines("User-agent: *", "Disallow: /admin", "Sitemap: https://shop.example/s.xml");
  const plugin = lines("User-agent: GPTBot", "Disallow: /");
  const { text, conflicts } = mergeRobotsTxt([site, plugin]);

  it("is written with every line once", () => {
    expect(text).toBe(
      lines(
        "User-agent: *",
        "Disallow: /admin",
        "",
        "User-agent: GPTBot",
        "Disallow: /admin",
        "Disallow: /",
        "",
        "Sitemap: https://shop.example/s.xml",
      ),
    );
    expect(conflicts).toEqual([]);
  });

  it("two groups for * become one", () =>
    expect(mergeRobotsTxt([site, lines("User-agent: *", "Disallow: /cart")]).text).toMatch(
      /^User-agent: \*\nDisallow: \/admin\nDisallow: \/cart\n\nSitemap/,
    ));

  it("a crawler that looks for another token obeys the group of that token", () => {
    const google = lines("User-agent: Googlebot", "Disallow: /news", "", "User-agent: *", "Disallow: /");
    const merged = parse(mergeRobotsTxt([google, lines("User-agent: Googlebot-Image", "Disallow: /i")]).text);
    expect(merged.isAllowed("/news", "Googlebot-Image")).toBe(false);
    expect(merged.isAllowed("/x", "Googlebot-Image")).toBe(true);
  });
});

describe("contradictions", () => {
  it("what one file allows by a rule and another refuses is refused, and named with both lines", () => {
    const { text, conflicts } = mergeRobotsTxt([
      lines("User-agent: *", "Disallow: /shop", "Allow: /shop/lamps"),
      lines("User-agent: *", "Disallow: /shop/lamps/old"),
      lines("User-agent: *", "Disallow: /shop/l"),
    ]);
    expect(parse(text).isAllowed("/shop/lamps/new", "A")).toBe(false);
    expect(conflicts).toContainEqual({
      agent: "*",
      path: "/shop/lamps",
      allowedBy: { file: 0, line: 3 },
      refusedBy: { file: 2, line: 2 },
    });
  });

  it("final stars make a rule win that a longer one would overrule", () => {
    const { text } = mergeRobotsTxt([
      lines("User-agent: *", "Disallow: /", "Allow: /*.html"),
      lines("User-agent: *", "Disallow: /p"),
    ]);
    expect(text).toContain("Disallow: /p******\n");
    expect(parse(text).isAllowed("/p.html", "A")).toBe(false);
    expect(parse(text).isAllowed("/a.html", "A")).toBe(true);
  });

  it("where a pattern ends with $, the rule that allows goes", () => {
    const { text } = mergeRobotsTxt([
      lines("User-agent: *", "Allow: /page.html"),
      lines("User-agent: *", "Disallow: /*.html$"),
      lines("User-agent: *", "Disallow: /p"),
    ]);
    expect(parse(text).isAllowed("/page.html", "A")).toBe(false);
    expect(parse(text).isAllowed("/page.htm", "A")).toBe(false);
    expect(text).not.toContain("$*");
  });
});

describe("other lines", () => {
  it("the longest Crawl-delay counts; fields are kept once each, as they are written", () => {
    const first = lines(
      "Host: a.example",
      "User-agent: *",
      "Crawl-delay: 2",
      "Content-Signal: ai-train=no",
      "Disallow:",
    );
    const second = lines("Host: a.example", "User-agent: *", "Crawl-delay: 10", "Content-Signal: ai-train=no");
    const { text } = mergeRobotsTxt([first, second]);
    expect(text).toBe(
      lines("Host: a.example", "", "User-agent: *", "Disallow:", "Crawl-delay: 10", "Content-Signal: ai-train=no"),
    );
  });

  it("nothing becomes a group without rules", () => expect(mergeRobotsTxt([]).text).toBe("User-agent: *\nDisallow:\n"));

  it("too many crawlers", () => {
    const letters = (i: number) => i.toString(2).replaceAll("0", "a").replaceAll("1", "b");
    const file = Array.from({ length: 1001 }, (_, i) => `User-agent: ${letters(i)}`).join("\n");
    expect(() => mergeRobotsTxt([file])).toThrow("files: expected at most 1000 crawlers; got 1001");
  });
});

describe("any files", () => {
  const path = fc.array(fc.constantFrom("/", "a", "b", "*", ".", "%C3%A9", "é", "?", "$"), { maxLength: 6 });
  const pattern = path.map((parts) => `/${parts.join("")}`);
  const rule = fc.tuple(fc.constantFrom("Allow", "Disallow"), pattern).map(([key, value]) => `${key}: ${value}`);
  const other = fc.constantFrom("Crawl-delay: 3", "Content-Signal: search=yes", "# x", "", "nonsense", "Sitemap: /s");
  const agent = fc
    .constantFrom("*", "A", "B", "Googlebot", "Googlebot-News", "Foo Bar/1.0")
    .map((name) => `User-agent: ${name}`);
  const file = fc
    .array(fc.oneof({ weight: 2, arbitrary: agent }, { weight: 5, arbitrary: rule }, other), { maxLength: 12 })
    .map((all) => all.join("\n"));
  const crawlers: readonly (readonly string[])[] = [
    ["A"],
    ["B"],
    ["C"],
    ["Foo"],
    ["Googlebot"],
    ["Googlebot-News", "Googlebot"],
  ];
  const url = path.map((parts) => `/${parts.join("").replaceAll("*", "x").replaceAll("$", "")}`);

  it.each(["rfc9309", "google", "koster1996"] as const)(
    "in %s the result refuses what a file refuses, and allows the rest unless it says so",
    (dialect) =>
      fc.assert(
        fc.property(fc.array(file, { maxLength: 3 }), fc.array(url, { minLength: 1, maxLength: 8 }), (files, urls) => {
          const { text, conflicts } = mergeRobotsTxt(files, { dialect });
          const merged = parse(text, { dialect, reading: "written" });
          const read = files.map((one) => parse(one, { dialect, reading: "written" }));
          for (const tokens of crawlers)
            for (const one of urls) {
              const all = read.every((each) => each.agent(tokens).isAllowed(one));
              const isClear = !conflicts.some(({ agent: name }) => name === "*" || tokens.includes(name));
              if (!all || isClear)
                expect([one, tokens, merged.agent(tokens).isAllowed(one)]).toEqual([one, tokens, all]);
            }
        }),
      ),
  );

  it.each(["koster1996", "norobots1996", "original1994"] as const)(
    "in %s, where the first match decides, the result refuses what a file refuses, and the rest as it says",
    (dialect) => {
      const allow = fc.oneof(
        { weight: 3, arbitrary: rule },
        fc.constantFrom("Disallow: /", "Allow: /", "Disallow: /a"),
      );
      const group = fc.tuple(fc.constantFrom("*", "Fox", "Gnu"), fc.array(allow, { minLength: 1, maxLength: 5 }));
      const groups = fc.array(
        group.map(([name, rules]) => lines(`User-agent: ${name}`, ...rules)),
        { maxLength: 3 },
      );
      fc.assert(
        fc.property(fc.array(groups, { maxLength: 2 }), url, (list, one) => {
          const files = list.map((all) => all.join("\n"));
          const { text, conflicts } = mergeRobotsTxt(files, { dialect });
          for (const agent of ["Fox", "Gnu", "Elk"]) {
            const [merged, ...read] = [text, ...files].map((body) =>
              parse(body, { dialect }).agent(agent).isAllowed(one),
            );
            const all = read.every((allowed) => allowed);
            if (!all || conflicts.length === 0) expect([agent, merged]).toEqual([agent, all]);
          }
        }),
      );
    },
  );

  it("each conflict holds: one file allows the path, the merged file refuses it", () =>
    fc.assert(
      fc.property(fc.array(file, { maxLength: 3 }), (files) => {
        const { text, conflicts } = mergeRobotsTxt(files);
        for (const { agent: name, path: at, allowedBy, refusedBy } of conflicts) {
          if (at === undefined) continue;
          const tokens = name === "Googlebot-News" ? [name, "Googlebot"] : name === "*" ? ["nobody"] : [name];
          expect(parse(text, { reading: "written" }).agent(tokens).isAllowed(at)).toBe(false);
          const allowing = parse(files[allowedBy!.file]!, { reading: "written" }).agent(tokens).explain(at);
          expect(allowing).toMatchObject({ allowed: true, rule: { line: allowedBy!.line } });
          if (refusedBy !== undefined)
            expect(parse(files[refusedBy.file]!, { reading: "written" }).agent(tokens).isAllowed(at)).toBe(false);
        }
      }),
    ));

  it("merging a file with itself keeps its verdicts without a conflict, and the result lints without new errors", () =>
    fc.assert(
      fc.property(file, url, (one, at) => {
        const { text, conflicts } = mergeRobotsTxt([one, one]);
        expect(conflicts).toEqual([]);
        for (const tokens of crawlers)
          expect(parse(text, { reading: "written" }).agent(tokens).isAllowed(at)).toBe(
            parse(one, { reading: "written" }).agent(tokens).isAllowed(at),
          );
        const errors = lint(text).filter(({ code }) => code === "rule-outside-group" || code === "missing-colon");
        expect(errors).toEqual([]);
      }),
    ));
});

describe("what merging keeps as it is", () => {
  // Crawlers without a rule between them share a group, and have delays of their own (docs/dialects.md). Shopify's default ends so.
  it("the delay of each crawler in a joined group", () => {
    const shop = lines("User-agent: MJ12bot", "Crawl-delay: 10", "", "User-agent: Pinterest", "Crawl-delay: 1");
    const { text, conflicts } = mergeRobotsTxt([shop, shop]);
    expect(conflicts).toEqual([]);
    expect(parse(text).agent("Pinterest").crawlDelay).toBe(1);
    expect(parse(text).agent("MJ12bot").crawlDelay).toBe(10);
  });

  // google/robotstxt reads no space as %20, and the 1994 page no escapes at all.
  it.each(dialects)("the pattern of each rule, in $name", ({ name }) => {
    const patterns = ["/a b", "/é", "/%e9", '/"q"', "/a\tb", "/[x]", "/~y", "/%7Ey", "/a|b", "/\u2028", "/a\\b"];
    const file = lines("User-agent: *", ...patterns.map((pattern) => `Disallow: ${pattern}`));
    const [before, after] = [file, mergeRobotsTxt([file], { dialect: name }).text].map((text) =>
      parse(text, { dialect: name }),
    );
    for (const path of [...patterns, "/a%20b", "/%C3%A9", "/%E9", "/%22q%22", "/a%09b", "/%5Bx%5D", "/a%7Cb", "/a%5Cb"])
      expect([path, after!.isAllowed(path, "x")]).toEqual([path, before!.isAllowed(path, "x")]);
  });
});
