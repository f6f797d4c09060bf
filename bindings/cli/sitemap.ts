/** The URLs of `--sitemap`: of a file or a URL that the user names, and of all sitemaps that its indexes lead to. */
import { createReadStream, openSync } from "node:fs";
import { Route } from "../crawl/client/internal.ts";
import { openSitemap, Pace, type SitemapSkip, Trips, walkSitemaps } from "../crawl/index.ts";
import { checkedClient } from "./fetch-robots.ts";
import { checkedFile } from "./input.ts";
import { type Addresses, networkOf } from "./network.ts";
import { isLive } from "./robots-source.ts";

interface SitemapReading {
  readonly addresses: Addresses;
  /** The product tokens of the crawler that requests sitemaps: its robots.txt groups decide. */
  readonly agents: readonly string[];
  /** Whether paths, which a local file may list, can be decided. */
  readonly keepsPaths: boolean;
  readonly onSkip: (skip: SitemapSkip) => void;
}

/** Nobody waits longer at a terminal: a sitemap of a host that asks for more is left out, and said to be. */
const MAX_INTERVAL_MS = 60_000;

/** The URLs of a sitemap in batches. Only the word itself may be a file: what it lists is fetched. */
export async function* sitemapUrls(word: string, reading: SitemapReading): AsyncGenerator<readonly string[]> {
  const { sax } = await import("./sax.ts");
  const { addresses, agents, keepsPaths, onSkip } = reading;
  // A file may be a stranger's, so what it lists is trusted like what a public site lists, robots.txt files included.
  const where = isLive(word) ? addresses : (addresses ?? "public");
  const route = new Route(where);
  const client = checkedClient({ agent: agents, ...(await networkOf(where)) });
  const trips = new Trips(client, { pace: new Pace({ maxIntervalMs: MAX_INTERVAL_MS }) });
  const file = isLive(word) ? undefined : opened(word);
  const open = async (sitemap: string, signal: AbortSignal) =>
    sitemap === word && file !== undefined ? { chunks: file } : openSitemap(trips, sitemap, signal, route);
  const walk = { xml: sax, open, onSkip, keepsOtherPages: keepsPaths && !isLive(word) };
  for await (const entries of walkSitemaps(word, walk)) if (entries.length > 0) yield entries.map(({ url }) => url);
}

function opened(file: string): AsyncIterable<Uint8Array> {
  const fd = checkedFile("a readable sitemap", file, (path) => openSync(path, "r"));
  return createReadStream("", { fd });
}
