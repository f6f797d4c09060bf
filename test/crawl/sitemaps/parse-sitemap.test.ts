/** What one sitemap lists, without requests. */
import sax from "sax";
import { describe, expect, it } from "vitest";
import { parseSitemap } from "../../../bindings/crawl/sitemaps/index.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

describe("parseSitemap", () => {
  itEach<[title: string, text: string]>("reads %s, as text and as bytes", (_, text) => {
    const expected = { pages: ["https://a.example/1", "https://a.example/2"], sitemaps: [], errors: [] };
    expect(parseSitemap(text, { xml: sax })).toEqual(expected);
    expect(parseSitemap(new TextEncoder().encode(text), { xml: sax })).toEqual(expected);
  });

  it("tells the sitemaps of an index from pages", () =>
    expect(
      parseSitemap("<sitemapindex><sitemap><loc>/s.xml</loc></sitemap></sitemapindex>", { xml: sax }),
    ).toMatchObject({
      pages: [],
      sitemaps: ["/s.xml"],
    }));

  itEach<[title: string, text: string, pages: string[], fault: string]>(
    "names %s and keeps what came before",
    (_, text, pages, fault) => {
      const read = parseSitemap(text, { xml: sax });
      expect(read.pages).toEqual(pages);
      expect(read.errors.map((error) => error.fault)).toEqual([fault]);
    },
  );

  it("stops at a limit", () =>
    expect(
      parseSitemap("https://a.example/1\nhttps://a.example/2\n", { xml: sax, limits: { maxEntries: 1 } }),
    ).toMatchObject({
      pages: ["https://a.example/1"],
      errors: [{ fault: "entries" }],
    }));

  it("refuses what is not a body", () => expect(() => parseSitemap(1 as never, { xml: sax })).toThrow(TypeError));
});
