/** The URLs of `--sitemap`: of a file or a URL that the user names, and of all sitemaps that its indexes lead to. */
import { createReadStream, openSync } from "node:fs";
import { messageOf } from "../access/internal.ts";
import { importOptional } from "../base/optional-package.ts";
import { Route } from "../client/internal.ts";
import { bodyAt, isSitemapError, type SitemapSkip, sitemapError } from "../crawl/index.ts";
import { checkedFile } from "./input.ts";
import { type Addresses, networkOf } from "./network.ts";
import { isLive } from "./robots-source.ts";

export interface SitemapReading {
  readonly addresses: Addresses;
  readonly userAgent: string;
  /** Whether paths, which a local file may list, can be decided. */
  readonly keepsPaths: boolean;
  readonly onSkip: (skip: SitemapSkip) => void;
}

/** The URLs of a sitemap in batches. Only the word itself may be a file: what it lists is fetched. */
export async function* sitemapUrls(word: string, reading: SitemapReading): AsyncGenerator<readonly string[]> {
  const { walkSitemaps } = await importOptional("sax", "--sitemap", () => import("../crawl/sitemaps/walk-sitemaps.ts"));
  // A file may be a stranger's, so what it lists is trusted like what a public site lists.
  const route = new Route(isLive(word) ? reading.addresses : (reading.addresses ?? "public"));
  const file = isLive(word) ? undefined : opened(word);
  const open = async (sitemap: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> =>
    sitemap === word && file !== undefined ? file : fetched(sitemap, route, reading, signal);
  const keepsOtherPages = reading.keepsPaths && !isLive(word);
  for await (const entries of walkSitemaps(word, { open, onSkip: reading.onSkip, keepsOtherPages }))
    if (entries.length > 0) yield entries.map(({ url }) => url);
}

function opened(file: string): AsyncIterable<Uint8Array> {
  const fd = checkedFile("a readable sitemap", file, (path) => openSync(path, "r"));
  return createReadStream("", { fd });
}

async function fetched(
  url: string,
  route: Route,
  { addresses, userAgent }: SitemapReading,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const { fetch } = await networkOf(addresses);
  try {
    return await bodyAt(url, { fetch, route, userAgent, signal });
  } catch (error) {
    throw isSitemapError(error) ? error : sitemapError("access", "a sitemap", messageOf(error), error);
  }
}
