/** What the tester's worker answers besides the list of crawlers: why, mending, usage, rules, readings. */

import { describe, expect, it } from "vitest";
import { labelsByUse } from "../../bindings/core/robots/fields/preference.ts";
import { reportAgents, verdictShifts } from "../../bindings/owners/agents/index.ts";
import { type Finding, lint } from "../../bindings/owners/lint/index.ts";
import { reasonsFor } from "../../tester/dialect-names.ts";
import { lineDiff } from "../../tester/line-diff.ts";
import type { Why } from "../../tester/protocol.ts";
import { examples } from "../../tester/state/examples.ts";
import { readingsFor } from "../../tester/work/compare.ts";
import { originOf } from "../../tester/work/hosts.ts";
import { mend, shiftsOf } from "../../tester/work/mend.ts";
import { publishingOf } from "../../tester/work/publishing.ts";
import { resourcesOf } from "../../tester/work/resources.ts";
import { rulesAgainst } from "../../tester/work/rules.ts";
import { withStarRules } from "../../tester/work/star-rules.ts";
import { usageView } from "../../tester/work/usage.ts";
import { matchEnd, whyOf } from "../../tester/work/why.ts";

const fileOf = (text: string) => ({ kind: "file", text }) as const;

describe("a company", () => {
  const source = fileOf("User-agent: *\nDisallow: /a\n\nUser-agent: GPTBot\nDisallow: /\n");

  it("has an answer for each of its crawlers", () => {
    const answer = whyOf({ source, site: "", name: "OpenAI", url: "/b" });
    if (!("company" in answer)) throw new Error("expected a company");
    expect(answer.crawlers.map(({ name, allowed, line }) => [name, allowed, line])).toEqual([
      ["GPTBot", false, 5],
      ["OAI-SearchBot", true, undefined],
      ["ChatGPT-User", true, undefined],
      ["OAI-AdsBot", true, undefined],
    ]);
  });

  it("an unknown name is said to be unknown", () => {
    expect(whyOf({ source, site: "", name: "FooBot", url: "/b" })).toMatchObject({ isKnown: false, chosenBy: "star" });
    expect(whyOf({ source, site: "", name: "GPTBot", url: "/b" })).toMatchObject({ isKnown: true });
  });
});

describe("publishing", () => {
  const ask = (urls?: string) =>
    publishingOf({
      before: "User-agent: *\nDisallow:\n",
      after: "User-agent: *\nDisallow: /a\nDisalow: /b\n",
      ...(urls && { urls }),
    });

  it("answers for each audience, and names new mistakes", async () => {
    const { headline, rows, mistakes, pages } = await ask();
    expect(headline).toMatchObject({ verdict: "unsafe", title: "Not safe yet." });
    expect(rows.map(({ id }) => id).slice(0, 3)).toEqual(["google", "bing", "ads"]);
    expect(mistakes.map(({ line }) => line)).toEqual([3]);
    expect(pages).toBeUndefined();
  });

  const locations = (...urls: string[]): string => urls.map((url) => `<url><loc>${url}</loc></url>`).join("");

  it("counts the pages of a sitemap, each once, and says what it leaves out", async () => {
    const own = locations("https://s.example/a/1", "https://s.example/c", "https://s.example/c");
    const { rows, pages } = await ask(`<urlset>${own}${locations("https://other.example/a")}</urlset>`);
    expect(pages).toMatchObject({ counted: 2, others: 1, host: "s.example", invalid: 0 });
    expect(rows[1]!.says).toBe("loses 1 of 2 pages, as Google Search");
    expect(rows[1]!.examples.map(({ url }) => url)).toEqual(["https://s.example/a/1"]);
    expect((await ask("shop.example/a\nnot a page\n")).pages).toMatchObject({ counted: 1, invalid: 1 });
  });

  it("takes the entries of an index of sitemaps for no pages", async () => {
    const { rows, pages } = await ask(
      "<sitemapindex><sitemap><loc>https://s.example/a.xml</loc></sitemap></sitemapindex>",
    );
    expect([pages!.isIndex, rows[1]!.says]).toEqual([true, "loses /a"]);
  });
});

describe("why", () => {
  const source = fileOf("User-agent: *\nDisallow: /x\n\nUser-agent: Googlebot\nDisallow: /cart\nAllow: /cart/help\n");
  const ask = (url: string, name = "Googlebot", site = "shop.example") => whyOf({ source, site, name, url });

  it("names the group, the rules that match, and the matched part", () => {
    expect(ask("https://shop.example/cart/help?x=1")).toMatchObject({
      allowed: true,
      line: 6,
      chosenBy: "named",
      groups: [{ from: 4, to: 6 }],
      candidates: [
        { line: 6, text: "Allow: /cart/help", octets: 10 },
        { line: 5, text: "Disallow: /cart", octets: 5 },
      ],
      marked: ["https://shop.example", "/cart/help", "?x=1"],
    });
  });

  it("takes a whole header", () => {
    const header = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
    expect((ask("/cart", header) as Why).name).toBe("Googlebot");
  });

  it("gives no verdict for another host", () => {
    expect(ask("https://www.shop.example/cart")).toEqual({ fileHost: "shop.example", urlHost: "www.shop.example" });
  });

  it.each(["//:", "//a%2fb", "http://a.example//x y/../z", "/\\a b"])(
    "answers for a path with two slashes: %s",
    (url) => {
      const answer = whyOf({ source: fileOf("User-agent: *\nDisallow: /z\n"), site: "", name: "FooBot", url }) as Why;
      expect(answer.allowed).toBe(true);
      expect(answer.requested ?? "//").toMatch(/^\/\//);
    },
  );

  it("refuses a path that leads to the robots.txt and is refused as it is written", () => {
    const source = fileOf("User-agent: *\nDisallow: /a\n");
    expect(whyOf({ source, site: "", name: "FooBot", url: "/a/../robots.txt" })).toMatchObject({
      allowed: false,
      line: 2,
    });
  });

  it.each(["Googlebot", "bingbot"])("the robots.txt itself is always read: %s", (name) => {
    const all = fileOf("User-agent: *\nDisallow: /\n");
    expect(whyOf({ source: all, site: "", name, url: "/robots.txt" })).toMatchObject({
      allowed: true,
      reason: "robots-txt",
      candidates: [],
      others: expect.not.arrayContaining([expect.objectContaining({ allowed: false })]),
    });
  });

  it.each([
    ["/größe/tisch", "/gr%C3%B6%C3%9Fe/tisch"],
    ["https://shop.example/a b?c#d", "/a%20b?c"],
    ["/plain?x=1", undefined],
    ["https://shop.example", undefined],
  ])("says how %s is requested: %s", (url, requested) => expect((ask(url) as Why).requested).toBe(requested));

  it.each([
    ["/größe/", "/größe/tisch", false],
    ["/a b/", "/a b/x", false],
  ])("what is requested decides: %s, %s", (pattern, url, allowed) =>
    expect(
      whyOf({ source: fileOf(`User-agent: *\nDisallow: ${pattern}\n`), site: "", name: "Googlebot", url }),
    ).toMatchObject({ allowed, requested: expect.stringContaining("%") }),
  );

  it("gives no verdict for what is not a URL", () =>
    expect(ask("https://ex ample.example/a")).toEqual({ notUrl: "https://ex ample.example/a" }));

  it.each([
    ["/a*c", "/abcd", 4],
    ["/a$", "/a", 2],
    ["/*?sort=", "/x?sort=1", 8],
    ["/b", "/a", undefined],
  ])("the match of %j in %j ends at %j", (pattern, path, end) => expect(matchEnd(pattern, path)).toBe(end));
});

describe("mending", () => {
  it("fixes without a change of verdicts, and repairs with them", () => {
    const file = "User-agent: *\nDisalow: /internal/\nDisallow: /tmp/*\n";
    expect(mend({ file, repairs: false })).toMatchObject({ applied: 1, shifts: [] });
    const repaired = mend({ file, repairs: true });
    expect(repaired.text).toBe("User-agent: *\nDisallow: /internal/\nDisallow: /tmp/\n");
    expect(repaired.shifts[0]).toMatchObject({ path: "/internal/", allowed: false });
    expect(repaired.shifts[0]!.tokens).not.toContain("Googlebot"); // It reads the misspelt line already.
  });

  it("counts the crawlers whose verdicts an edit changes", () => {
    const { shifts, mayChange } = shiftsOf({
      before: "User-agent: GPTBot\nDisallow: /a",
      after: "User-agent: GPTBot\nAllow: /a",
    });
    expect(shifts).toMatchObject([{ path: "/a", allowed: true, tokens: ["GPTBot"] }]);
    expect(mayChange).toBe(false);
  });
});

describe("usage", () => {
  const file =
    "User-agent: *\nContent-Signal: ai-train=no\nCrawl-delay: 5\nDisallow: /x\n\nSitemap: /s.xml\nSitemap: https://a.example/s.xml\n";

  it("says what is stated, with lines, and where the file contradicts itself", () => {
    const view = usageView({ file });
    expect(view.uses[0]).toMatchObject({ use: "train-ai", allowed: false, line: 2 });
    const [{ title, text }] = view.contradictions as [(typeof view.contradictions)[number]];
    expect(title).toMatch(/says “no AI training”, yet \d+ training crawlers may fetch pages/);
    // Names that only permit a use never fetch a page.
    expect(text).toMatch(
      /Not refused: (?![^.]*Google-Extended)[^.]*\. No rule forbids Google-Extended and \d others to train on your pages\./,
    );
    expect(view.delays).toEqual([{ line: 3, text: "crawl-delay: 5", agents: "*" }]);
    expect(view.sitemaps).toEqual([
      { line: 6, url: "/s.xml", isRead: false, problem: "is not a whole address" },
      { line: 7, url: "https://a.example/s.xml", isRead: true },
    ]);
  });

  it.each(
    Object.entries(labelsByUse).flatMap(([field, labels]) => Object.values(labels).map((label) => [field, label])),
  )("shows %s: %s, as every label that the core reads", (field, label) => {
    const answer = field === "content-usage" ? "n" : "no";
    const { uses } = usageView({ file: `User-agent: *\n${field}: ${label}=${answer}, other=${answer}\nAllow: /\n` });
    expect(uses).toMatchObject([{ allowed: false, line: 2, text: `${field}: ${label}=${answer}, other=${answer}` }]);
  });

  it("lists a delay with the user-agent lines to which it belongs", () => {
    const { delays } = usageView({ file: "User-agent: A\nCrawl-delay: 10\nUser-agent: B\nCrawl-delay: 1\nAllow: /" });
    expect(delays.map(({ line, agents }) => [line, agents])).toEqual([
      [2, "A"],
      [4, "B"],
    ]);
  });

  it("offers crawlers that nothing refuses, and writes rules that refuse them and nobody else", () => {
    const { open } = usageView({ file });
    const tokens = open.filter(({ section }) => section === "training").map(({ token }) => token);
    const made = rulesAgainst({ file, tokens });
    expect(made.problem).toBeUndefined();
    const refused = reportAgents(made.file).filter(({ access }) => access === "refused");
    expect(refused.map(({ token }) => token)).toEqual(expect.arrayContaining(tokens));
    expect(made.file.split("\n")[made.line - 1]).toMatch(/^User-agent: /i);
  });

  const group = "User-agent: GPTBot\nUser-agent: Bytespider\nAllow: /blog\n\nSitemap: https://a.example/s.xml\n";

  it("takes the crawlers out of the groups that name them, and says so", () => {
    const made = rulesAgainst({ file: group, tokens: ["GPTBot"] });
    expect(made).toMatchObject({ moved: ["GPTBot"], removed: [1], line: 1 });
    expect(made.file).toBe(
      "User-agent: GPTBot\nDisallow: /\n\nUser-agent: Bytespider\nAllow: /blog\n\nSitemap: https://a.example/s.xml\n",
    );
    const alone = rulesAgainst({ file: "User-agent: GPTBot\nAllow: /blog\n", tokens: ["GPTBot"] });
    expect(alone.file).toBe("User-agent: GPTBot\nDisallow: /\n");
  });

  it("inserts where a group without rules would lend its crawlers the new ones, or says why it cannot", () => {
    // Shopify's files end so.
    const delays = `${group}\nUser-agent: MJ12bot\nCrawl-delay: 10\n\nUser-agent: Pinterest\nCrawl-delay: 1\n`;
    const made = rulesAgainst({ file: delays, tokens: ["GPTBot", "ClaudeBot"] });
    const shifted = verdictShifts(delays, made.file).shifts.flatMap(({ tokens }) => tokens);
    expect([...new Set(shifted)].sort()).toEqual(["ClaudeBot", "GPTBot"]);
    const html = rulesAgainst({ file: "<!doctype html><html></html>", tokens: ["GPTBot"] });
    expect(html).toMatchObject({ rules: "", problem: expect.stringMatching(/HTML/) });
  });

  it("lets a crawler in again: by the rules of *, or by a group of its own", () => {
    const blocked = "User-agent: *\nDisallow: /cart\n\nUser-agent: GPTBot\nDisallow: /\n";
    const open = rulesAgainst({ file: blocked, tokens: ["GPTBot"], allow: true });
    expect(open).toMatchObject({
      rules: "",
      removed: [4, 5],
      file: expect.stringMatching(/^User-agent: \*\nDisallow: \/cart\n*$/),
    });
    const closed = rulesAgainst({ file: "User-agent: *\nDisallow: /\n", tokens: ["GPTBot"], allow: true });
    expect(closed.file).toBe("User-agent: GPTBot\nAllow: /\n\nUser-agent: *\nDisallow: /\n");
  });

  it.each(examples)("the rules against AI training lint clean: $title", ({ text }) => {
    const { open } = usageView({ file: text });
    const tokens = open.filter(({ section }) => section === "training").map(({ token }) => token);
    const keyOf = ({ code, message }: Finding): string => `${code} ${message.replaceAll(/line \d+/g, "line")}`;
    const known = new Set(lint(text).map(keyOf));
    const added = lint(rulesAgainst({ file: text, tokens }).file).filter(({ severity }) => severity !== "info");
    expect(added.filter((finding) => !known.has(keyOf(finding)))).toEqual([]);
  });

  it("copies the rules of * into a group that loses them", () => {
    const lost = "User-agent: *\nDisallow: /cart # c\nDisallow: /b\n\nUser-agent: Googlebot\nDisallow: /b\nAllow: /x\n";
    const [finding] = lint(lost).filter(({ code }) => code === "star-rules-lost");
    const copied = withStarRules({ file: lost, line: finding!.line });
    expect(copied).toBe(lost.replace("Allow: /x\n", "Allow: /x\nDisallow: /cart # c\n"));
    expect(lint(copied).map(({ code }) => code)).not.toContain("star-rules-lost");
  });
});

it("readings differ where the documents do, for a reason in plain words", () => {
  const { rows } = readingsFor({ file: "User-agent: *\nDisallow: /*x\n", urls: ["/ax"], names: ["MyBot"] });
  expect(rows[0]!.url).toBe("/ax");
  expect(reasonsFor(rows[0]!.reasons)).toContain("The old documents read * in a path as a plain character.");
});

it("the readings of a company are those of its crawlers", () => {
  const file = "User-agent: *\nDisallow: /*x\n";
  const { rows } = readingsFor({ file, urls: ["/ax"], names: ["OpenAI", "GPTBot"] });
  const agents = new Set(rows.map(({ agent }) => agent));
  expect([...agents]).toEqual(["GPTBot", "OAI-SearchBot", "ChatGPT-User", "OAI-AdsBot"]);
});

it("resources are refused to Googlebot by line, and those of other hosts are not judged", () => {
  const urls = [
    { url: "https://shop.example/app.js", kind: "script" },
    { url: "https://cdn.example/a.css", kind: "style" },
  ] as const;
  const source = fileOf("User-agent: *\nDisallow: /*.js\n");
  expect(resourcesOf({ source, site: "shop.example", urls })).toEqual([
    { url: "https://shop.example/app.js", kind: "script", verdict: "refused", line: 2 },
    { url: "https://cdn.example/a.css", kind: "style", verdict: "other host" },
  ]);
});

it("lines that differ are found with their numbers", () => {
  expect(lineDiff("a\nb\nc", "a\nx\nc\nd")).toEqual([
    { kind: "removed", line: 2, text: "b" },
    { kind: "added", line: 2, text: "x" },
    { kind: "added", line: 4, text: "d" },
  ]);
});

it.each([
  ["example.com", "https://example.com"],
  ["http://localhost:3000/page", "http://localhost:3000"],
  [" shop.example/cart?x ", "https://shop.example"],
  ["", undefined],
  ["not a site", undefined],
  ["ftp://h.example/", undefined],
  ["my shop.com", undefined],
  ["https://http://shop.example", undefined],
])("the site %j is %j", (typed, origin) => expect(originOf(typed)).toBe(origin));
