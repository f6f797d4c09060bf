/** What one sitemap lists, without requests. */
import sax from "sax";
import { describe, expect, it } from "vitest";
import { parseSitemap } from "../../../bindings/crawl/sitemaps/index.ts";

describe("parseSitemap", () => {
  it.each([
    ["lines", "https://a.example/1\nhttps://a.example/2\n"],
    [
      "XML",
      "<urlset><url><loc>https://a.example/1</loc></url><url><loc><![CDATA[https://a.example/2]]></loc></url></urlset>",
    ],
    ["RSS", "<rss><item><link>https://a.example/1</link></item><item><link>https://a.example/2</link></item></rss>"],
    [
      "images beside pages",
      "<urlset><url><loc>https://a.example/1</loc><image:image><image:loc>https://a.example/i.png</image:loc></image:image></url><url><loc>https://a.example/2</loc></url></urlset>",
    ],
  ])("reads %s, as text and as bytes", (_, text) => {
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

  it.each([
    ["an early end", "<urlset><url><loc>/a</loc></url>", ["/a"], "format"],
    ["a DOCTYPE", "<!DOCTYPE x><urlset/>", [], "doctype"],
    ["another file", '{"a": 1}', [], "format"],
    ["an empty file", "", [], "format"],
  ])("names %s and keeps what came before", (_, text, pages, fault) => {
    const read = parseSitemap(text, { xml: sax });
    expect(read.pages).toEqual(pages);
    expect(read.errors.map((error) => error.fault)).toEqual([fault]);
  });

  it("stops at a limit", () =>
    expect(
      parseSitemap("https://a.example/1\nhttps://a.example/2\n", { xml: sax, limits: { maxEntries: 1 } }),
    ).toMatchObject({
      pages: ["https://a.example/1"],
      errors: [{ fault: "entries" }],
    }));

  it("refuses what is not a body", () => expect(() => parseSitemap(1 as never, { xml: sax })).toThrow(TypeError));
});
