/** readSitemaps: what a site lists, politely and within bounds, and nobody mistakes a part for the whole. */
import { gzipSync } from "node:zlib";
import sax from "sax";
import { describe, expect, it } from "vitest";
import { RobotsClient } from "../../../bindings/crawl/client/index.ts";
import { Pace } from "../../../bindings/crawl/pace/index.ts";
import { readSitemaps, type SitemapOptions } from "../../../bindings/crawl/sitemaps/index.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const shop = "https://shop.example";
const other = "https://other.example";

type Page = string | Uint8Array | (() => Response | Promise<Response>);

const urlset = (...urls: string[]): string =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`;
const index = (...urls: string[]): string =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join("")}</sitemapindex>`;

/** Without the default delay between two requests to a host. */
const atOnce = (): Pace => new Pace({ minIntervalMs: 0 });

interface Read {
  readonly urls: string[];
  readonly asked: string[];
  readonly skipped: string[];
  readonly complete: boolean;
}

function clientFor(pages: Record<string, Page>): { client: RobotsClient; asked: string[] } {
  const asked: string[] = [];
  const fetch = async (url: string): Promise<Response> => {
    asked.push(url);
    const page = pages[url];
    if (page === undefined) return new Response(null, { status: 404 });
    return typeof page === "function" ? page() : new Response(page as BodyInit);
  };
  return { client: new RobotsClient({ agent: "ExampleBot", fetch }), asked };
}

async function read(
  pages: Record<string, Page>,
  source: string | Uint8Array = shop,
  options: Partial<SitemapOptions> = {},
): Promise<Read> {
  const { client, asked } = clientFor(pages);
  const skipped: string[] = [];
  const onSkip: SitemapOptions["onSkip"] = ({ sitemap, error }) => skipped.push(`${sitemap} ${error.fault}`);
  const entries = readSitemaps(client, source, { xml: sax, onSkip, pace: atOnce(), ...options });
  const urls: string[] = [];
  for (let next = await entries.next(); ; next = await entries.next()) {
    if (next.done) return { urls, asked, skipped, complete: next.value.complete };
    urls.push(next.value.url);
  }
}

const robots = (...lines: string[]): string => ["User-agent: *", "Disallow: /private", ...lines, ""].join("\n");

describe("from a site", () => {
  const pages = {
    [`${shop}/robots.txt`]: robots(`Sitemap: ${shop}/index.xml`, `Sitemap: ${shop}/more.txt`),
    [`${shop}/index.xml`]: index(`${shop}/1.xml.gz`),
    [`${shop}/1.xml.gz`]: gzipSync(
      `<urlset><url><loc>${shop}/a</loc><lastmod>2026-01-02</lastmod></url><url><loc>${shop}/private/b</loc></url></urlset>`,
    ),
    [`${shop}/more.txt`]: `${shop}/c\n`,
  };

  it("reads the sitemaps that its robots.txt lists, with verdicts and dates", async () => {
    const { client } = clientFor(pages);
    const found: unknown[] = [];
    for await (const entry of readSitemaps(client, `${shop}/`, { xml: sax, pace: atOnce() })) found.push(entry);
    expect(found).toEqual([
      { url: `${shop}/c`, sitemap: `${shop}/more.txt`, allowed: true },
      {
        url: `${shop}/a`,
        sitemap: `${shop}/1.xml.gz`,
        allowed: true,
        lastModified: new Date("2026-01-02"),
      },
      { url: `${shop}/private/b`, sitemap: `${shop}/1.xml.gz`, allowed: false },
    ]);
  });

  it("leaves out what is older than `since`, and what `follow` declines", async () => {
    expect((await read(pages, shop, { since: new Date("2026-01-02") })).urls).toContain(`${shop}/a`);
    expect((await read(pages, shop, { since: new Date(Date.UTC(2026, 0, 2) + 1) })).urls).toEqual([
      `${shop}/c`,
      `${shop}/private/b`,
    ]);
    const { urls, asked, complete } = await read(pages, shop, { follow: (url) => !url.includes("1.xml") });
    expect({ urls, complete }).toEqual({ urls: [`${shop}/c`], complete: true });
    expect(asked).not.toContain(`${shop}/1.xml.gz`);
  });

  it("tries /sitemap.xml only when asked for", async () => {
    const bare = { [`${shop}/robots.txt`]: robots(), [`${shop}/sitemap.xml`]: urlset(`${shop}/a`) };
    expect(await read(bare)).toMatchObject({ urls: [], asked: [`${shop}/robots.txt`], complete: true });
    expect((await read(bare, shop, { tryDefault: true })).urls).toEqual([`${shop}/a`]);
  });

  it("whose robots.txt cannot be reached is not complete", async () => {
    const down = { [`${shop}/robots.txt`]: () => new Response(null, { status: 503 }) };
    expect(await read(down)).toMatchObject({ skipped: [`${shop}/robots.txt access`], complete: false });
  });
});

it("refused sitemaps are not fetched, nor those that a redirect leads to", async () => {
  const listed = [`Sitemap: ${shop}/private/1.xml`, `Sitemap: ${shop}/moved.xml`];
  const moved = (): Response => new Response(null, { status: 301, headers: { location: "/private/2.xml" } });
  const pages = { [`${shop}/robots.txt`]: robots(...listed), [`${shop}/moved.xml`]: moved };
  expect(await read(pages)).toEqual({
    urls: [],
    asked: [`${shop}/robots.txt`, `${shop}/moved.xml`],
    skipped: [`${shop}/private/1.xml refused`, `${shop}/moved.xml refused`],
    complete: false,
  });
});

describe("entries of other hosts", () => {
  const foreign = { [`${shop}/s.xml`]: urlset(`${other}/x`, `${shop}/a`), [`${shop}/robots.txt`]: robots() };

  it("are left out unless the robots.txt of that host lists the sitemap", async () => {
    const { urls, skipped } = await read({ ...foreign, [`${other}/robots.txt`]: robots() }, `${shop}/s.xml`);
    expect({ urls, skipped }).toEqual({ urls: [`${shop}/a`], skipped: [`${shop}/s.xml host`] });
    const listing = { ...foreign, [`${other}/robots.txt`]: robots(`Sitemap: ${shop}/s.xml`) };
    expect((await read(listing, `${shop}/s.xml`)).urls).toEqual([`${other}/x`, `${shop}/a`]);
  });

  it("are left out without a request with hosts: same", async () => {
    const { urls, asked } = await read(foreign, `${shop}/s.xml`, { hosts: "same" });
    expect(urls).toEqual([`${shop}/a`]);
    expect(asked).not.toContain(`${other}/robots.txt`);
  });

  it("make us ask few hosts, and none in private networks", async () => {
    const hosts = Array.from({ length: 5 }, (_, i) => `https://h${i}.example/`);
    const pages = { ...foreign, [`${shop}/s.xml`]: urlset("http://169.254.169.254/x", "http://localhost/", ...hosts) };
    const { asked, skipped } = await read(pages, `${shop}/s.xml`, { limits: { maxHosts: 3 } });
    expect(asked.filter((url) => url.endsWith("robots.txt")).slice(1)).toHaveLength(3);
    expect(asked.join()).not.toMatch(/169|localhost/);
    expect(skipped.filter((one) => one.endsWith("hosts"))).toHaveLength(2);
    expect(skipped.filter((one) => one.endsWith("access"))).toHaveLength(2);
  });
});

describe('the place of a sitemap is where it was found (sitemaps.org, "Sitemap file location")', () => {
  const www = "https://www.shop.example";
  const bucket = "https://bucket.example";
  const moved = (location: string) => () => new Response(null, { status: 301, headers: { location } });
  const files = {
    [`${shop}/robots.txt`]: robots(),
    [`${www}/robots.txt`]: robots(),
    [`${bucket}/robots.txt`]: robots(),
    [`${other}/robots.txt`]: robots(),
  };

  itEach<[title: string, sitemap: string, urls: string[], skipped: string[]]>(
    "a redirect to another host: %s",
    async (_, sitemap, urls, skipped) => {
      const pages = { ...files, [`${shop}/sitemap.xml`]: moved(`${www}/sitemap.xml`), [`${www}/sitemap.xml`]: sitemap };
      const found = await read(pages, `${shop}/sitemap.xml`);
      expect([found.urls, found.skipped.map((one) => one.split(" ")[1])]).toEqual([urls, skipped]);
    },
  );

  it("a sitemap on another host that robots.txt lists may list pages of the site", async () => {
    const pages = {
      ...files,
      [`${shop}/robots.txt`]: robots(`Sitemap: ${bucket}/shop.xml`),
      [`${bucket}/shop.xml`]: urlset(`${shop}/a`, `${bucket}/b`, `${other}/c`),
    };
    const { urls, skipped } = await read(pages, shop);
    expect([urls, skipped]).toEqual([[`${shop}/a`, `${bucket}/b`], [`${bucket}/shop.xml host`]]);
  });

  it("an index that the site serves may list sitemaps anywhere; their entries are still the site's own", async () => {
    const pages = {
      ...files,
      [`${shop}/s.xml`]: index(`${bucket}/1.xml`, `${shop}/2.xml`),
      [`${bucket}/1.xml`]: urlset(`${shop}/a`, `${bucket}/b`),
      [`${shop}/2.xml`]: moved(`${www}/2.xml`),
      [`${www}/2.xml`]: urlset(`${www}/c`, `${shop}/d`),
    };
    const { urls, skipped } = await read(pages, `${shop}/s.xml`);
    expect([urls, skipped]).toEqual([[`${shop}/a`, `${www}/c`, `${shop}/d`], [`${bucket}/1.xml host`]]);
    const same = await read(pages, `${shop}/s.xml`, { hosts: "same" });
    expect([same.urls, same.asked.filter((url) => url.startsWith(bucket))]).toEqual([[`${www}/c`, `${shop}/d`], []]);
  });

  it("an index that another host serves vouches for no further host", async () => {
    const pages = {
      ...files,
      [`${shop}/s.xml`]: index(`${bucket}/index.xml`),
      [`${bucket}/index.xml`]: index(`${bucket}/1.xml`, `${other}/2.xml`, `${shop}/3.xml`),
      [`${bucket}/1.xml`]: urlset(`${shop}/a`),
      [`${other}/2.xml`]: urlset(`${shop}/b`),
      [`${shop}/3.xml`]: urlset(`${shop}/c`),
    };
    const { urls, skipped, asked } = await read(pages, `${shop}/s.xml`);
    expect([urls, skipped]).toEqual([[`${shop}/a`, `${shop}/c`], [`${other}/2.xml host`]]);
    expect(asked).not.toContain(`${other}/2.xml`);
  });

  it("foreign sitemaps are few, and none is in a private network", async () => {
    const hosts = Array.from({ length: 5 }, (_, i) => `https://h${i}.example/s.xml`);
    const pages = { ...files, [`${shop}/s.xml`]: index("http://169.254.169.254/s.xml", ...hosts) };
    const { asked, skipped } = await read(pages, `${shop}/s.xml`, { limits: { maxHosts: 3 } });
    expect(asked.join()).not.toContain("169");
    expect(skipped.filter((one) => one.endsWith(" hosts"))).toHaveLength(2);
  });
});

describe("tryDefault: the first of the usual places that exists", () => {
  const site = { [`${shop}/robots.txt`]: robots() };
  const places = ["/sitemap.xml", "/sitemap_index.xml", "/wp-sitemap.xml"].map((path) => `${shop}${path}`);
  it.each(places)("%s", async (place) => {
    const { urls, asked, skipped } = await read({ ...site, [place]: urlset(`${shop}/a`) }, shop, { tryDefault: true });
    expect([urls, skipped]).toEqual([[`${shop}/a`], []]);
    expect(asked).toEqual([`${shop}/robots.txt`, ...places.slice(0, places.indexOf(place) + 1)]);
  });

  it("there is none: each is requested once", async () => {
    const { asked, skipped, complete } = await read(site, shop, { tryDefault: true });
    expect([asked, skipped, complete]).toEqual([[`${shop}/robots.txt`, ...places], [`${places[0]} access`], false]);
  });
});

it("entries have their extensions on request", async () => {
  const link = `<xhtml:link rel="alternate" hreflang="de" href="${shop}/de"/>`;
  const pages = {
    [`${shop}/robots.txt`]: robots(),
    [`${shop}/s.xml`]: `<urlset><url><loc>${shop}/a</loc>${link}</url></urlset>`,
  };
  const found: unknown[] = [];
  const { client } = clientFor(pages);
  for await (const { extensions } of readSitemaps(client, `${shop}/s.xml`, {
    xml: sax,
    pace: atOnce(),
    extensions: true,
  }))
    found.push(extensions);
  expect(found).toEqual([{ alternates: [{ url: `${shop}/de`, hreflang: "de" }], images: [], videos: [], news: [] }]);
});

describe("what is left out", () => {
  const pages = {
    [`${shop}/robots.txt`]: robots(),
    [`${shop}/s.xml`]: index(`${shop}/gone.xml`, `${shop}/doctype.xml`, `${shop}/cut.xml`),
    [`${shop}/doctype.xml`]: `<!DOCTYPE x [<!ENTITY a "b">]>${urlset(`${shop}/x`)}`,
    [`${shop}/cut.xml`]: `<urlset><url><loc>${shop}/a</loc></url>`,
  };

  it("goes to onSkip with its fault, and earlier entries stand", async () =>
    expect(await read(pages, `${shop}/s.xml`)).toMatchObject({
      urls: [`${shop}/a`],
      skipped: [`${shop}/gone.xml access`, `${shop}/doctype.xml doctype`, `${shop}/cut.xml format`],
      complete: false,
    }));

  it("is thrown at the end without onSkip", async () => {
    const { client } = clientFor(pages);
    const urls: string[] = [];
    const reading = async (): Promise<void> => {
      for await (const { url } of readSitemaps(client, `${shop}/s.xml`, { xml: sax, pace: atOnce() })) urls.push(url);
    };
    await expect(reading()).rejects.toMatchObject({
      code: "ERR_SITEMAP",
      message: `3 parts of the sitemaps were left out, the first: ${shop}/gone.xml: expected a sitemap; got status 404`,
      errors: { length: 3 },
    });
    expect(urls).toEqual([`${shop}/a`]);
  });

  it("and a hundred of many errors are named", async () => {
    const gone = Array.from({ length: 101 }, (_, i) => `${shop}/${i}.xml`);
    const { client } = clientFor({ [`${shop}/robots.txt`]: robots(), [`${shop}/s.xml`]: index(...gone) });
    const reading = readSitemaps(client, `${shop}/s.xml`, { xml: sax, pace: atOnce() }).next();
    await expect(reading).rejects.toMatchObject({ errors: { length: 100 } });
  });
});

it("reads bytes, for the host that they come from", async () => {
  const bytes = gzipSync(urlset(`${shop}/a`, `${other}/b`));
  const pages = { [`${shop}/robots.txt`]: robots(), [`${other}/robots.txt`]: robots() };
  expect((await read(pages, bytes)).urls).toEqual([`${shop}/a`, `${other}/b`]);
  expect((await read(pages, bytes, { url: `${shop}/s.xml` })).urls).toEqual([`${shop}/a`]);
});

it("a caller who gives up ends all of it", async () => {
  const controller = new AbortController();
  const pages = { [`${shop}/robots.txt`]: robots(), [`${shop}/s.xml`]: () => new Response(new ReadableStream()) };
  const reading = read(pages, `${shop}/s.xml`, { signal: controller.signal });
  reading.catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 20));
  controller.abort(new Error("gone"));
  await expect(reading).rejects.toThrow("gone");
});

it("a reader who stops early gives the turn of the host back", async () => {
  const endless = (): Response => {
    const urls = new TextEncoder().encode(`${`${shop}/a\n`.repeat(100)}`);
    return new Response(new ReadableStream({ pull: (one) => one.enqueue(urls) }));
  };
  const { client } = clientFor({ [`${shop}/robots.txt`]: robots(), [`${shop}/s.txt`]: endless });
  const pace = atOnce();
  for (let n = 0; n < 2; n++)
    for await (const { url } of readSitemaps(client, `${shop}/s.txt`, {
      xml: sax,
      pace,
      limits: { maxEntries: 1000 },
    })) {
      expect(url).toBe(`${shop}/a`);
      break;
    }
});

describe("versions: a sitemap is asked for only if it has changed (RFC 9110 §13.1)", () => {
  interface File {
    body: string;
    etag?: string;
    lastModified?: string;
    movedTo?: string;
  }

  /** A server that answers conditional requests, and what each run of `readSitemaps` returns. */
  function site(files: Record<string, File>, options: Partial<SitemapOptions> = {}) {
    const versions = new Map();
    const asked: string[] = [];
    const fetch = async (url: string, init?: RequestInit): Promise<Response> => {
      const { pathname, origin } = new URL(url);
      const headers = new Headers(init?.headers);
      const file = origin === shop ? files[pathname] : undefined;
      if (file === undefined) return new Response(null, { status: 404 });
      if (file.movedTo !== undefined) return new Response(null, { status: 302, headers: { location: file.movedTo } });
      const isSame =
        (file.etag !== undefined && headers.get("if-none-match") === file.etag) ||
        (file.lastModified !== undefined && headers.get("if-modified-since") === file.lastModified);
      asked.push(`${pathname} ${isSame ? 304 : 200}`);
      const fields = {
        ...(file.etag && { etag: file.etag }),
        ...(file.lastModified && { "last-modified": file.lastModified }),
      };
      return isSame
        ? new Response(null, { status: 304, headers: fields })
        : new Response(file.body, { headers: fields });
    };
    const run = async (most = Number.POSITIVE_INFINITY) => {
      asked.length = 0;
      const client = new RobotsClient({ agent: "ExampleBot", fetch });
      const entries = readSitemaps(client, shop, { xml: sax, pace: atOnce(), versions, onSkip: () => {}, ...options });
      const urls: string[] = [];
      for (let next = await entries.next(); ; next = await entries.next()) {
        if (next.done) return { urls, asked: asked.filter((one) => !one.startsWith("/robots.txt")), ...next.value };
        urls.push(next.value.url);
        if (urls.length >= most) {
          await entries.return({ complete: false, unchanged: [] });
          return { urls, asked: [...asked], complete: false, unchanged: [] };
        }
      }
    };
    return { run, versions, files };
  }

  const robotsTxt = { body: robots(`Sitemap: ${shop}/index.xml`) };
  const of = (one: File): Record<string, File> => ({
    "/robots.txt": robotsTxt,
    "/index.xml": { body: index(`${shop}/1.xml`), etag: '"i"' },
    "/1.xml": one,
  });
  const body = urlset(`${shop}/a`, `${shop}/b`);

  it.each<[field: string, file: File]>([
    ["ETag", { body, etag: 'W/"1"' }],
    ["Last-Modified", { body, lastModified: "Sat, 28 Nov 2026 08:00:00 GMT" }],
  ])("by %s; the index is read again", async (_, file) => {
    const { run } = site(of(file));
    expect(await run()).toEqual({
      urls: [`${shop}/a`, `${shop}/b`],
      asked: ["/index.xml 200", "/1.xml 200"],
      complete: true,
      unchanged: [],
    });
    expect(await run()).toEqual({
      urls: [],
      asked: ["/index.xml 200", "/1.xml 304"],
      complete: true,
      unchanged: [`${shop}/1.xml`],
    });
    file.body = urlset(`${shop}/c`);
    file.etag &&= '"2"';
    file.lastModified &&= "Sun, 29 Nov 2026 08:00:00 GMT";
    expect(await run()).toMatchObject({ urls: [`${shop}/c`], unchanged: [] });
  });

  it.each<[why: string, file: File, most?: number, limits?: SitemapOptions["limits"]]>([
    ["the server says nothing of its version", { body }],
    ["the caller stopped", { body, etag: '"1"' }, 1],
    ["an entry was left out", { body: urlset(`${shop}/a`, "nonsense"), etag: '"1"' }],
    ["an entry of another host was left out", { body: urlset(`${shop}/a`, `${other}/x`), etag: '"1"' }],
    ["a limit was reached", { body, etag: '"1"' }, 9, { maxEntries: 1 }],
    ["it is damaged", { body: body.slice(0, -10), etag: '"1"' }],
    ["the field is too long", { body, etag: `"${"1".repeat(2000)}"` }],
  ])("what was not read whole is read again: %s", async (_, file, most, limits) => {
    const { run, versions } = site(of(file), limits === undefined ? {} : { limits });
    const { urls } = await run(most);
    expect(versions.size).toBe(0);
    expect((await run(most)).urls).toEqual(urls);
  });

  it("a redirect that leads elsewhere now is a change, whatever the other file says", async () => {
    const { run, files } = site({
      "/robots.txt": robotsTxt,
      "/index.xml": { body: "", movedTo: "/v1.xml" },
      "/v1.xml": { body, etag: '"same"' },
      "/v2.xml": { body: urlset(`${shop}/new`), etag: '"same"' },
    });
    expect((await run()).urls).toHaveLength(2);
    expect(await run()).toMatchObject({ urls: [], unchanged: [`${shop}/index.xml`] });
    files["/index.xml"]!.movedTo = "/v2.xml";
    expect(await run()).toMatchObject({ urls: [`${shop}/new`], asked: ["/v2.xml 304", "/v2.xml 200"], unchanged: [] });
  });

  it("a 304 that nobody asked for is a skip, and versions without methods a TypeError", async () => {
    const found = await read({ [`${shop}/1.xml`]: () => new Response(null, { status: 304 }) }, `${shop}/1.xml`, {
      versions: new Map(),
    });
    expect(found).toMatchObject({ urls: [], skipped: [`${shop}/1.xml access`], complete: false });
    const { client } = clientFor({});
    await expect(readSitemaps(client, shop, { xml: sax, versions: {} as never }).next()).rejects.toThrow(TypeError);
  });
});
