/** What the reader finds in a sitemap however its bytes are cut, and the bounds on a stranger's file. */
import sax from "sax";
import { describe, expect, it } from "vitest";
import type { Found } from "../../../bindings/crawl/sitemaps/sitemap-item.ts";
import { SITEMAP_LIMITS, type SitemapLimits } from "../../../bindings/crawl/sitemaps/sitemap-limits.ts";
import { SitemapReader } from "../../../bindings/crawl/sitemaps/sitemap-reader.ts";
import fc from "../../support/properties.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

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
  const reader = new SitemapReader(sax, (item) => rows.push(row(item)), limits);
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

describe.each(["utf16le", "utf16be"])("%s with a byte order mark (XML 1.0 §2.2, §4.3.3)", (charset) => {
  it.each([1, 2, 3, 64, 2 ** 20])("in pieces of %i bytes", (chunkBytes) => {
    const text = `\ufeff<?xml version="1.0" encoding="UTF-16"?>${urlset(page("https://a.example/é"))}`;
    const bytes = Buffer.from(text, "utf16le");
    const encoded = new Uint8Array(charset === "utf16le" ? bytes : bytes.swap16());
    expect(read(encoded, chunkBytes)).toEqual(["page https://a.example/é"]);
  });
});

describe("dates (W3C Datetime, RFC 822): never in the zone of the machine, and no other text is one", () => {
  const dated = (date: string): Found[] => {
    const found: Found[] = [];
    const reader = new SitemapReader(sax, (one) => found.push(one));
    reader.push(new TextEncoder().encode(urlset(`<url><loc>https://a.example/</loc><lastmod>${date}</lastmod></url>`)));
    reader.end();
    return found;
  };
  itEach<[text: string, date: string]>(
    "dates (W3C Datetime, RFC 822): never in the zone of the machine, and no other text is one: %s",
    (text, date) => {
      const zone = process.env["TZ"];
      for (const TZ of ["America/New_York", "Asia/Tokyo"]) {
        process.env["TZ"] = TZ;
        expect(dated(text)).toEqual([{ kind: "page", url: "https://a.example/", lastModified: new Date(date) }]);
      }
      process.env["TZ"] = zone ?? "";
      if (zone === undefined) delete process.env["TZ"];
    },
  );

  it.each(["5", "Post 5", "2025-02-30", "2025-13-01", "08/01/2024", "yesterday", "2026-11-28T25:00:00Z", "20261"])(
    "%s is not a date: the entry is undated, and has the text",
    (text) => expect(dated(text)).toEqual([{ kind: "page", url: "https://a.example/", lastModifiedText: text }]),
  );
});

describe("an entry without a URL that can be read", () => {
  itEach<[title: string, text: string, ...rows: string[]]>(
    "an entry without a URL that can be read: %s",
    (_, text, ...rows) => expect(read(text)).toEqual(rows),
  );

  itEach<[root: string, name: string, ...inner: string[]]>(
    "each entry of %s is found or told, whatever is in it",
    (root, name, ...inner) => {
      const kinds = fc.array(fc.constantFrom(...inner), { maxLength: 3 });
      fc.assert(
        fc.property(fc.array(kinds, { minLength: 1, maxLength: 5 }), (entries) => {
          const text = entries.map((parts) => `<${name}>${parts.join("")}</${name}>`).join("");
          const rows = read(`<${root}>${text}</${root}>`.replaceAll("URL", "https://a.example/1"));
          const expected = entries.map((parts) => {
            const nested = parts.filter((part) => part.startsWith(`<${name}`)).map(() => "bad");
            return [
              ...nested,
              ...parts.filter((part) => part === inner[0]).map(() => "found"),
              ...(parts.includes(inner[0]!) ? [] : ["bad"]),
            ];
          });
          expect(rows.map((row) => (row.startsWith("bad url") ? "bad" : "found")).sort()).toEqual(
            expected.flat().sort(),
          );
        }),
      );
    },
  );

  itEach<[title: string, loc: string, got: string]>("%s: that entry alone is left out", (_, loc, got) => {
    const rows = read(urlset(`${page(loc)}${page("https://a.example/3")}`));
    expect(rows.slice(0, 2)).toEqual([
      `bad url: expected the text of a URL alone; got ${got}`,
      "page https://a.example/3",
    ]);
  });
});

describe("a mistake outside of URLs loses no entry, and is told once", () => {
  itEach<[title: string, inner: string, message: string]>(
    "a mistake outside of URLs loses no entry, and is told once: %s",
    (_, inner, message) => {
      const many = Array.from({ length: 50 }, (_, i) => `${inner}${page(`https://a.example/${i + 2}`)}`).join("");
      const rows = read(urlset(many));
      expect(rows).toHaveLength(101);
      expect(read(urlset(many), 1)).toEqual(rows);
      expect(rows.at(-1)).toContain(`ERR_SITEMAP format: expected a sitemap in XML; got ${message}`);
      expect(rows.at(-1)).toMatch(/ in line \d+$/);
    },
  );
});

itEach<[inner: string, ...rows: string[]]>(
  "items of RSS 2.0: the link, or else atom:link, or else a guid that is a permalink: %s",
  (inner, ...rows) => {
    expect(read(`<rss><channel><item>${inner}</item></channel></rss>`)).toEqual(rows);
    const next = "<item><link>https://a.example/9</link></item>";
    expect(read(`<rss><channel><item>${inner}</item>${next}</channel></rss>`)).toEqual([
      ...rows,
      "page https://a.example/9",
    ]);
  },
);

describe("links of Atom are relative to xml:base, or to the feed (RFC 4287 §2)", () => {
  itEach<[text: string, url: string]>(
    "links of Atom are relative to xml:base, or to the feed (RFC 4287 §2): %s",
    (text, url) => {
      const found: string[] = [];
      const take = (one: Found): number => found.push(one.kind === "bad" ? one.error.message : one.url);
      const reader = new SitemapReader(sax, take, {}, "https://a.example/feeds/atom.xml");
      reader.push(new TextEncoder().encode(text));
      reader.end();
      expect(found).toEqual([url]);
    },
  );

  it("without a base they are as the file has them", () =>
    expect(read("<feed><entry><link href='/1'/></entry></feed>")).toEqual(["page /1"]));
});

describe("extensions, on request", () => {
  const entries = (inner: string): Found[] => {
    const found: Found[] = [];
    const reader = new SitemapReader(sax, (one) => found.push(one), {}, undefined, true);
    reader.push(new TextEncoder().encode(urlset(inner)));
    reader.end();
    return found;
  };
  const none = { alternates: [], images: [], videos: [], news: [] };
  const url = "https://a.example/1";

  it("other languages, images, videos and news, by local names", () => {
    const inner =
      `<url><loc>${url}</loc>` +
      '<xhtml:link rel="alternate" hreflang="sv-SE" href="https://a.example/se/1"/><xhtml:link rel="stylesheet" href="x"/>' +
      '<xhtml:link rel="alternate" media="only screen" href="https://m.example/1"/>' +
      "<image:image><image:loc> https://i.example/1.png </image:loc><image:title>A &amp; B</image:title></image:image>" +
      "<video:video><video:title>V</video:title><video:tag>a</video:tag><video:tag>b</video:tag></video:video>" +
      "<news:news><news:publication><news:name>N</news:name></news:publication><news:title>T</news:title></news:news>" +
      `</url>${page("https://a.example/2")}`;
    expect(entries(inner)).toEqual([
      {
        kind: "page",
        url,
        extensions: {
          alternates: [
            { url: "https://a.example/se/1", hreflang: "sv-SE" },
            { url: "https://m.example/1", media: "only screen" },
          ],
          images: [{ loc: "https://i.example/1.png", title: "A & B" }],
          videos: [{ title: "V", tag: "a, b" }],
          news: [{ name: "N", title: "T" }],
        },
      },
      { kind: "page", url: "https://a.example/2" },
    ]);
  });

  it("an alternate without href is told, and the others stay", () => {
    const alternate = '<xhtml:link rel="alternate" hreflang="sv"';
    const others = '<xhtml:link rel="Alternate" href="y"/><xhtml:link href="z"/><xhtml:link rel="canonical" href="c"/>';
    const inner = `<url><loc>${url}</loc>${alternate}/>${alternate} href=" "/>${alternate} href="x"/>${others}</url>`;
    const extensions = { ...none, alternates: [{ url: "x", hreflang: "sv" }, { url: "y" }, { url: "z" }] };
    expect(entries(inner)).toEqual([
      { kind: "page", url, extensions },
      { kind: "bad", error: expect.objectContaining({ fault: "url" }) },
    ]);
    expect(entries(`<urlset>${inner}</urlset>`)[0]).toEqual({ kind: "page", url, extensions });
  });

  it("are bounded, and told where they are cut", () => {
    const image = "<image:image><image:loc>https://i.example/1</image:loc></image:image>";
    const [entry, bad] = entries(`<url><loc>${url}</loc>${image.repeat(2000)}</url>`);
    expect(entry).toMatchObject({ url, extensions: { ...none, images: { length: 1000 } } });
    expect(bad).toMatchObject({ kind: "bad", error: { fault: "entries" } });
    const [long] = entries(
      `<url><loc>${url}</loc><image:image><image:title>${"x".repeat(200_000)}</image:title></image:image></url>`,
    );
    expect(JSON.stringify(long).length).toBeLessThan(100_000);
  });

  it("of each entry are bounded by themselves", () => {
    const image = (title: string): string => `<image:image><image:title>${title}</image:title></image:image>`;
    const full = [
      image("x".repeat(60_000)),
      image("x").repeat(900),
      "",
      image("x".repeat(60_000)),
      image("x").repeat(900),
    ];
    const found = entries(full.map((inner) => `<url><loc>${url}</loc>${inner}</url>`).join(""));
    expect(found.map(({ kind }) => kind)).toEqual(full.map(() => "page"));
    expect(found.map((one) => (one as { extensions?: { images: object[] } }).extensions?.images.length)).toEqual([
      1,
      900,
      undefined,
      1,
      900,
    ]);
  });

  it("names of objects are names like others", () => {
    const [entry] = entries(
      `<url><loc>${url}</loc><image:image><image:__proto__>x</image:__proto__></image:image><constructor/></url>`,
    );
    expect(Object.keys((entry as unknown as { extensions: { images: object[] } }).extensions.images[0]!)).toEqual([
      "__proto__",
    ]);
  });

  it("are absent without a request", () => {
    expect(read(urlset(`<url><loc>${url}</loc><image:image><image:loc>x</image:loc></image:image></url>`))).toEqual([
      `page ${url}`,
    ]);
  });
});

itEach<[title: string, text: string, message: string]>("a file that is not a sitemap says so: %s", (_, text, message) =>
  expect(read(text)).toEqual([expect.stringContaining(`ERR_SITEMAP ${message}`)]),
);

describe("entries before a fault stand", () => {
  itEach<[title: string, text: string, message: string]>("entries before a fault stand: %s", (_, text, message) => {
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
  const reader = new SitemapReader(sax, (item) => found.push(item));
  reader.push(new TextEncoder().encode("<urlset><url><loc>"));
  for (let i = 0; i < 20; i++) reader.push(piece);
  reader.push(new TextEncoder().encode("</loc></url></urlset>"));
  reader.end();
  expect(found).toMatchObject([{ kind: "bad", error: { fault: "url-length" } }]);
});
