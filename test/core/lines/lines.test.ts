/** Lines for people and tools: every Sitemap line, and every line about pace with those to whom it is said. */
import { describe, expect, it } from "vitest";
import { paceLines, parse, sitemapLines } from "../../../bindings/index.ts";

describe("sitemapLines", () => {
  const file =
    "\ufeffSitemap: https://a.example/1.xml # one\nSite-map: https://a.example/2.xml\nSitemap: /3.xml\nSitemap:\n";

  it("has those that the dialect reads, with a URL if they give one", () => {
    expect(sitemapLines(parse(file))).toEqual([
      { line: 1, value: "https://a.example/1.xml", url: "https://a.example/1.xml" },
      { line: 3, value: "/3.xml" },
      { line: 4, value: "" },
    ]);
    expect(sitemapLines(parse(file, { dialect: "google" })).map(({ line }) => line)).toEqual([1, 2, 3, 4]);
  });

  it("resolves relative ones against the URL of the file, as sitemaps does", () => {
    const robots = parse(file, { url: "https://a.example/robots.txt" });
    expect(sitemapLines(robots).flatMap(({ url = [] }) => url)).toEqual(robots.sitemaps);
    expect(robots.sitemaps).toContain("https://a.example/3.xml");
  });
});

it("paceLines names the user-agent lines directly above, also where groups share their rules", () => {
  const file =
    "User-agent: A\nCrawl-delay: 10\nUser-agent: B\nUser-agent: C\nRequest-rate: 1/5\nNoindex: /x\nAllow: /\n";
  expect(paceLines(parse(file))).toEqual([
    { line: 2, key: "crawl-delay", value: "10", agents: ["A"] },
    { line: 5, key: "request-rate", value: "1/5", agents: ["B", "C"] },
  ]);
});
