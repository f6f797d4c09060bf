/** From a sitemap to those that its indexes list: what is opened, what is left out, and where it ends. */
import { gzipSync } from "node:zlib";
import sax from "sax";
import { describe, expect, it } from "vitest";
import type { SitemapLimits } from "../../../bindings/crawl/sitemaps/sitemap-limits.ts";
import { type WalkOptions, walkSitemaps } from "../../../bindings/crawl/sitemaps/walk-sitemaps.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const pages = (...urls: string[]): string =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`;
const index = (...urls: string[]): string =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join("")}</sitemapindex>`;

interface Walked {
  readonly opened: string[];
  readonly urls: string[];
  readonly skipped: string[];
}

async function walk(
  files: Record<string, string | Uint8Array | (() => AsyncIterable<Uint8Array>)>,
  limits: Partial<SitemapLimits> = {},
  more: Partial<WalkOptions> = {},
): Promise<Walked> {
  const walked: Walked = { opened: [], urls: [], skipped: [] };
  async function* chunksOf(file: string | Uint8Array): AsyncGenerator<Uint8Array> {
    const bytes = typeof file === "string" ? new TextEncoder().encode(file) : file;
    for (let at = 0; at < bytes.length; at += 50) yield bytes.subarray(at, at + 50);
  }
  const open = async (sitemap: string): Promise<{ chunks: AsyncIterable<Uint8Array> }> => {
    walked.opened.push(sitemap);
    const file = files[sitemap];
    if (file === undefined) throw new Error("connection refused");
    return { chunks: typeof file === "function" ? file() : chunksOf(file) };
  };
  const onSkip: WalkOptions["onSkip"] = ({ sitemap, error }) =>
    walked.skipped.push(`${sitemap} ${error.fault}: ${error.message}`);
  for await (const entries of walkSitemaps(Object.keys(files)[0]!, { xml: sax, open, onSkip, limits, ...more }))
    walked.urls.push(...entries.map(({ url, sitemap }) => `${url} in ${sitemap}`));
  return walked;
}

it("reads the sitemaps of an index, gzip or not, whatever they are called", async () => {
  const [a, b, c] = ["https://a.example/index.xml", "https://a.example/1.xml", "https://a.example/2.txt"];
  const files = { [a]: index(b, c), [b]: gzipSync(pages("https://a.example/x")), [c]: "https://a.example/y\n" };
  expect(await walk(files)).toEqual({
    opened: [a, b, c],
    urls: [`https://a.example/x in ${b}`, `https://a.example/y in ${c}`],
    skipped: [],
  });
});

it("the first chunk may be one byte, and the second of any size", async () => {
  const text = pages(...Array.from({ length: 20_000 }, (_, i) => `https://a.example/${i}`));
  for (const bytes of [gzipSync(text, { level: 0 }), Buffer.from(text)]) {
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield bytes.subarray(0, 1);
      yield bytes.subarray(1);
    }
    expect((await walk({ s: chunks })).urls).toHaveLength(20_000);
  }
});

it("joined members of gzip are one file", async () => {
  const text = pages("https://a.example/x");
  const joined = Buffer.concat([gzipSync(text.slice(0, 20)), gzipSync(text.slice(20))]);
  expect((await walk({ s: joined })).urls).toEqual(["https://a.example/x in s"]);
});

itEach<[url: string]>("%s is neither opened nor passed on, and the rest is read", async (url) => {
  const message = `expected an absolute http or https URL; got ${JSON.stringify(url)}`;
  const good = "https://a.example/good.xml";
  expect(await walk({ s: index(url, good), [good]: pages(url, "https://a.example/x") })).toEqual({
    opened: ["s", good],
    urls: [`https://a.example/x in ${good}`],
    skipped: [`s url: ${message}`, `${good} url: ${message}`],
  });
});

it("keepsOtherPages passes pages on as they are, and still opens nothing but URLs", async () => {
  const walked = await walk({ s: pages("/x") }, {}, { keepsOtherPages: true });
  expect(walked.urls).toEqual(["/x in s"]);
  expect((await walk({ s: index("/etc/passwd") }, {}, { keepsOtherPages: true })).opened).toEqual(["s"]);
});

describe("ends", () => {
  it("a circle is read once", async () => {
    const [a, b] = ["https://a.example/1", "https://a.example/2"];
    expect((await walk({ [a]: index(b, `${a}#x`), [b]: index(a, b) })).opened).toEqual([a, b]);
  });

  it("depth", async () => {
    const at = (n: number): string => `https://a.example/${n}`;
    const files = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [at(n), index(at(n + 1))]));
    expect(await walk(files)).toEqual({
      opened: [at(0), at(1), at(2)],
      urls: [],
      skipped: [`${at(2)} depth: expected indexes of at most 3 levels; got a further one, "${at(3)}"`],
    });
  });

  it("files", async () => {
    const listed = Array.from({ length: 5 }, (_, n) => `https://a.example/${n}`);
    const { opened, skipped } = await walk({ s: index(...listed) }, { maxFiles: 3 });
    expect(opened).toHaveLength(3);
    expect(skipped[0]).toBe('s files: expected at most 3 sitemaps; got a further one, "https://a.example/2"');
  });

  it("time, also if nobody heeds the signal", async () => {
    const endless = (): AsyncIterable<Uint8Array> => ({
      [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }),
    });
    const [a, b] = ["https://a.example/1", "https://a.example/2"];
    const { urls, skipped } = await walk(
      { s: index(a, b), [a]: endless, [b]: pages("https://a.example/x") },
      { timeoutMs: 20 },
    );
    expect(urls).toEqual([`https://a.example/x in ${b}`]);
    expect(skipped).toEqual([`${a} time: expected a sitemap within 0.02 s; got no end of it`]);
  });
});

it.each(["\n", "\r\n", "   ", "\0\0", "<!-- cached -->"])(
  "bytes after gzip mean nothing (RFC 1952 §2.2): %j",
  async (rest) => {
    const urls = Array.from({ length: 2000 }, (_, i) => `https://a.example/${i}`);
    const walked = await walk({ s: Buffer.concat([gzipSync(pages(...urls)), Buffer.from(rest)]) });
    expect([walked.urls.length, walked.skipped]).toEqual([2000, []]);
  },
);

it("roots count as files: what is beyond the limit is not opened, and told", async () => {
  const opened: string[] = [];
  const skipped: string[] = [];
  const open = async (sitemap: string) => {
    opened.push(sitemap);
    return { chunks: chunksOf(new TextEncoder().encode(pages("https://a.example/x"))) };
  };
  async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  const roots = [1, 2, 3, 4, 5].map((n) => `https://a.example/${n}.xml`);
  const onSkip: WalkOptions["onSkip"] = ({ sitemap, error }) => skipped.push(`${sitemap} ${error.fault}`);
  for await (const _ of walkSitemaps(roots, { xml: sax, open, onSkip, limits: { maxFiles: 2 } }));
  expect([opened, skipped]).toEqual([roots.slice(0, 2), roots.slice(2).map((root) => `${root} files`)]);
});

describe("a fault of one sitemap loses nothing of others", () => {
  const [a, b] = ["https://a.example/1", "https://a.example/2"];
  const cut = gzipSync(pages("https://a.example/x".repeat(3))).subarray(0, -9);
  it.each([
    ["it cannot be opened", undefined, "access: expected a sitemap; got connection refused"],
    ["damaged gzip", cut, "format: expected complete gzip; got "],
    ["no XML", "<urlset><url>", "format: expected a sitemap in XML; got Unclosed root tag"],
  ])("%s", async (_, file, message) => {
    const { urls, skipped } = await walk({
      s: index(a, b),
      ...(file && { [a]: file }),
      [b]: pages("https://a.example/z"),
    });
    expect(urls.at(-1)).toBe(`https://a.example/z in ${b}`);
    expect(skipped).toEqual([expect.stringContaining(`${a} ${message}`)]);
  });

  it("the connection breaks within gzip", async () => {
    async function* breaking(): AsyncGenerator<Uint8Array> {
      yield gzipSync(pages("https://a.example/x")).subarray(0, 30);
      throw new Error("reset");
    }
    expect((await walk({ s: index(a), [a]: breaking })).skipped).toEqual([
      `${a} access: expected a sitemap; got reset`,
    ]);
  });
});

it("reading stops at the bound: what comes after it is neither decompressed nor fetched", async () => {
  let read = 0;
  const stored = gzipSync(`<urlset><url><loc>${"a".repeat(10_000_000)}</loc></url></urlset>`, { level: 0 });
  async function* counted(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < stored.length; at += 10_000) {
      read += 10_000;
      yield stored.subarray(at, at + 10_000);
    }
  }
  const { skipped } = await walk({ s: counted }, { maxBytes: 1_000_000 });
  expect(skipped).toEqual(["s bytes: expected at most 1,000,000 bytes after decompression; got more"]);
  // Streams hold some chunks.
  expect(read).toBeLessThan(2_000_000);
});
