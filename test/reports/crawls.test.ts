/**
 * Public reports about crawls: redirects, pauses, addresses, encodings, headers. Each case names its thread. Hosts and texts are ours:
 * nothing personal and no wording is copied. Looked up in November 2026, as the fifth round.
 */
import sax from "sax";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseXRobotsTag } from "../../bindings/core/meta/index.ts";
import { RobotsClient } from "../../bindings/crawl/client/index.ts";
import { isPublicAddress, nodeFetch } from "../../bindings/crawl/client/node/index.ts";
import { outcomeOf } from "../../bindings/crawl/pace/index.ts";
import { politeFetch } from "../../bindings/crawl/polite/index.ts";
import type { Found } from "../../bindings/crawl/sitemaps/sitemap-item.ts";
import { SitemapReader } from "../../bindings/crawl/sitemaps/sitemap-reader.ts";
import { answer, RawServer, withLength } from "../crawl/client/raw-server.ts";
import { tablesOf } from "../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

function found(bytes: Uint8Array, extensions = false): Found[] {
  const all: Found[] = [];
  const reader = new SitemapReader(sax, (one) => all.push(one), {}, undefined, extensions);
  reader.push(bytes);
  reader.end();
  return all;
}

describe("feeds in encodings that XML does not require: links in ASCII are found", () => {
  const title = "\xcd\xee\xe2\xee\xf1\xf2\xe8";
  const feed = (encoding: string, before = ""): Buffer =>
    Buffer.from(
      `${before}<?xml version="1.0" encoding="${encoding}"?><rss><channel><item><title>${title}</title><link>https://a.example/1</link></item></channel></rss>`,
      "latin1",
    );
  it.each([
    ["dauphine-dev/drop-feeds#22", feed("windows-1251")],
    ["danmactough/node-feedparser#62", feed("ISO-8859-1")],
    ["feedjira/feedjira#278", feed("Windows-1251")],
    ["extractus/feed-extractor#123", feed("koi8-r")],
    ["Novik/ruTorrent#3170", feed("windows-1251", "\n\n")],
  ])("%s", (_, bytes) => expect(found(bytes)).toEqual([{ kind: "page", url: "https://a.example/1" }]));
});

describe("news sitemaps", () => {
  itEach<
    [title: string, inner: string, news?: { name: string; language: string; publication_date: string; title: string }[]]
  >("news sitemaps: %s", (_, inner, news) => {
    const [entry] = found(Buffer.from(`<urlset>${inner}</urlset>`), true) as { extensions?: { news: object[] } }[];
    expect(entry?.extensions?.news).toEqual(news);
  });
});

describe("Retry-After (RFC 9110 §10.2.3): whole seconds or a date; other values mean nothing, and the pause is ours", () => {
  it.each([
    ["crwlrsoft/crawler#50", "120", 120_000],
    ["apify/crawlee-python#1995", "-5", undefined],
    ["planningcenter/developers#606", "-43", undefined],
    ["elixir-tesla/tesla#920", "5abc", undefined],
    ["cline/cline#14213", "0x10", undefined],
    ["cline/cline#14213, another", "1e3", undefined],
    ["EvoScientist/EvoScientist#394", "inf", undefined],
    ["curl/curl#15833", "Tue, 10 Nov 2015 00:00:00 GMT", undefined],
    ["pc-style/x-md#25", "Sat, 28 Nov 2026 12:01:00 GMT", 60_000],
  ])("%s: %s", (_, value, retryAfterMs) => {
    const headers = { "retry-after": value };
    const outcome = outcomeOf(new Response(null, { status: 429, headers }), Date.UTC(2026, 10, 28, 12));
    expect([outcome.status, outcome.retryAfterMs || undefined]).toEqual([429, retryAfterMs]);
  });
});

describe("redirects of pages, as URL parsers read their Location", () => {
  itEach<[title: string, location: string, expected: string]>(
    "redirects of pages, as URL parsers read their Location: %s",
    async (_, location, expected) => {
      const asked: string[] = [];
      const fetch = async (url: string): Promise<Response> => {
        asked.push(url);
        return url.endsWith("/dir/1") ? new Response(null, { status: 302, headers: { location } }) : new Response("");
      };
      const pace = { acquire: async () => ({ release: async () => undefined, waitedMs: 0 }), limit: () => undefined };
      await politeFetch(new RobotsClient({ agent: "ExampleBot", fetch }), { pace })("https://a.example/dir/1");
      expect(asked.at(-1)).toBe(expected);
    },
  );

  it.each([
    ["encode/httpx#774", () => "https://:443/", /redirect/i],
    ["scrapy/scrapy#2774", (url: string) => url, /redirect/i],
    ["dcramer/peated#1207", () => "/private/1", /refuse/i],
  ])("%s: fails", async (_, to, message) => {
    const fetch = async (url: string): Promise<Response> =>
      url.endsWith("/robots.txt")
        ? new Response("User-agent: *\nDisallow: /private\n")
        : new Response(null, { status: 302, headers: { location: to(url) } });
    const pace = { acquire: async () => ({ release: async () => undefined, waitedMs: 0 }), limit: () => undefined };
    const read = politeFetch(new RobotsClient({ agent: "ExampleBot", fetch }), { pace });
    await expect(read("https://a.example/1")).rejects.toThrow(message);
  });
});

describe("addresses", () => {
  itEach<[title: string, address: string, isPublic: boolean]>("addresses: %s", (_, address, isPublic) =>
    expect(isPublicAddress(address)).toBe(isPublic),
  );

  itEach<[title: string, url: string]>("%s: %s is refused before a connection", async (_, url) => {
    const client = new RobotsClient({ agent: "ExampleBot", fetch: nodeFetch({ addresses: "public" }) });
    expect((await client.get(url)).access).toMatchObject({ status: "unreachable", errorCode: "address" });
  });
});

describe("heads that a parser of HTTP refuses", () => {
  const server = new RawServer();
  beforeAll(() => server.start());
  afterAll(() => server.stop());
  const RULES = "User-agent: *\nAllow: /\n";
  it.each([
    ["nodejs/node#27711", "Set Cookie: a=b"],
    ["webhintio/scan-issues#23199", "X-A B : c"],
  ])("%s: the file is unreachable", async (_, field) => {
    server.set("/robots.txt", answer("200 OK", [field, withLength(RULES)], RULES));
    // The fetch of Node.js 20 takes such a head, but for a process that has loaded undici.
    const client = new RobotsClient({ agent: "ExampleBot", fetch: nodeFetch() });
    expect(await client.isAllowed(`${server.origin}/`)).toBe(false);
  });
});

describe("robots tags", () => {
  const said = (directives: readonly { agent: string; name: string }[]): string[] =>
    directives.map(({ agent, name }) => `${agent} ${name}`);
  itEach<[title: string, header: string, rows: string[]]>("robots tags: %s", (_, header, rows) =>
    expect(said(parseXRobotsTag(header).directives)).toEqual(rows),
  );
});
