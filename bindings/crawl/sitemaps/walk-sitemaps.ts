/**
 * From one sitemap to all that its indexes lead to, without IO: the caller opens them. Sitemaps are read one after another, in
 * the order in which they are listed, each once. A fault of one never loses what others list.
 */

import { orAborted } from "../../base/read-body.ts";
import { urlOf } from "../../base/url.ts";
import type { XmlPackage } from "../../base/xml-package.ts";
import { messageOf } from "../../core/access/internal.ts";
import { NotAResponse } from "../client/transport.ts";
import { gunzipped } from "./gunzip.ts";
import type { OpenedSitemap } from "./open-sitemap.ts";
import { type Found, type SitemapItem, shortened } from "./sitemap-item.ts";
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
export interface ListedPage extends SitemapItem {
  /** The sitemap that lists it. */
  readonly sitemap: string;
  /** The sitemap with which the walk began. */
  readonly root: string;
}

/** Something that was left out: an entry, or the rest of a sitemap. */
export interface SitemapSkip {
  readonly sitemap: string;
  readonly error: SitemapError;
}

export interface WalkOptions {
  readonly xml: XmlPackage;
  /**
   * Opens a sitemap: the first as it was given, others by an absolute http or https URL. What it throws and what its chunks
   * throw is a fault of that sitemap. `by` is the index that lists it. Opening does not count towards the time limit: it may wait for a turn.
   */
  readonly open: (sitemap: string, signal: AbortSignal, root: string, by?: string) => Promise<OpenedSitemap>;
  /** Leaves out what was not modified since; what has no date is kept. */
  readonly since?: Date | undefined;
  /** Called with every sitemap that an index lists; false leaves it out. */
  readonly follow?: ((url: string) => boolean) | undefined;
  /** Called for everything that is left out. */
  readonly onSkip: (skip: SitemapSkip) => void;
  /** Whether pages that are not absolute http or https URLs are passed on as they are. Default: they are left out. */
  readonly keepsOtherPages?: boolean;
  readonly limits?: Partial<SitemapLimits> | undefined;
  /** Whether entries have what extensions say of them. Default false. */
  readonly extensions?: boolean | undefined;
}

interface Listed {
  readonly root: string;
  readonly sitemap: string;
  readonly depth: number;
  /** The index that lists it. */
  readonly by?: string;
}

/** The pages of sitemaps in batches, with those of the sitemaps that it lists. */
export async function* walkSitemaps(
  roots: string | readonly string[],
  options: WalkOptions,
): AsyncGenerator<readonly ListedPage[]> {
  const limits = { ...SITEMAP_LIMITS, ...options.limits };
  const plan = new Plan([roots].flat(), limits, options.onSkip);
  for (let listed = plan.next(); listed !== undefined; listed = plan.next()) {
    const { sitemap } = listed;
    const skip = (error: SitemapError): void => options.onSkip({ sitemap, error });
    try {
      for await (const items of itemsOf(listed, options, limits)) yield pagesIn(items, listed, options, plan, skip);
    } catch (error) {
      // A mistake of the caller, which no sitemap has made.
      if (error instanceof NotAResponse) throw error;
      skip(isSitemapError(error) ? error : sitemapError("access", "a sitemap", messageOf(error), error));
    }
  }
}

/** The sitemaps to read, in order, each once. */
class Plan {
  readonly #known: Set<string>;
  readonly #queue: Listed[];
  readonly #limits: SitemapLimits;
  #read = 0;

  constructor(given: readonly string[], limits: SitemapLimits, onSkip: WalkOptions["onSkip"]) {
    const roots = given.slice(0, limits.maxFiles);
    this.#known = new Set(roots.map((root) => urlOf(root)?.href ?? root));
    this.#queue = roots.map((root) => ({ root, sitemap: root, depth: 1 }));
    this.#limits = limits;
    for (const sitemap of given.slice(limits.maxFiles)) onSkip({ sitemap, error: tooManyFiles(limits, sitemap) });
  }

  next(): Listed | undefined {
    return this.#queue[this.#read++];
  }

  /** Adds a sitemap unless it is known. Calls `skip` beyond the limits. */
  add(url: URL, by: Listed, skip: (error: SitemapError) => void): void {
    const depth = by.depth + 1;
    const { maxDepth, maxFiles } = this.#limits;
    url.hash = "";
    const sitemap = url.href;
    if (this.#known.has(sitemap)) return;
    if (depth > maxDepth) skip(sitemapError("depth", `indexes of at most ${maxDepth} levels`, furtherOne(sitemap)));
    else if (this.#known.size >= maxFiles) skip(tooManyFiles(this.#limits, sitemap));
    else {
      this.#known.add(sitemap);
      this.#queue.push({ root: by.root, sitemap, depth, by: by.sitemap });
    }
  }
}

const furtherOne = (sitemap: string): string => `a further one, ${shortened(sitemap)}`;

const tooManyFiles = ({ maxFiles }: SitemapLimits, sitemap: string): SitemapError =>
  sitemapError("files", `at most ${inWords(maxFiles)} sitemaps`, furtherOne(sitemap));

/** What one sitemap lists, chunk by chunk. @throws SitemapError, and what `open` and its chunks throw. */
async function* itemsOf(
  { sitemap, root, by }: Listed,
  { open, xml, extensions }: WalkOptions,
  limits: SitemapLimits,
): AsyncGenerator<readonly Found[]> {
  const found: Found[] = [];
  const limit = new TimeLimit(limits.timeoutMs);
  try {
    const { chunks, url = sitemap, isUnchanged, onRead } = await open(sitemap, limit.signal, root, by);
    if (isUnchanged) return;
    const reader = new SitemapReader(xml, (item) => found.push(item), limits, url, extensions);
    let isIndex = false;
    for await (const items of chunksIn(gunzipped(chunks), reader, found, limit)) {
      isIndex ||= items.some(({ kind }) => kind === "sitemap");
      yield items;
    }
    if (!isIndex) await onRead?.();
  } finally {
    // Whatever was not read is not fetched.
    limit.stop();
  }
}

/** What the reader finds in each chunk. What stands before a fault holds, so the fault is thrown after it. */
async function* chunksIn(
  chunks: AsyncGenerator<Uint8Array>,
  reader: SitemapReader,
  found: Found[],
  limit: TimeLimit,
): AsyncGenerator<readonly Found[]> {
  for (;;) {
    const { value, done } = await limit.within(chunks.next());
    const fault = faultOf(() => (done ? reader.end() : reader.push(value)));
    yield found.splice(0);
    if (fault !== undefined) throw fault;
    if (done) return;
  }
}

/** What a call throws. */
function faultOf(call: () => void): unknown {
  try {
    call();
    return undefined;
  } catch (error) {
    return error;
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

  stop(): void {
    this.#stop.abort(this.#error);
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

/** The pages among the items. Sitemaps go to the plan, and what is left out to `skip`. */
function pagesIn(
  items: readonly Found[],
  listed: Listed,
  { keepsOtherPages = false, since, follow }: WalkOptions,
  plan: Plan,
  skip: (error: SitemapError) => void,
): ListedPage[] {
  const { root, sitemap } = listed;
  const pages: ListedPage[] = [];
  for (const item of items) {
    if (item.kind === "bad") {
      skip(item.error);
      continue;
    }
    if (isOlder(item, since)) continue;
    const url = httpUrlOf(item.url);
    if (item.kind === "page" && (keepsOtherPages || url !== undefined)) pages.push({ ...item, sitemap, root });
    else if (url === undefined) skip(sitemapError("url", "an absolute http or https URL", shortened(item.url)));
    else if (follow?.(url.href) !== false) plan.add(url, listed, skip);
  }
  return pages;
}

const isOlder = ({ lastModified }: { readonly lastModified?: Date }, since: Date | undefined): boolean =>
  since !== undefined && lastModified !== undefined && lastModified < since;

/** URL parsers skip control characters, and white space at the ends, so others would read another URL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression refuses control characters.
const ABSOLUTE = /^https?:\/\/[^\s\0-\x1f\x7f\uFFFD]+$/i;

/** Undefined unless the text is an absolute http or https URL. */
const httpUrlOf = (text: string): URL | undefined => (ABSOLUTE.test(text) ? urlOf(text) : undefined);
