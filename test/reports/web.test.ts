/**
 * Public reports of people who run crawlers, feed readers and link checkers, turned into inputs. Each case names its thread. Hosts and
 * texts are ours: nothing personal and no wording is copied. Looked up in November 2026.
 */
import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import sax from "sax";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { environmentProxy } from "../../bindings/cli/proxies.ts";
import { parseXRobotsTag } from "../../bindings/core/meta/index.ts";
import { RobotsClient } from "../../bindings/crawl/client/index.ts";
import { nodeFetch } from "../../bindings/crawl/client/node/index.ts";
import { readSitemaps, type SitemapSkip } from "../../bindings/crawl/sitemaps/index.ts";
import type { Found } from "../../bindings/crawl/sitemaps/sitemap-item.ts";
import { SitemapReader } from "../../bindings/crawl/sitemaps/sitemap-reader.ts";
import { walkSitemaps } from "../../bindings/crawl/sitemaps/walk-sitemaps.ts";
import { answer, RawServer, withLength } from "../crawl/client/raw-server.ts";
import { tablesOf } from "../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

/** What a file lists: URLs, with the date or its text; and the faults of what was left out. */
function listed(text: string, base?: string): string[] {
  const rows: string[] = [];
  const take = (one: Found): void => {
    if (one.kind === "bad") rows.push(`left out: ${one.error.fault}`);
    else rows.push([one.url, one.lastModified?.toISOString() ?? one.lastModifiedText].filter(Boolean).join(" "));
  };
  const reader = new SitemapReader(sax, take, {}, base);
  try {
    reader.push(new TextEncoder().encode(text));
    reader.end();
  } catch (error) {
    rows.push(`told: ${(error as { fault: string }).fault}`);
  }
  return rows;
}

const dated = (date: string): string =>
  `<urlset><url><loc>https://a.example/1</loc><lastmod>${date}</lastmod></url></urlset>`;
const item = (inner: string): string =>
  `<rss version="2.0"><channel><item>${inner}</item><item><link>https://a.example/9</link></item></channel></rss>`;
const titled = (title: string): string => item(`<title>${title}</title><link>https://a.example/1</link>`);
const BOTH = ["https://a.example/1", "https://a.example/9"];
const FEED = "https://a.example/ongoing/ongoing.atom";

type Listing = readonly [thread: string, text: string, rows: readonly string[], base?: string];

const dates: readonly Listing[] = [
  ["GateNLP/ultimate-sitemap-parser#31", dated("0000-00-00"), ["https://a.example/1 0000-00-00"]],
  [
    "Edirom/WeGA-WebApp#111",
    dated("2015-10-08T07:18:53Z 2015-06-15T15:33:55Z"),
    ["https://a.example/1 2015-10-08T07:18:53Z 2015-06-15T15:33:55Z"],
  ],
  ["nuxt-modules/sitemap#208", dated("2024-01-08T00:00:00"), ["https://a.example/1 2024-01-08T00:00:00.000Z"]],
  ["sybrew/the-seo-framework#432", dated("2015-12-22T05:31-01:00"), ["https://a.example/1 2015-12-22T06:31:00.000Z"]],
  ["eliashaeussler/cache-warmup#247", dated("2023-03-30"), ["https://a.example/1 2023-03-30T00:00:00.000Z"]],
  ["Yoast/wordpress-seo#3822", dated("2016-01-25 15:35:12"), ["https://a.example/1 2016-01-25T15:35:12.000Z"]],
  ["mdn/kuma#869", dated("2013-02-14T10:00:00+00:00"), ["https://a.example/1 2013-02-14T10:00:00.000Z"]],
  ["crempp/mdweb#63", dated("2017-06-04T18:23:41.120394"), ["https://a.example/1 2017-06-04T18:23:41.000Z"]],
];

const feeds: readonly Listing[] = [
  [
    "feedbin/support#338",
    "<feed><entry xml:base='When/201x/08/14/'><link href='FC2'/><link rel='replies' href='FC2#c'/></entry></feed>",
    ["https://a.example/ongoing/When/201x/08/14/FC2"],
    FEED,
  ],
  [
    "feedbin/support#110",
    "<feed xml:base='https://b.example/x/'><entry xml:base='05/'><link href='Tab'/></entry><entry><link href='Tab'/></entry></feed>",
    ["https://b.example/x/05/Tab", "https://b.example/x/Tab"],
    FEED,
  ],
  ["mmcdole/gofeed#2", "<feed><entry><link href='../1'/></entry></feed>", ["https://a.example/1"], FEED],
  [
    "mmcdole/gofeed#290",
    "<rss xml:base='https://b.example/'><channel><item><link>post/1</link></item></channel></rss>",
    ["https://b.example/post/1"],
    FEED,
  ],
  [
    "nt1m/livemarks#211",
    item("<atom:link href='/feed/' rel='self'/><link>/category/1</link>"),
    ["https://a.example/category/1", "https://a.example/9"],
    FEED,
  ],
  [
    "danmactough/node-feedparser#168",
    "<feed><entry><id>tag:a.example,2008:1</id><link rel='alternate' href='/x/releases/tag/v1'/></entry></feed>",
    ["https://a.example/x/releases/tag/v1"],
    FEED,
  ],
  [
    "davorg-cpan/xml-feed#45",
    "<feed xml:base='https://b.example/'><link rel='self' href='/7day.xml'/><entry><link rel='alternate' type='text/html' href='/quakes/1.php'/></entry></feed>",
    ["https://b.example/quakes/1.php"],
    FEED,
  ],
  [
    "lwindolf/liferea#1472",
    "<feed xml:base='/articles/'><entry><link href='c.xhtml'/></entry></feed>",
    ["https://a.example/articles/c.xhtml"],
    FEED,
  ],
  [
    "brief-rss/brief#184",
    item("<description>The Clown&rsquo;s</description><guid isPermaLink='true'>https://a.example/1</guid>"),
    BOTH,
  ],
];

const told = (...rows: readonly string[]): string[] => [...rows, "told: format"];

const mistakes: readonly Listing[] = [
  ["crawler-commons/crawler-commons#144", ` \n<?xml version="1.0"?>${titled("x")}`, BOTH],
  [
    "wummel/linkchecker#506",
    `\r\n\r\n<?xml version="1.0" encoding="UTF-8"?>\n${dated("2014-05-06")}`,
    ["https://a.example/1 2014-05-06T00:00:00.000Z"],
  ],
  [
    "awesomemotive/all-in-one-seo-pack#1805",
    '\n<?xml version="1.0"?>\n<!-- made on Wed -->\n<?xml-stylesheet href="/s.xsl"?>\n<sitemapindex><sitemap><loc>https://a.example/s.xml</loc></sitemap></sitemapindex>',
    ["https://a.example/s.xml"],
  ],
  [
    "ekalinin/sitemap.js#445",
    "<urlset><url><loc><![CDATA[https://a.example/1]]></loc></url></urlset>",
    ["https://a.example/1"],
  ],
  [
    "crawler-commons/crawler-commons#173",
    "<urlset><url><loc>https://a.example/1</loc></url></urlset>",
    ["https://a.example/1"],
  ],
  [
    "notionnext-org/NotionNext#3724",
    "<urlset><url><loc>https://a.example/?a=1&b=2</loc></url><url><loc>https://a.example/2</loc></url></urlset>",
    told("left out: url", "https://a.example/2"),
  ],
  [
    "k9mail/k9mail.app#214",
    '<feed><entry><link href="https://a.example/K-9-&-December.html"/></entry><entry><link href="https://a.example/2"/></entry></feed>',
    told("https://a.example/K-9-&-December.html", "https://a.example/2"),
  ],
  ["miniflux/v2#416", titled("I'm just doing D&D, but in a &quot;chat&quot;"), told(...BOTH)],
  ["fossar/selfoss#537", titled("a \u0005 b"), BOTH],
  ["fossar/selfoss#496", titled("a \u000b b"), BOTH],
  ["Komodo/komodo-website#28", titled("Many Fixes & Enhancements"), told(...BOTH)],
  ["stephanediondev/readerself#22", titled("gear <3 tools"), told(...BOTH)],
  ["simplepie/simplepie#577", titled("Open 2017 - Timeline & The Order"), told(...BOTH)],
  ["aureliendavid/rsspreview#73", titled("a &#29; b"), told(...BOTH)],
  ["rust-syndication/rss#69", titled("Text with &laquo;angle quotes&raquo;, here & there"), told(...BOTH)],
  ["FreshRSS/FreshRSS#5454", titled("a \uffff b"), BOTH],
  ["BOINC/boinc#876", titled("AT&T</title><title>&"), told(...BOTH)],
];

describe.each([
  ["dates", dates],
  ["links of feeds", feeds],
  ["mistakes in XML", mistakes],
] as const)("%s", (_, listings: readonly Listing[]) => {
  const cases = listings.map(([thread, text, rows, base]) => ({ thread, text, rows, base }));
  it.each(cases)("$thread", ({ text, rows, base }) => expect(listed(text, base)).toEqual(rows));
});

describe("sitemaps in gzip that no header declares", () => {
  const page = "<urlset><url><loc>https://a.example/1</loc></url></urlset>";
  it.each([
    ["Pixep/crowlet#25", gzipSync(page)],
    ["crawler-commons/crawler-commons#143", gzipSync("https://a.example/1\n")],
    ["Canonry/canonry#358", Buffer.concat([gzipSync(page.slice(0, 20)), gzipSync(page.slice(20))])],
    ["schliesser/sitecrawler#14", Buffer.concat([gzipSync(page), Buffer.from("\n")])],
  ])("%s", async (_, bytes) => {
    const urls: string[] = [];
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield bytes;
    }
    const onSkip = ({ error }: { error: Error }): never => {
      throw error;
    };
    const walk = { xml: sax, open: async () => ({ chunks: chunks() }), onSkip };
    for await (const entries of walkSitemaps("https://a.example/s.xml.gz", walk))
      urls.push(...entries.map(({ url }) => url));
    expect(urls).toEqual(["https://a.example/1"]);
  });
});

describe("robots.txt", () => {
  const RULES = "User-agent: *\nDisallow: /private\n";
  const server = new RawServer();
  beforeAll(() => server.start());
  afterAll(() => server.stop());

  const ok = (fields: readonly string[], body: string | Uint8Array): Buffer =>
    answer("200 OK", [...fields, withLength(body)], body);
  const to = (location: string): Buffer => answer("302 Found", [`Location: ${location}`, "Content-Length: 0"], "");
  const gzip = ["Content-Encoding: gzip"];
  /** Which of the two paths may be fetched. */
  const [BY_RULES, ALL, NONE] = [
    [false, true],
    [true, true],
    [false, false],
  ];

  it.each<[thread: string, answers: Record<string, Buffer>, allowed: boolean[] | undefined, policy?: "koster1996"]>([
    ["ekalinin/robots.js#24", { "/robots.txt": to("/a"), "/a": to("/robots.txt") }, ALL],
    ["simplecrawler/simplecrawler#414", { "/robots.txt": to("/robots.txt") }, ALL],
    [
      "apache/stormcrawler#1074",
      { "/robots.txt": to("/1"), "/1": to("/2"), "/2": to("/3"), "/3": to("/4"), "/4": to("/5"), "/5": ok([], RULES) },
      BY_RULES,
    ],
    ["xorbitsai/xagent#2043", { "/robots.txt": to("/r/robots.txt"), "/r/robots.txt": ok([], RULES) }, BY_RULES],
    ["scrapy/scrapy#2388", { "/robots.txt": answer("403 Forbidden", gzip, "<html>403</html>") }, ALL],
    ["seomoz/reppy#57", { "/robots.txt": ok(gzip, RULES) }, NONE],
    ["mnot/redbot#193", { "/robots.txt": ok(gzip, gzipSync(RULES, { level: 9 })) }, BY_RULES],
    ["dkhamsing/awesome_bot#140", { "/robots.txt": ok(["Content-Encoding: deflate"], deflateSync(RULES)) }, BY_RULES],
    ["wummel/linkchecker#186", { "/robots.txt": ok(["Content-Encoding: deflate"], deflateRawSync(RULES)) }, BY_RULES],
    [
      "linkchecker/linkchecker#521",
      { "/robots.txt": ok(["Content-Type: text/plain; charset=none-such"], RULES) },
      BY_RULES,
    ],
    [
      "linkchecker/linkchecker#591",
      { "/robots.txt": ok(["Content-Type: text/plain; charset=utf8mb4"], RULES) },
      BY_RULES,
    ],
    ["brendonboshell/supercrawler#5", { "/robots.txt": answer("410 Gone", [], RULES) }, ALL],
    ["lightpanda-io/browser#3201", { "/robots.txt": answer("401 Unauthorized", [], RULES) }, ALL],
    ["seomoz/reppy#24", { "/robots.txt": answer("403 Forbidden", [], RULES) }, NONE, "koster1996"],
    ["apify/crawlee-python#2065", { "/robots.txt": answer("500 Oops", ["Content-Type: text/html"], "<html>") }, NONE],
    ["D4Vinci/Scrapling#451", { "/robots.txt": answer("503 Service Unavailable", [], "") }, NONE],
    ["apache/stormcrawler#1055", { "/robots.txt": answer("502 Bad Gateway", [], RULES) }, NONE],
    ["kreuzberg-dev/kreuzcrawl#46", { "/robots.txt": ok([], RULES) }, BY_RULES],
  ])("%s", async (_, answers, allowed, policy = undefined) => {
    for (const [path, bytes] of Object.entries(answers)) server.set(path, bytes);
    const client = new RobotsClient({ agent: "ExampleBot", fetch: nodeFetch(), ...(policy && { policy }) });
    const verdicts = ["/private", "/"].map((path) => client.isAllowed(`${server.origin}${path}`));
    expect(await Promise.all(verdicts)).toEqual(allowed);
  });

  it("opensearchserver#1554: a redirect to itself, then the file", async () => {
    let count = 0;
    const fetch = async (): Promise<Response> =>
      count++ === 0 ? new Response(null, { status: 302, headers: { location: "/robots.txt" } }) : new Response(RULES);
    const client = new RobotsClient({ agent: "ExampleBot", fetch });
    expect(await client.isAllowed("https://a.example/private")).toBe(false);
  });
});

itEach<[thread: string, env: Record<string, string>, url: string, proxy: string | undefined]>(
  "proxies of the environment: %s",
  (_, env, url, proxy) => expect(environmentProxy(env)?.(new URL(url))?.href).toBe(proxy),
);

describe("second round", () => {
  const pub = (date: string, expected: string): Listing => [
    date,
    `<rss><channel><item><link>https://a.example/1</link><pubDate>${date}</pubDate></item></channel></rss>`,
    [`https://a.example/1 ${expected}`],
  ];
  const one = "<loc>https://a.example/1</loc>";
  const urls = (inner: string): string => `<urlset>${inner}</urlset>`;

  it.each<readonly [thread: string, listing: Listing]>([
    ["kurtmckee/feedparser#29", pub("Wed, 01 Jul 15 00:00:00 +0200", "2015-06-30T22:00:00.000Z")],
    ["Ranchero-Software/NetNewsWire#2109", pub("Mon, May 25 2020 04:45:26 +0000", "Mon, May 25 2020 04:45:26 +0000")],
    ["RssBandit/RssBandit#469", pub("02 Apr 05 16:13 -0500", "2005-04-02T21:13:00.000Z")],
    ["feedbin/support#455", pub("Thu, 19 Jun 2014 17:00:00 Z", "2014-06-19T17:00:00.000Z")],
    ["mmcdole/gofeed#237", pub("Mon, 21 Apr 2025 06:00:00 EDT", "2025-04-21T10:00:00.000Z")],
    ["danmactough/node-feedparser#85", pub("Tue, 08 Oct 2013 18:30:00 EST", "2013-10-08T23:30:00.000Z")],
    ["witochandra/webfeed#66", pub("Sun, 2 Oct 2022 12:11:52 +0200", "2022-10-02T10:11:52.000Z")],
    ["witochandra/webfeed#66, another", pub("dom, 02 ott 2022 18:55:00 GMT", "dom, 02 ott 2022 18:55:00 GMT")],
    ["lwindolf/liferea#1299", pub("2023-08-29T19:59:32.672Z", "2023-08-29T19:59:32.672Z")],
    ["emacs-elfeed/elfeed#99", pub("12 Jul 14", "2014-07-12T00:00:00.000Z")],
    ["NyaaPantsu/nyaa#1308", pub("01 Aug 17 13:26 UTC", "2017-08-01T13:26:00.000Z")],
    [
      "NyaaPantsu/nyaa#1308, another",
      pub("2017-08-01 13:55:44.364419679 +0200 CEST", "2017-08-01 13:55:44.364419679 +0200 CEST"),
    ],
    ["rometools/rome#86", pub("2007-07-05T02:20:28-0700", "2007-07-05T09:20:28.000Z")],
    [
      "crawler-commons/crawler-commons#29",
      [
        "",
        "<sitemapindex><sitemap>\nhttps://a.example/s.jss?p=2&lang=en\n</sitemap></sitemapindex>",
        told("left out: url"),
      ],
    ],
    [
      "Norconex/crawler#758",
      ["", urls(`<url>${one}<image><loc>https://i.example/1</loc></image></url>`), ["https://a.example/1"]],
    ],
    [
      "crawler-commons/crawler-commons#149",
      [
        "",
        urls(`<url>${one}<xhtml:link rel='alternate' media='x' href='https://m.example/1'/></url>`),
        ["https://a.example/1"],
      ],
    ],
    [
      "GateNLP/ultimate-sitemap-parser#52",
      [
        "",
        urls(`<url>${one}<xhtml:link rel='alternate' hreflang='x-default' href='https://b.example/1'/></url>`),
        ["https://a.example/1"],
      ],
    ],
    [
      "adobe/helix-importer-ui#140",
      ["", urls("<url><loc>https://a.example/s.xml</loc></url>"), ["https://a.example/s.xml"]],
    ],
    [
      "Norconex/crawler#738",
      [
        "",
        `<sitemapindex><sitemap>${one}<lastmod>2021-02-02T18:16:47+00:00</lastmod></sitemap></sitemapindex>`,
        ["https://a.example/1 2021-02-02T18:16:47.000Z"],
      ],
    ],
    [
      "evert/sitemap-php#21",
      ["", `\n\n\n\t<?xml version="1.0"?>${urls(`<url>${one}</url>`)}`, ["https://a.example/1"]],
    ],
    [
      "Dolphiq/craft3-plugin-sitemap#27",
      ["", `\ufeff \n<?xml version="1.0"?>${urls(`<url>${one}</url>`)}`, ["https://a.example/1"]],
    ],
  ])("%s", (_, [, text, rows]) => expect(listed(text)).toEqual(rows));

  itEach<[title: string, levels: string[]]>("%s: nested sitemaps", async (_, levels) => {
    const found: string[] = [];
    async function* chunks(text: string): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode(text);
    }
    const open = async (url: string) => {
      const at = Number(url.slice(-1));
      const text =
        levels[at] === "index"
          ? `<sitemapindex><sitemap><loc>https://a.example/${at + 1}</loc></sitemap></sitemapindex>`
          : "https://a.example/page\n";
      return { chunks: chunks(text) };
    };
    const walk = { xml: sax, open, onSkip: (skip: object) => expect.unreachable(JSON.stringify(skip)) };
    for await (const entries of walkSitemaps("https://a.example/0", walk)) found.push(...entries.map(({ url }) => url));
    expect(found).toEqual(["https://a.example/page"]);
  });

  const [BY_RULES, ALL, NONE] = [
    [false, true],
    [true, true],
    [false, false],
  ];
  const RULES = "User-agent: *\nDisallow: /private\n";
  const moved = (location: string): Response => new Response(null, { status: 301, headers: { location } });
  it.each<[thread: string, answers: (url: string) => Response, allowed: boolean[]]>([
    ["LAW-Unimi/BUbiNG#17", () => new Response(`\ufeff${RULES}`), BY_RULES],
    ["scrapy/scrapy#6195", () => new Response(Buffer.from(`\ufeff${RULES}`)), BY_RULES],
    ["seomoz/rep-cpp#13", () => new Response(`\ufeff${RULES.toUpperCase().toLowerCase()}`), BY_RULES],
    ["lightpanda-io/browser#1520", () => new Response(Buffer.from(`\ufeff# é\n${RULES}`)), BY_RULES],
    ["Auriti-Labs/geo-optimizer-skill#108", () => new Response(Buffer.from(`\ufeff${RULES}`, "utf16le")), BY_RULES],
    [
      "meziantou/Meziantou.Framework#2618",
      () => new Response(`\ufeffUser-agent: *\r\nDisallow: /private\r\n`),
      BY_RULES,
    ],
    ["bopoda/robots-txt-parser#24", () => new Response("<!DOCTYPE html><p>User-agent:*<br/>Disallow: /</p>"), ALL],
    [
      "janreges/siteone-crawler#64",
      () => new Response("User-agent: *\nAllow: /\n\nUser-agent: Other\nDisallow: /\n"),
      ALL,
    ],
    [
      "MadsLorentzen/ai-job-search#277",
      () => new Response("User-agent: *\n\nAllow: /\nDisallow: /private\n"),
      BY_RULES,
    ],
    [
      "ArchiveTeam/wpull#58",
      (url) => (url.includes("www") ? new Response(RULES) : moved("https://www.a.example/robots.txt")),
      BY_RULES,
    ],
    [
      "apache/stormcrawler#2077",
      (url) => (url.includes("b.example") ? new Response(RULES) : moved("https://b.example/r")),
      BY_RULES,
    ],
    ["Yoko-Co/yoko-crawler#97", () => new Response("User-agent: *\nDisallow: /", { status: 403 }), ALL],
    ["brendonboshell/supercrawler#24", () => new Response("", { status: 500 }), NONE],
    ["ArchiveTeam/wpull#233", () => new Response(RULES, { status: 501 }), NONE],
    [
      "internetarchive/heritrix3#187",
      () => {
        throw Object.assign(new Error("socket timeout"), { code: "ETIMEDOUT" });
      },
      NONE,
    ],
    [
      "ArchiveTeam/ArchiveBot#464",
      () => {
        throw Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
      },
      NONE,
    ],
    [
      "kreuzberg-dev/kreuzcrawl#44",
      () => new Response(new ReadableStream({ start: (one) => one.error(new Error("cut")) })),
      NONE,
    ],
  ])("%s", async (_, answers, allowed) => {
    let requests = 0;
    const fetch = async (url: string): Promise<Response> => {
      requests++;
      return answers(url);
    };
    const client = new RobotsClient({ agent: "ExampleBot", fetch });
    const verdicts = ["/private", "/", "/again"].map((path) => client.isAllowed(`https://a.example${path}`));
    expect((await Promise.all(verdicts)).slice(0, 2)).toEqual(allowed);
    // ArchiveTeam/wpull#126: whatever happened, nobody asks again at once.
    expect(requests).toBeLessThanOrEqual(2);
  });

  itEach<[thread: string, header: string | string[], said: string[]]>("second round: %s", (_, header, said) => {
    const { directives } = parseXRobotsTag(header);
    expect(directives.map(({ agent, name }) => `${agent} ${name}`)).toEqual(said);
  });
});

describe("third round", () => {
  itEach<[thread: string, text: string, rows: readonly string[], base?: string]>(
    "third round: %s",
    (_, text, rows, base) => expect(listed(text, base)).toEqual(rows),
  );
});

describe("fourth round", () => {
  itEach<[thread: string, text: string, rows: readonly string[], base?: string]>(
    "fourth round: %s",
    (_, text, rows, base) => expect(listed(text, base)).toEqual(rows),
  );

  itEach<[thread: string, files: Record<string, string>, rows: string[]]>(
    "%s: hosts of sitemaps",
    async (_, files, rows) => {
      const fetch = async (at: string): Promise<Response> =>
        new Response(files[at], { status: at in files ? 200 : 404 });
      const client = new RobotsClient({ agent: "ExampleBot", fetch });
      const found: string[] = [];
      const onSkip = ({ error }: SitemapSkip): number => found.push(`left out: ${error.fault}`);
      const read = readSitemaps(client, "https://www.a.example/", { xml: sax, onSkip });
      for await (const { url: page } of read) found.push(page);
      expect(found).toEqual(rows);
    },
  );

  const RULES = "User-agent: *\nDisallow: /private\n";
  const gzip = gzipSync(RULES);
  const moved = (location: string): Response => new Response(null, { status: 301, headers: { location } });
  it.each<[thread: string, answers: (at: string) => Response, allowed: boolean[]]>([
    ["zaproxy/zaproxy#4988", () => new Response(Buffer.from(RULES)), [false, true]],
    [
      "GOVTNZ/cwac#18",
      () => new Response(RULES, { headers: { "content-type": "text/plain; charset=utf-8" } }),
      [false, true],
    ],
    ["magda-io/magda#3556", () => new Response(RULES, { headers: { "content-type": "text/html" } }), [false, true]],
    [
      "sparklemotion/mechanize#457",
      (at) => (at.endsWith("/robots.txt") ? moved("/robots_foo.txt") : new Response(RULES)),
      [false, true],
    ],
    ["sparklemotion/mechanize#240", (at) => moved(at), [true, true]],
    ["apache/trafficcontrol#1737", () => new Response(gzip, { status: 404 }), [true, true]],
    ["notatallshaw/nab#467", () => new Response(gzip.subarray(0, 20)), [false, false]],
    ["stevenvachon/broken-link-checker#231", () => new Response("", { status: 429 }), [true, true]],
  ])("%s: robots.txt", async (_, answers, allowed) => {
    const client = new RobotsClient({ agent: "ExampleBot", fetch: async (at) => answers(at) });
    const verdicts = ["/private", "/"].map((path) => client.isAllowed(`https://a.example${path}`));
    expect(await Promise.all(verdicts)).toEqual(allowed);
  });
});
