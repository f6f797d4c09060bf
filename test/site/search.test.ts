/**
 * The site's search, without a browser: what people type finds its page among the first three hits. More questions are in
 * ../slow/site/asked.test.ts.
 */
import { describe, expect, it } from "vitest";
import { excerptOf, indexOf, search } from "../../docs/.vitepress/search/search.mts";
import { searchable } from "../../docs/.vitepress/search/sections.mts";
import { queries, questions } from "./queries.ts";

const { entries: all, questions: listed } = searchable();
const index = await indexOf({ entries: all, questions: listed });
const linksFor = (text: string): string[] => search(index, text).map(({ link }) => link);
const pageOf = (link: string): string => link.replace(/#.*$/, "");

describe("the first three hits have the page", () => {
  it.each(queries)("%s: %s", (query, page) => {
    const hits = linksFor(query).slice(0, 3).map(pageOf);
    expect(
      hits.some((hit) => page.test(hit)),
      hits.join(" "),
    ).toBe(true);
  });
});

it("the first hit answers nine of ten questions", () => {
  const wrong = questions.filter(([question, page]) => !page.test(pageOf(linksFor(question)[0] ?? "")));
  const found = wrong.map(([question]) => `${question}: ${linksFor(question).slice(0, 3).join(" ")}`);
  expect(found.length, found.join("\n")).toBeLessThanOrEqual(questions.length / 10);
});

it("every question leads to a section that exists", () => {
  const links = new Set(all.map(({ link }) => link));
  expect(listed.filter(([, link]) => !links.has(link))).toEqual([]);
});

describe("an excerpt", () => {
  const shown = (text: string, terms: readonly string[]): string =>
    excerptOf(text, terms)
      .map(({ text: piece, isMatch }) => (isMatch ? `[${piece}]` : piece))
      .join("");

  it.each([
    ["marks the match", "Put it at the root.", ["root"], "Put it at the [root]."],
    [
      "whatever its case and its end",
      "Crawlers obey. A crawler asks.",
      ["crawler"],
      "[Crawlers] obey. A [crawler] asks.",
    ],
    ["shows the match of a long text", `${"word ".repeat(100)}root`, ["root"], `… ${"word ".repeat(9)}[root]`],
    ["without a match is the beginning", "A text.", [], "A text."],
  ])("%s", (_, text, terms, expected) => expect(shown(text, terms)).toBe(expected));

  it("of every hit holds a match, for what owners type", () => {
    for (const text of ["shopify", "remove page from google", "timeout"]) {
      const [first] = search(index, text);
      expect(
        first!.excerpt.some(({ isMatch }) => isMatch),
        text,
      ).toBe(true);
    }
  });
});

describe("search", () => {
  it("shows a page once, with its next best sections", () => {
    const pages = linksFor("robots.txt").map(pageOf);
    expect(pages).toEqual([...new Set(pages)]);
  });
  it("corrects a misspelt word, but never one that a document has", () => {
    expect(linksFor("cloudfare")[0]).toBe("/guide/cloudflare");
    for (const link of linksFor("GPTBot").slice(0, 3)) {
      const entry = all.find((one) => one.link === link)!;
      const questions = listed.filter(([, answer]) => pageOf(answer) === pageOf(link)).join(" ");
      expect(`${entry.words} ${entry.heading} ${entry.text} ${questions}`, link).toMatch(/GPTBot/i);
    }
  });
  it("finds names by their parts, and Crawl-delay however it is written", () => {
    expect(linksFor("crawldelay").length).toBeGreaterThan(0);
    expect(linksFor("crawl delay").slice(0, 3)).toEqual(linksFor("Crawl-Delay").slice(0, 3));
  });
  it("finds nothing for words that say nothing", () => expect(linksFor("what is the")).toEqual([]));
  it("leads to every section once", () => {
    const links = all.map(({ link }) => link);
    expect(links).toEqual([...new Set(links)]);
  });
});
