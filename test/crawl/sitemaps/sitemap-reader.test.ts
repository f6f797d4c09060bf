/** What the reader finds in a sitemap however its bytes are cut, and the bounds on a stranger's file. */
import { describe, expect, it } from "vitest";
import type { Found } from "../../../bindings/crawl/sitemaps/sitemap-item.ts";
import { SITEMAP_LIMITS, type SitemapLimits } from "../../../bindings/crawl/sitemaps/sitemap-limits.ts";
import { SitemapReader } from "../../../bindings/crawl/sitemaps/sitemap-reader.ts";

/** Entries as `kind url date`, and after them the fault that ended the file. */
function read(text: string | Uint8Array, chunkBytes: number = 2 ** 20, limits: Partial<SitemapLimits> = {}): string[] {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const rows: string[] = [];
  const row = (item: Found): string =>
    item.kind === "bad"
      ? `bad ${item.error.fault}: ${item.error.message}`
      : [item.kind, item.url, item.lastModified?.toISOString().slice(0, 10)]
          .filter((one) => one !== undefined)
          .join(" ");
  const reader = new SitemapReader((item) => rows.push(row(item)), limits);
  try {
    for (let at = 0; at < bytes.length; at += chunkBytes) reader.push(bytes.subarray(at, at + chunkBytes));
    reader.end();
  } catch (error) {
    const { code, fault, message } = error as { code: string; fault: string; message: string };
    rows.push(`${code} ${fault}: ${message}`);
    expect(() => reader.push(new Uint8Array())).toThrow(message);
  }
  return rows;
}

const urlset = (inner: string): string =>
  `<?xml version="1.0"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${inner}</urlset>`;
const page = (url: string): string => `<url><loc>${url}</loc></url>`;

const formats: readonly (readonly [name: string, text: string, ...rows: string[]])[] = [
  [
    "a urlset",
    urlset(
      `<url><loc>\n https://a.example/x?a=1&amp;b=é \n</loc><lastmod>2026-01-02</lastmod></url>${page("<![CDATA[https://a.example/y?a&b]]>")}`,
    ),
    "page https://a.example/x?a=1&b=é 2026-01-02",
    "page https://a.example/y?a&b",
  ],
  [
    "a date before its URL, and a text that is not a date",
    urlset(
      "<url><lastmod>2026-01-02T03:04:05+01:00</lastmod><loc>https://a.example/</loc></url><url><lastmod>soon</lastmod><loc>https://a.example/b</loc></url>",
    ),
    "page https://a.example/ 2026-01-02",
    "page https://a.example/b",
  ],
  [
    "an index with a prefix",
    '<s:sitemapindex xmlns:s="x"><s:sitemap><s:loc>https://a.example/1.xml</s:loc></s:sitemap></s:sitemapindex>',
    "sitemap https://a.example/1.xml",
  ],
  [
    "images and other languages beside",
    urlset(
      '<url><loc>https://a.example/</loc><xhtml:link rel="alternate" href="https://b.example/"/><image:image><image:loc>https://c.example/</image:loc></image:image></url>',
    ),
    "page https://a.example/",
  ],
  [
    "two URLs in one entry",
    urlset("<url><loc>https://a.example/1</loc><loc>https://a.example/2</loc></url>"),
    "page https://a.example/1",
    "page https://a.example/2",
  ],
  [
    "RSS",
    "<rss><channel><link>https://a.example/</link><item><title>A &nbsp; B</title><link>https://a.example/1</link><pubDate>Fri, 02 Jan 2026 10:00:00 GMT</pubDate></item></channel></rss>",
    "page https://a.example/1 2026-01-02",
  ],
  [
    "Atom",
    '<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://a.example/"/><entry><link rel="self" href="https://a.example/s"/><link href="https://a.example/1"/><updated>2026-01-02T00:00:00Z</updated></entry></feed>',
    "page https://a.example/1 2026-01-02",
  ],
  [
    "lines",
    "\uFEFFhttps://a.example/1\r\n\r\n  https://a.example/2\nhttps://a.example/3",
    "page https://a.example/1",
    "page https://a.example/2",
    "page https://a.example/3",
  ],
];

it.each(formats)("reads %s, in chunks of any size", (_, text, ...rows) => {
  for (const chunkBytes of [1, 2, 3, 7, 64, 2 ** 20]) expect(read(text, chunkBytes)).toEqual(rows);
});

describe("a file that is not a sitemap says so", () => {
  it.each([
    [
      "a page",
      "<!DOCTYPE html><html><body>x</body></html>",
      "doctype: expected a sitemap without a DOCTYPE; got one with",
    ],
    [
      "XHTML",
      "<html><body>x</body></html>",
      'format: expected a sitemap, with one of the elements urlset, sitemapindex, rss, RDF, feed; got "html"',
    ],
    ["JSON", '{"urls": []}', "format: expected a sitemap: XML, or one URL a line; got "],
    ["nothing", " \n", "format: expected a sitemap; got an empty file"],
    ["UTF-16", "\uFFFD\0", "format: expected a sitemap in UTF-8; got other bytes"],
  ])("%s", (_, text, message) => expect(read(text)).toEqual([expect.stringContaining(`ERR_SITEMAP ${message}`)]));
});

describe("entries before a fault stand", () => {
  it.each([
    [
      "a cut",
      urlset(page("https://a.example/")).slice(0, -5),
      "format: expected a sitemap in XML; got Unclosed root tag",
    ],
    [
      "an element that is not closed",
      "<urlset><url><loc>https://a.example/</loc></url><url></urlset>",
      "format: expected a sitemap in XML; got Unexpected close tag",
    ],
  ])("%s", (_, text, message) => {
    expect(read(text)).toEqual(["page https://a.example/", expect.stringContaining(`ERR_SITEMAP ${message}`)]);
  });

  it("an entity of a DOCTYPE is never defined", () => {
    const bomb =
      '<!DOCTYPE u [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><urlset><url><loc>&b;</loc></url></urlset>';
    expect(read(bomb)).toEqual([expect.stringContaining("ERR_SITEMAP doctype")]);
  });
});

describe("limits, with an error that names the bound", () => {
  it("bytes after decompression", () => {
    const text = urlset(page("https://a.example/") + " ".repeat(1000));
    expect(read(text, 100, { maxBytes: 500 })).toEqual([
      "page https://a.example/",
      "ERR_SITEMAP bytes: expected at most 500 bytes after decompression; got more",
    ]);
  });

  it("entries", () => {
    const text = urlset(page("https://a.example/").repeat(4));
    expect(read(text, 10, { maxEntries: 3 })).toEqual([
      ...Array(3).fill("page https://a.example/"),
      "ERR_SITEMAP entries: expected at most 3 URLs; got more",
    ]);
    expect(read("https://a.example/\n".repeat(4), 10, { maxEntries: 3 }).at(-1)).toContain("entries");
  });

  it("a URL that is too long is left out, and the others stand", () => {
    const long = `https://a.example/${"x".repeat(2048)}`;
    const error =
      'bad url-length: expected a URL of at most 2,048 characters; got a longer one, "https://a.example/xxx';
    for (const text of [urlset(page(long) + page("https://a.example/")), `${long}\nhttps://a.example/`])
      for (const chunkBytes of [1000, 2 ** 20])
        expect(read(text, chunkBytes)).toEqual([expect.stringContaining(error), "page https://a.example/"]);
    expect(read(urlset(page(`https://a.example/${"x".repeat(2030)}`)))).toHaveLength(1);
  });

  it.each([
    ["open elements", `<urlset>${"<a>".repeat(100)}`],
    ["attributes of an element", `<urlset ${Array.from({ length: 100 }, (_, i) => `a${i}=""`).join(" ")}>`],
  ])("%s", (what, text) => {
    expect(read(text)).toEqual([`ERR_SITEMAP nesting: expected at most 64 ${what}; got more`]);
  });

  it.each([
    ["a name", `<urlset><${"a".repeat(150_000)}`],
    ["a comment", `<urlset><!--${"a".repeat(150_000)}`],
    ["a value", `<urlset a="${"a".repeat(150_000)}`],
    ["an entity", `<urlset>&${"a".repeat(150_000)}`],
    ["a DOCTYPE", `<!DOCTYPE ${"a".repeat(150_000)}`],
  ])("the length of %s, however it is cut", (_, text) => {
    for (const chunkBytes of [1000, 2 ** 20])
      expect(read(text, chunkBytes)).toEqual([
        expect.stringMatching(/^ERR_SITEMAP format: .*Max buffer length exceeded/),
      ]);
  });

  it("are those of sitemaps.org, and ours where it has none", () => {
    expect(SITEMAP_LIMITS).toEqual({
      maxBytes: 52_428_800,
      maxEntries: 50_000,
      maxUrlCharacters: 2048,
      maxOpenTags: 64,
      maxDepth: 3,
      maxFiles: 10_000,
      maxHosts: 100,
      timeoutMs: 60_000,
    });
  });
});

it("text that is not a URL's is not kept: two million characters in pieces", () => {
  const piece = new TextEncoder().encode("x".repeat(100_000));
  const found: Found[] = [];
  const reader = new SitemapReader((item) => found.push(item));
  reader.push(new TextEncoder().encode("<urlset><url><loc>"));
  for (let i = 0; i < 20; i++) reader.push(piece);
  reader.push(new TextEncoder().encode("</loc></url></urlset>"));
  reader.end();
  expect(found).toMatchObject([{ kind: "bad", error: { fault: "url-length" } }]);
});
