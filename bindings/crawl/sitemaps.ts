/**
 * From one sitemap to all that its indexes lead to, without IO: the caller opens them. Sitemaps are read one after another, in
 * the order in which they are listed, each once. A fault of one never loses what others list.
 */

import { urlOf } from "../base/url.ts";
import { orAborted } from "../client/internal.ts";
import { gunzipped } from "./gunzip.ts";
import { type Found, shortened } from "./sitemap-item.ts";
import {
  inWords,
  isSitemapError,
  SITEMAP_LIMITS,
  type SitemapError,
  type SitemapLimits,
  sitemapError,
} from "./sitemap-limits.ts";
import { SitemapReader } from "./sitemap-reader.ts";

/** A page that a sitemap lists. */
export interface SitemapEntry {
  readonly url: string;
  readonly lastModified?: Date;
  /** The sitemap that lists it. */
  readonly sitemap: string;
}

/** Something that was left out: an entry, or the rest of a sitemap. */
export interface SitemapSkip {
  readonly sitemap: string;
  readonly error: SitemapError;
}

export interface WalkOptions {
  /**
   * Opens a sitemap: the first as it was given, others by an absolute http or https URL. What it throws and what its chunks
   * throw is a fault of that sitemap.
   */
  readonly open: (sitemap: string, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>;
  /** Called for everything that is left out. */
  readonly onSkip: (skip: SitemapSkip) => void;
  /** Whether pages that are not absolute http or https URLs are passed on as they are. Default: they are left out. */
  readonly keepsOtherPages?: boolean;
  readonly limits?: Partial<SitemapLimits>;
}

interface Listed {
  readonly sitemap: string;
  readonly depth: number;
}

/** The pages of a sitemap in batches, with those of the sitemaps that it lists. */
export async function* walkSitemaps(first: string, options: WalkOptions): AsyncGenerator<readonly SitemapEntry[]> {
  const limits = { ...SITEMAP_LIMITS, ...options.limits };
  const queue: Listed[] = [{ sitemap: first, depth: 1 }];
  const plan = new Plan(first, queue, limits);
  for (const { sitemap, depth } of queue) {
    const skip = (error: SitemapError): void => options.onSkip({ sitemap, error });
    try {
      for await (const items of itemsOf(sitemap, options, limits))
        yield entriesIn(items, { sitemap, depth }, options.keepsOtherPages ?? false, plan, skip);
    } catch (error) {
      skip(isSitemapError(error) ? error : sitemapError("access", "a sitemap", messageOf(error), error));
    }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The sitemaps that were listed so far. */
class Plan {
  readonly #known: Set<string>;
  readonly #queue: Listed[];
  readonly #limits: SitemapLimits;

  constructor(first: string, queue: Listed[], limits: SitemapLimits) {
    this.#known = new Set([urlOf(first)?.href ?? first]);
    this.#queue = queue;
    this.#limits = limits;
  }

  /** Adds a sitemap unless it is known. @throws SitemapError beyond the limits. */
  add(url: URL, depth: number): void {
    const { maxDepth, maxFiles } = this.#limits;
    url.hash = "";
    if (this.#known.has(url.href)) return;
    if (depth > maxDepth)
      throw sitemapError("depth", `indexes of at most ${maxDepth} levels`, `a further one, ${shortened(url.href)}`);
    if (this.#known.size >= maxFiles)
      throw sitemapError("files", `at most ${inWords(maxFiles)} sitemaps`, `a further one, ${shortened(url.href)}`);
    this.#known.add(url.href);
    this.#queue.push({ sitemap: url.href, depth });
  }
}

/** What one sitemap lists, chunk by chunk. @throws SitemapError, and what `open` and its chunks throw. */
async function* itemsOf(
  sitemap: string,
  { open }: WalkOptions,
  limits: SitemapLimits,
): AsyncGenerator<readonly Found[]> {
  const found: Found[] = [];
  const reader = new SitemapReader((item) => found.push(item), limits);
  const limit = new TimeLimit(limits.timeoutMs);
  const chunks = gunzipped(await limit.within(open(sitemap, limit.signal)));
  for (let isOver = false; !isOver; ) {
    const { value, done } = await limit.within(chunks.next());
    isOver = done === true;
    try {
      if (isOver) reader.end();
      else reader.push(value as Uint8Array);
    } finally {
      // Also before a fault: what stands before it holds.
      yield found.splice(0);
    }
  }
}

/** Limits the time of waiting for a sitemap; what its readers do in between does not count. */
class TimeLimit {
  readonly #stop = new AbortController();
  readonly #error: SitemapError;
  #leftMs: number;

  constructor(limitMs: number) {
    this.#leftMs = limitMs;
    this.#error = sitemapError("time", `a sitemap within ${limitMs / 1000} s`, "no end of it");
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** @throws SitemapError after the limit, whether or not the promise heeds the signal. */
  async within<T>(promise: Promise<T>): Promise<T> {
    const startedAtMs = performance.now();
    const timer = setTimeout(() => this.#stop.abort(this.#error), Math.max(0, this.#leftMs));
    try {
      return await orAborted(promise, this.signal);
    } finally {
      clearTimeout(timer);
      this.#leftMs -= performance.now() - startedAtMs;
    }
  }
}

function entriesIn(
  items: readonly Found[],
  { sitemap, depth }: Listed,
  keepsOtherPages: boolean,
  plan: Plan,
  skip: (error: SitemapError) => void,
): SitemapEntry[] {
  return items.flatMap((item) => {
    try {
      if (item.kind === "bad") throw item.error;
      const { kind, ...entry } = item;
      if (kind === "page" && keepsOtherPages) return [{ ...entry, sitemap }];
      const url = httpUrlOf(entry.url);
      if (kind === "page") return [{ ...entry, sitemap }];
      plan.add(url, depth + 1);
    } catch (error) {
      if (!isSitemapError(error)) throw error;
      skip(error);
    }
    return [];
  });
}

/** URL parsers skip control characters, and white space at the ends, so others would read another URL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression refuses control characters.
const ABSOLUTE = /^https?:\/\/[^\s\0-\x1f\x7f\uFFFD]+$/i;

/** @throws SitemapError unless the text is an absolute http or https URL. */
function httpUrlOf(text: string): URL {
  const url = ABSOLUTE.test(text) ? urlOf(text) : undefined;
  if (url !== undefined) return url;
  throw sitemapError("url", "an absolute http or https URL", shortened(text));
}
