/** The site's search, without a browser: what people type finds its page among the first three hits. */
import { describe, expect, it } from "vitest";
import { indexOf, search } from "../../docs/.vitepress/search/search.mts";
import { entries } from "../../docs/.vitepress/search/sections.mts";
import { queries } from "./queries.ts";

const all = entries();
const index = indexOf(all);
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

describe("search", () => {
  it("shows a page once, with its next best sections", () => {
    const pages = linksFor("robots.txt").map(pageOf);
    expect(pages).toEqual([...new Set(pages)]);
  });
  it("corrects a misspelt word, but never one that a document has", () => {
    expect(linksFor("cloudfare")[0]).toBe("/guide/cloudflare");
    for (const link of linksFor("GPTBot")) {
      const entry = all.find((one) => one.link === link)!;
      expect(`${entry.words} ${entry.heading} ${entry.text}`, link).toMatch(/GPTBot/i);
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
