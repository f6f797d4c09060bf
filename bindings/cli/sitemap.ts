/** Reads the URLs of a sitemap (sitemaps.org): a file or a URL, plain or gzip, or an index of sitemaps. */
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { gunzipped } from "../node/gunzip.ts";
import { inputError } from "../node/input-error.ts";
import { importOptional, usageError } from "./errors.ts";
import { checkedFile } from "./input.ts";
import { isLive } from "./robots-source.ts";

const BATCH_URLS = 4096;
const TIMEOUT_MS = 60_000;

/** The URLs of a sitemap in batches; the sitemaps of an index are fetched one after another. */
export async function* sitemapUrls(word: string): AsyncGenerator<readonly string[]> {
  const { urls, sitemaps } = await parsedSitemap(word);
  for (let at = 0; at < urls.length; at += BATCH_URLS) yield urls.slice(at, at + BATCH_URLS);
  // An index lists sitemaps, and no further indexes (sitemaps.org, "Using Sitemap index files").
  for (const sitemap of sitemaps) yield (await parsedSitemap(sitemap)).urls;
}

interface Sitemap {
  readonly urls: string[];
  readonly sitemaps: string[];
}

async function parsedSitemap(word: string): Promise<Sitemap> {
  const { default: sax } = await importOptional("sax", "--sitemap", () => import("sax"));
  const sitemap: Sitemap = { urls: [], sitemaps: [] };
  const parser = sax.parser(true, { trim: true });
  const open: string[] = [];
  let text = "";
  parser.onopentag = ({ name }) => void open.push(localName(name));
  parser.ontext = parser.oncdata = (more) => (text += more);
  parser.onclosetag = () => {
    const [parent, element] = open.slice(-2);
    if (element === "loc" && parent === "url") sitemap.urls.push(text);
    if (element === "loc" && parent === "sitemap") sitemap.sitemaps.push(text);
    open.pop();
    text = "";
  };
  parser.onerror = (error) => {
    throw inputError(word, `expected a sitemap in XML; got ${error.message.split("\n")[0]}`);
  };
  const decoder = new TextDecoder();
  for await (const chunk of await bytesOf(word)) parser.write(decoder.decode(chunk, { stream: true }));
  parser.close();
  return sitemap;
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

async function bytesOf(word: string): Promise<AsyncIterable<Uint8Array>> {
  const refused = (got: string): Error => inputError(word, `expected complete gzip members; got ${got}`);
  if (isLive(word)) return gunzipped(await fetched(word), refused);
  checkedFile("a readable sitemap", word, (path) => path);
  return gunzipped(createReadStream(word), refused);
}

async function fetched(url: string): Promise<AsyncIterable<Uint8Array>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: Error) => {
    throw inputError(url, `expected a sitemap; got ${(error.cause as Error | undefined)?.message ?? error.message}`);
  });
  if (!response.ok || response.body === null) throw usageError(`expected a sitemap at ${url}; got ${response.status}`);
  return Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
}
