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

describe("proxies of the environment", () => {
  it.each<[thread: string, env: Record<string, string>, url: string, proxy: string | undefined]>([
    [
      "stevenvachon/broken-link-checker#37",
      { HTTPS_PROXY: "http://p.example:3128" },
      "https://a.example/",
      "http://p.example:3128/",
    ],
    [
      "stevenvachon/broken-link-checker#25",
      { HTTP_PROXY: "http://p.example:3128" },
      "http://localhost:8080/",
      undefined,
    ],
    ["JustinBeckwith/linkinator#195", { HTTP_PROXY: "http://p.example:80" }, "http://a.example/", "http://p.example/"],
    ["linkchecker/linkchecker#791", { https_proxy: "p.example:8080" }, "https://a.example/", "http://p.example:8080/"],
    [
      "linkchecker/linkchecker#346",
      { all_proxy: "http://u:p@p.example:8080" },
      "https://a.example/",
      "http://u:p@p.example:8080/",
    ],
    [
      "wummel/linkchecker#533",
      { http_proxy: "http://p.example", NO_PROXY: ".corp.example, b.example:8080" },
      "http://x.corp.example/",
      undefined,
    ],
    [
      "stevenvachon/broken-link-checker#204",
      { http_proxy: "http://p.example", NO_PROXY: "b.example:8080" },
      "http://b.example/",
      "http://p.example/",
    ],
    [
      "stevenvachon/broken-link-checker#28",
      { http_proxy: "http://p.example", no_proxy: "10.0.0.0/8" },
      "http://10.1.2.3/",
      undefined,
    ],
  ])("%s", (_, env, url, proxy) => expect(environmentProxy(env)?.(new URL(url))?.href).toBe(proxy));
});

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

  it.each([
    ["seantomburke/sitemapper#132", ["index", "index", "pages"]],
    ["benbalter/sitemap-parser#10", ["index", "pages"]],
    ["paceaux/selector-finder#26", ["index", "pages"]],
  ])("%s: nested sitemaps", async (_, levels) => {
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

  it.each<[thread: string, header: string | string[], said: string[]]>([
    [
      "spatie/robots-txt#69",
      ["X-Robots-Tag: nofollow", "X-Robots-Tag: google: noindex"],
      ["robots nofollow", "google noindex"],
    ],
    ["spatie/robots-txt#11", "X-Robots-Tag: nofollow", ["robots nofollow"]],
    ["spatie/robots-txt#1", ["x-robots-tag: noindex"], ["robots noindex"]],
    ["Mojeek/noml-open-letter#30", "X-Robots-Tag: noindex, nofollow, noindex", ["robots noindex", "robots nofollow"]],
    ["sjdirect/abot#20", "noindex,nofollow", ["robots noindex", "robots nofollow"]],
    ["nextcloud/server#37409", "none", ["robots none"]],
  ])("%s", (_, header, said) => {
    const { directives } = parseXRobotsTag(header);
    expect(directives.map(({ agent, name }) => `${agent} ${name}`)).toEqual(said);
  });
});

describe("third round", () => {
  const outside = (root: string): string =>
    `<${root}><channel><link>https://a.example/</link></channel><item><link>https://a.example/1</link></item></${root}>`;
  const prefixed = (name: string): string =>
    `<sit:urlset xmlns:sit="${name}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"><sit:url><sit:loc>https://a.example/1</sit:loc><image:image><image:loc>https://a.example/i.png</image:loc></image:image></sit:url></sit:urlset>`;
  const one = ["https://a.example/1"];

  it.each<[thread: string, text: string, rows: readonly string[], base?: string]>([
    ["crawler-commons/crawler-commons#174", prefixed("http://www.sitemaps.org/schemas/sitemap/0.9"), one],
    ["crawler-commons/crawler-commons#210", prefixed("http://www.google.com/schemas/sitemap/0.84"), one],
    ["crawler-commons/crawler-commons#210: https", prefixed("https://www.sitemaps.org/schemas/sitemap/0.9/"), one],
    [
      "adbar/trafilatura#926",
      `<urlset xmlns:x="http://www.sitemaps.org/schemas/sitemap/0.9"><x:url><x:loc>https://a.example/1</x:loc></x:url></urlset>`,
      one,
    ],
    [
      "GateNLP/ultimate-sitemap-parser#86",
      "<urlset><urlset><url><loc>https://a.example/1</loc><lastmod>2024-05-08 08:53:11 PM</lastmod></url></urlset></urlset>",
      ["https://a.example/1 2024-05-08T20:53:11.000Z"],
    ],
    [
      "bartholomej/svelte-sitemap#59",
      "<urlset><url><loc>https://a.example/blog/a b</loc></url></urlset>",
      ["https://a.example/blog/a b"],
    ],
    [
      "crawler-commons/crawler-commons#24",
      "<urlset><url><loc>https://a.example/1&Acirc;&ordm;-x</loc></url><url><loc>https://a.example/1</loc></url></urlset>",
      ["https://a.example/1Âº-x", "https://a.example/1"],
    ],
    [
      "miniflux/picoFeed#138",
      `<!DOCTYPE rss [<!ENTITY nbsp "&#160;">]>${item("<link>https://a.example/1</link>")}`,
      ["told: doctype"],
    ],
    [
      "osmoscraft/osmosfeed#82",
      item("<link>/posts/index.html</link>"),
      ["https://a.example/posts/index.html", "https://a.example/9"],
      FEED,
    ],
    [
      "Ranchero-Software/NetNewsWire#3662",
      "<feed xml:base='https://b.example/en/'><entry><link href='/publish/x'/></entry></feed>",
      ["https://b.example/publish/x"],
      FEED,
    ],
    [
      "ocaml/platform-blog#128",
      "<feed><id>blog/</id><link rel='self' href='blog/feed.xml'/><entry xml:base='opam-2-6-0/'><link rel='alternate' href='opam-2-6-0/'/></entry></feed>",
      ["https://a.example/ongoing/opam-2-6-0/opam-2-6-0/"],
      FEED,
    ],
    ["macieklamberski/feedsmith#260", outside("rss"), one],
    ["witochandra/webfeed#21", outside("rdf:RDF"), one],
    [
      "ruby/rss#9",
      `<rdf:RDF xmlns="http://purl.org/rss/1.0/"><channel><items><rdf:Seq><rdf:li rdf:resource="https://a.example/1"/></rdf:Seq></items></channel><item><link>https://a.example/1</link><prism:doi>1</prism:doi></item></rdf:RDF>`,
      one,
    ],
  ])("%s", (_, text, rows, base) => expect(listed(text, base)).toEqual(rows));
});

describe("fourth round", () => {
  const one = ["https://a.example/1"];
  const lost = ["left out: url"];
  const entry = (inner: string): string => `<feed xmlns="http://www.w3.org/2005/Atom"><entry>${inner}</entry></feed>`;
  const only = (inner: string): string => `<rss><channel><item>${inner}</item></channel></rss>`;
  const url = (inner: string): string => `<urlset><url>${inner}</url></urlset>`;
  const link = "<link>https://a.example/1</link>";
  const href = '<link href="https://a.example/1"/>';
  const pub = (date: string): string => only(`${link}<pubDate>${date}</pubDate>`);
  const at = (date: string): string[] => [`https://a.example/1 ${date}`];

  it.each<[thread: string, text: string, rows: readonly string[], base?: string]>([
    ["code4lib/job_board#62", entry("<link>https://a.example/1</link>"), one],
    ["macieklamberski/feedsmith#255", entry(`<link rel="enclosure">https://i.example/1.jpg</link>${href}`), one],
    [
      "kurtmckee/feedparser#367",
      entry(`${href}<link rel="enclosure" type="image/jpeg">https://i.example/?a=1&amp;b=2</link>`),
      one,
    ],
    ["karadaisy/redwind#1", entry('<link href="" rel="alternate" type="text/html"/>'), lost, FEED],
    ["SlyMarbo/rss#17", entry('<link rel="alternate" href="https://a.example/1"/>'), one],
    ["aureliendavid/rsspreview#2", entry(href), one],
    [
      "lwindolf/liferea#723",
      entry(
        `<link rel="alternate" type="text/html" href="https://a.example/1"/><link rel="self" href="https://a.example/atom/?itemid=1"/>`,
      ),
      one,
    ],
    [
      "rometools/rome#38",
      `<feed><entry xml:base="When/200x/"><link href="BMS"/></entry></feed>`,
      ["https://a.example/ongoing/When/200x/BMS"],
      FEED,
    ],
    [
      "riggraz/no-style-please#89",
      `<feed><entry><link href="https://a.example/1"/><content xml:base="//hottake/2024/"/></entry></feed>`,
      one,
    ],
    [
      "macieklamberski/feedsmith#77",
      `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:link href="https://a.example/1"/></a:entry></a:feed>`,
      one,
    ],
    ["iv-org/invidious#270", entry(`<yt:videoId>1</yt:videoId>${href}`), one],
    ["desarrolla2/RSSClient#14", only(`${link}<guid isPermaLink="false"/>`), one],
    ["r7kamura/weneedfeed#32", only('<link></link><guid isPermaLink="true"></guid>'), lost, FEED],
    [
      "brendanlong/lion-reader#584",
      only("<guid>https://a.example/1</guid><pubDate>Tue, 19 Aug 2025 23:39:00 EST</pubDate>"),
      at("2025-08-20T04:39:00.000Z"),
    ],
    [
      "rust-lang/this-week-in-rust#631",
      only(`${link}<guid isPermaLink="false">tag:a.example,2018-04-17:1/</guid>`),
      one,
    ],
    ["brief-rss/brief#337", only(`<guid isPermaLink="false">tag:a.example,2018:1</guid>${link}`), one],
    ["feedbin/feedbin#330", only('<guid isPermaLink="true">https://a.example/1</guid>'), one],
    ["LukeSmithxyz/lb#37", only("<title>x</title><guid>https://a.example/1</guid>"), one],
    [
      "kurtmckee/feedparser#384",
      only('<enclosure url="https://i.example/1.mp3"/><guid isPermaLink="false">B-1</guid>'),
      lost,
    ],
    [
      "FreshRSS/FreshRSS#4171",
      `<rss><channel><snf:logo><url>x</url></snf:logo><item>${link}</item></channel></rss>`,
      one,
    ],
    ["arminreiter/FeedReader#5", only(`<atom:link href="https://a.example/feed" rel="self"/>${link}`), one],
    [
      "newsboat/newsboat#1086",
      `<rss xmlns="http://www.w3.org/2005/Atom"><channel><item>${link}</item></channel></rss>`,
      one,
    ],
    [
      "macieklamberski/feedsmith#262",
      `<rdf:RDF xmlns:rss="http://purl.org/rss/1.0/"><rss:channel/><rss:item><rss:link>https://a.example/1</rss:link></rss:item></rdf:RDF>`,
      one,
    ],
    [
      "brendanlong/lion-reader#77",
      `<rdf:RDF><item>${link}<dc:date>2026-01-02T03:04:05Z</dc:date></item></rdf:RDF>`,
      at("2026-01-02T03:04:05.000Z"),
    ],
    [
      "extractus/feed-extractor#89",
      only("<link>/posts/1/</link><guid>/posts/1/</guid>"),
      ["https://a.example/posts/1/"],
      FEED,
    ],
    [
      "danmactough/node-feedparser#116",
      only("<link>news.asp?n=1</link>"),
      ["https://a.example/ongoing/news.asp?n=1"],
      FEED,
    ],
    ["miniflux/v2#52", only(`<title>a \u0018 b</title>${link}`), one],
    ["Athou/commafeed#60", only(`<description><![CDATA[<em>< </em>\u0008]]></description>${link}`), one],
    ["feedjira/feedjira#418", only(`<description><![CDATA[\u0003]]></description>${link}`), one],
    [
      "khromov/sitemap-cache-warmer#18",
      url(
        "<loc>\n<![CDATA[ https://a.example/1 ]]>\n</loc><image:image><image:loc><![CDATA[ https://i.example/1 ]]></image:loc></image:image>",
      ),
      one,
    ],
    [
      "nystudio107/craft-seomatic#495",
      url("<loc>\n  https://a.example/1\n</loc><lastmod>\n  2019-06-25T15:40:18+02:00\n</lastmod>"),
      at("2019-06-25T13:40:18.000Z"),
    ],
    ["nystudio107/craft-seomatic#1232", `    <?xml version="1.0"?>${url("<loc>https://a.example/1</loc>")}`, one],
    [
      "VIPnytt/SitemapParser#6",
      `<!-- cached -->\n<?xml version="1.0"?>\n<?xml-stylesheet href="/s.xsl"?>${url("<loc>https://a.example/1</loc>")}`,
      one,
    ],
    [
      "RumenDamyanov/php-sitemap#44",
      `HTTP/1.0 200 OK\nContent-Type: text/xml\n\n${url("<loc>https://a.example/1</loc>")}`,
      ["told: format"],
    ],
    [
      "vufind-org/vufind#5259",
      "<urlset><url><loc></loc></url><url><loc>https://a.example/1</loc></url></urlset>",
      [...lost, ...one],
    ],
    ["PrestaShop/PrestaShop-modules#118", dated("2004-10-01 18:23:17"), at("2004-10-01T18:23:17.000Z")],
    ["schneidmaster/sitemap-webpack-plugin#3", dated("2017-1-3"), at("2017-1-3")],
    ["fossar/selfoss#1057", pub("ma, 08 okt 2018 10:09:29 +0000"), at("ma, 08 okt 2018 10:09:29 +0000")],
    ["distillpub/template#126", pub("Thu, 02 Sep 2021 20:0:0 Z"), at("Thu, 02 Sep 2021 20:0:0 Z")],
    ["Ranchero-Software/NetNewsWire#3516", pub("Sat, 02 Apr 22 10:00:00 +0200"), at("2022-04-02T08:00:00.000Z")],
    ["remy/remysharp.com#75", pub("026, 26 Mar 2023 22:43:38 +0000"), at("026, 26 Mar 2023 22:43:38 +0000")],
    [
      "lwindolf/liferea#989",
      entry(`${href}<updated>Fri, 28 May 2021 14:00:00 GMT</updated>`),
      at("2021-05-28T14:00:00.000Z"),
    ],
    ["danmactough/node-feedparser#256", pub("Sunday,August 6,2017 13:14 pm"), at("Sunday,August 6,2017 13:14 pm")],
    ["rometools/rome#378", pub("<![CDATA[Tue, Jan 23 2018 02:54:55 MST]]>"), at("Tue, Jan 23 2018 02:54:55 MST")],
    ["spacecowboy/Feeder#456", pub("Sun, 15 Dec 2024 12:15 PM"), at("2024-12-15T12:15:00.000Z")],
    ["kurtmckee/feedparser#20", pub("Thu, 30 Apr 2015 08:57:00 MEST"), at("Thu, 30 Apr 2015 08:57:00 MEST")],
    ["superdesk/superdesk#3269", pub("Fri, 19 Nov 2021 01:45:08 +02:00"), at("2021-11-18T23:45:08.000Z")],
    ["SlyMarbo/rss#69", pub("Sat, 12 May 2018 10:00:00"), at("2018-05-12T10:00:00.000Z")],
    ["arminreiter/FeedReader#34", pub("Tue, 14 Apr 2020 10:00:00 UT"), at("2020-04-14T10:00:00.000Z")],
    ["lilyball/feedparser#18", pub("Sunday, June 30, 2013 - 00:00"), at("Sunday, June 30, 2013 - 00:00")],
  ])("%s", (_, text, rows, base) => expect(listed(text, base)).toEqual(rows));

  it.each<[thread: string, files: Record<string, string>, rows: string[]]>([
    [
      "Automattic/data-liberation-agent#288",
      {
        "https://www.a.example/robots.txt": "Sitemap: https://www.a.example/sitemap.xml",
        "https://www.a.example/sitemap.xml":
          "<sitemapindex><sitemap><loc>http://www.a.example/p.xml</loc></sitemap></sitemapindex>",
        "http://www.a.example/p.xml": "http://www.a.example/1\n",
      },
      ["http://www.a.example/1"],
    ],
    [
      "crawler-commons/crawler-commons#81",
      {
        "https://www.a.example/robots.txt": "Sitemap: https://spider.a.example/s.xml",
        "https://spider.a.example/s.xml": "https://www.a.example/1\n",
      },
      ["https://www.a.example/1"],
    ],
    [
      "commoncrawl/news-crawl#32",
      {
        "https://www.a.example/robots.txt": "Sitemap: https://www.a.example/s.xml",
        "https://www.a.example/s.xml": "https://video.a.example/1\n",
      },
      ["left out: host"],
    ],
  ])("%s: hosts of sitemaps", async (_, files, rows) => {
    const fetch = async (at: string): Promise<Response> => new Response(files[at], { status: at in files ? 200 : 404 });
    const client = new RobotsClient({ agent: "ExampleBot", fetch });
    const found: string[] = [];
    const onSkip = ({ error }: SitemapSkip): number => found.push(`left out: ${error.fault}`);
    const read = readSitemaps(client, "https://www.a.example/", { xml: sax, onSkip });
    for await (const { url: page } of read) found.push(page);
    expect(found).toEqual(rows);
  });

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
