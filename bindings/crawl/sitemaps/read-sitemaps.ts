/**
 * The pages of a site's sitemaps: those that its robots.txt lists, with all that their indexes lead to. Sitemaps are requests like
 * others: robots.txt decides them, they take turns, and redirects too.
 */

import { type ErrorCode, shownText, withCode, wrongType } from "../../base/errors.ts";
import { absolute } from "../../base/location.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import { urlOf } from "../../base/url.ts";
import { type XmlPackage, xmlParser } from "../../base/xml-package.ts";
import { messageOf } from "../../core/access/internal.ts";
import { robotsFor, settingsOf } from "../client/client.ts";
import type { CallOptions, Fetch, OriginRobots, RobotsClient } from "../client/index.ts";
import { type Permission, Route } from "../client/permission.ts";
import { checkedMethods } from "../client/stores/adapter.ts";
import { type PoliteOptions, Trips } from "../polite/polite-fetch.ts";
import type { PolitePace } from "../polite/visitor.ts";
import { type OpenedSitemap, openSitemap, type SitemapValidators } from "./open-sitemap.ts";
import type { SitemapExtensions } from "./sitemap-extensions.ts";
import { inWords, isSitemapError, SITEMAP_LIMITS, type SitemapLimits, sitemapError } from "./sitemap-limits.ts";
import { type ListedPage, type SitemapSkip, type WalkOptions, walkSitemaps } from "./walk-sitemaps.ts";

/** A page that a sitemap lists. */
export interface SitemapEntry {
  readonly url: string;
  readonly lastModified?: Date;
  /** The date as the file has it, if it cannot be read. */
  readonly lastModifiedText?: string;
  /** With `extensions: true`, what extensions say of the page, if they say something. */
  readonly extensions?: SitemapExtensions;
  /** The URL of the sitemap that lists it. */
  readonly sitemap: string;
  /** Whether the robots.txt of its host allows it. */
  readonly allowed: boolean;
}

/** Keeps what servers say of the versions of sitemaps, by the URL of the sitemap. A `Map` is one. Both methods may return promises. */
export interface SitemapVersions {
  get(sitemap: string): SitemapValidators | undefined | PromiseLike<SitemapValidators | undefined>;
  set(sitemap: string, validators: SitemapValidators): unknown;
}

/** The end of `readSitemaps`. */
export interface SitemapsRead {
  /** Whether nothing was left out. */
  readonly complete: boolean;
  /** Sitemaps that have not changed since they were read with the same `versions`: their entries were not returned again. */
  readonly unchanged: readonly string[];
}

/** Options of `readSitemaps`. All but `xml` are optional. */
export interface SitemapOptions extends CallOptions {
  /** The package sax, which parses sitemaps in XML: `import sax from "sax"`. */
  readonly xml: XmlPackage;
  /** Leaves out what was not modified since. What has no date is kept. */
  readonly since?: Date;
  /** Called with the URL of every sitemap that an index lists; false leaves it out. Default: all are read. */
  readonly follow?: (url: string) => boolean;
  /** `submitted`, the default: entries of other hosts count if the robots.txt of that host lists the sitemap. `same`: none does. */
  readonly hosts?: "submitted" | "same";
  /**
   * If the robots.txt of the site lists no sitemap, reads the first of `/sitemap.xml`, `/sitemap_index.xml` and `/wp-sitemap.xml` that
   * exists. Default false.
   */
  readonly tryDefault?: boolean;
  /** Whether entries have their alternates, images, videos and news. Default false. */
  readonly extensions?: boolean;
  /** Where bytes come from. Without it, entries of all hosts count. */
  readonly url?: string | URL;
  /**
   * Asks for sitemaps that were read before only if they have changed (If-None-Match, If-Modified-Since). A sitemap is added after all of
   * its entries were taken and nothing was left out; an index is always read. Keep one for each set of the other options.
   */
  readonly versions?: SitemapVersions;
  /** Bounds on one sitemap and on all. */
  readonly limits?: Partial<SitemapLimits>;
  /** Called for everything that is left out. Default: `readSitemaps` throws at the end. */
  readonly onSkip?: (skipped: SitemapSkip) => void;
  /** Where requests wait for their turns. Default: as for `politeFetch`. */
  readonly pace?: PolitePace;
  /** What requests are made with. Default: the client's `fetch`. */
  readonly fetch?: Fetch;
}

const sitemapOptions: KnownOptions<SitemapOptions> = {
  xml: 1,
  signal: 1,
  since: 1,
  follow: 1,
  hosts: 1,
  tryDefault: 1,
  extensions: 1,
  url: 1,
  versions: 1,
  limits: 1,
  onSkip: 1,
  pace: 1,
  fetch: 1,
};
const limitOptions: KnownOptions<SitemapLimits> = SITEMAP_LIMITS;

/** Errors that the final one names. */
const MAX_ERRORS = 100;

/**
 * Reads the sitemaps of a site, one sitemap, or bytes, and all that they lead to.
 * @param source a URL without a path: the sitemaps that its robots.txt lists; another URL: that sitemap; or the bytes of one.
 * @returns an iterator over the pages, whose end says whether everything was read.
 * @throws TypeError or RangeError for invalid arguments, TypeError (ERR_MISSING_PACKAGE) without `xml`; at the end, AggregateError (ERR_SITEMAP) if something was left out and
 *   there is no `onSkip`; the signal's reason when it aborts.
 */
export async function* readSitemaps(
  client: RobotsClient,
  source: string | URL | Uint8Array,
  options: SitemapOptions,
): AsyncGenerator<SitemapEntry, SitemapsRead> {
  const read = checkedSitemapOptions(options);
  const { xml, url, since, follow, limits, extensions } = read;
  const skips = new Skips(read);
  const site = new Site(client, read, source instanceof Uint8Array && url === undefined);
  const base = source instanceof Uint8Array && url !== undefined ? absolute(url) : undefined;
  if (base !== undefined) await site.startAt(base);
  const roots = source instanceof Uint8Array ? [base?.href ?? BYTES] : await site.rootsOf(source, skips);
  const first = source instanceof Uint8Array ? source : undefined;
  const open: WalkOptions["open"] = async (sitemap, signal, root, by) =>
    first !== undefined && sitemap === root ? { chunks: oneChunk(first) } : site.open(sitemap, signal, root, by, skips);
  const walk = { open, onSkip: (skip: SitemapSkip) => skips.add(skip), xml, limits, since, follow, extensions };
  for await (const pages of walkSitemaps(roots, walk))
    for (const page of pages) {
      const entry = await site.entryOf(page, skips);
      if (entry !== undefined) yield entry;
    }
  return { complete: skips.end(), unchanged: site.unchanged };
}

const BYTES = "bytes:";

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function checkedSitemapOptions(options: SitemapOptions): SitemapOptions {
  const read = checkedOptions("options", options, sitemapOptions);
  const { xml, signal, since, follow, hosts, versions, limits = {}, onSkip } = read;
  xmlParser(xml);
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw wrongType("signal", "an AbortSignal", signal);
  if (versions !== undefined) checkedMethods("versions", versions, "get", "set");
  if (since !== undefined && !(since instanceof Date)) throw wrongType("since", "a Date", since);
  for (const [name, value] of Object.entries({ follow, onSkip }))
    if (value !== undefined && typeof value !== "function") throw wrongType(name, "a function", value);
  if (hosts !== undefined && hosts !== "same" && hosts !== "submitted")
    throw wrongType("hosts", "same or submitted", hosts, shownText(hosts));
  return Object.assign(read, { limits: checkedOptions("limits", limits, limitOptions) });
}

/** What was left out: reported at once, or thrown at the end. */
class Skips {
  readonly #options: SitemapOptions;
  readonly #errors: Error[] = [];
  #count = 0;
  /** The sitemaps of which something was left out. */
  readonly #sitemaps = new Set<string>();

  constructor(options: SitemapOptions) {
    this.#options = options;
  }

  add(skip: SitemapSkip): void {
    // An abort is not a fault of the sitemap.
    this.#options.signal?.throwIfAborted();
    this.#sitemaps.add(skip.sitemap);
    if (this.#count++ < MAX_ERRORS) this.#errors.push(new Error(`${skip.sitemap}: ${skip.error.message}`));
    this.#options.onSkip?.(skip);
  }

  has(sitemap: string): boolean {
    return this.#sitemaps.has(sitemap);
  }

  /** Whether nothing was left out. */
  end(): boolean {
    if (this.#count === 0 || this.#options.onSkip !== undefined) return this.#count === 0;
    const message = `${inWords(this.#count)} parts of the sitemaps were left out, the first: ${this.#errors[0]!.message}`;
    const code: ErrorCode = "ERR_SITEMAP";
    throw withCode(new AggregateError(this.#errors, message), code);
  }
}

/** Where sites have a sitemap that no robots.txt lists: by sitemaps.org, by plugins of WordPress, and by WordPress. */
const DEFAULT_PATHS = ["/sitemap.xml", "/sitemap_index.xml", "/wp-sitemap.xml"] as const;

/** Where a sitemap was found, and for which hosts it speaks. */
interface SitemapPlace {
  readonly own: ReadonlySet<string>;
  /** Whether the site serves it. Then what it lists may be anywhere: a site may keep its sitemaps in a bucket. */
  readonly isOwn: boolean;
  readonly host: string;
}

/** What sitemaps are read by: the client's robots.txt files, turns, and the hosts that a sitemap may speak for. */
class Site {
  readonly #client: RobotsClient;
  readonly unchanged: string[] = [];
  readonly #options: SitemapOptions;
  readonly #trips: Trips;
  /** It remembers that a request has left the local networks. Bytes that come from nowhere are a stranger's. */
  readonly #route: Route;
  readonly #maxHosts: number;
  /** The host whose robots.txt lists the sitemaps. */
  #site: string | undefined;
  readonly #places = new Map<string, SitemapPlace>();
  /** A sitemap that was opened to see whether it exists, and what closes it. */
  #probed: { readonly sitemap: string; readonly opened: Promise<OpenedSitemap> } | undefined;
  readonly #stop = new AbortController();
  readonly #others = new Set<string>();
  readonly #hosts = new Map<string, Promise<OriginRobots>>();

  constructor(client: RobotsClient, options: SitemapOptions, isStrangers: boolean) {
    const { pace, fetch, limits } = options;
    const { timeoutMs, maxHosts } = { ...SITEMAP_LIMITS, ...limits };
    const polite: PoliteOptions = { timeoutMs, ...(pace && { pace }), ...(fetch && { fetch }) };
    // Without what a page adds to Object.prototype.
    this.#trips = new Trips(client, Object.assign(Object.create(null), polite));
    this.#route = new Route(settingsOf(client).addresses, isStrangers);
    this.#client = client;
    this.#options = options;
    this.#maxHosts = maxHosts;
  }

  /** An origin that nobody can reach may have sitemaps. */
  async rootsOf(source: string | URL, skips: Skips): Promise<readonly string[]> {
    const url = absolute(source);
    if (url.pathname !== "/" || url.search !== "") return [withoutHash(url)];
    const { sitemaps, access } = await this.#robotsOf(url, await this.startAt(url));
    const robotsTxt = `${url.origin}/robots.txt`;
    if (access.status === "unreachable")
      skips.add({ sitemap: robotsTxt, error: sitemapError("access", "a robots.txt", access.error ?? "an outage") });
    this.#site = url.host;
    if (sitemaps.length > 0) return sitemaps;
    return this.#options.tryDefault === true ? [await this.#defaultOf(url.origin)] : [];
  }

  /** The first of the usual places where there is something; the first place if there is nothing anywhere. */
  async #defaultOf(origin: string): Promise<string> {
    let first: Promise<OpenedSitemap> | undefined;
    for (const path of DEFAULT_PATHS) {
      const opened = this.#request(`${origin}${path}`, this.#stop.signal);
      first ??= opened;
      const exists = await opened.then(
        () => true,
        () => false,
      );
      if (exists) return this.#probe(`${origin}${path}`, opened);
    }
    return this.#probe(`${origin}${DEFAULT_PATHS[0]}`, first!);
  }

  #probe(sitemap: string, opened: Promise<OpenedSitemap>): string {
    this.#probed = { sitemap, opened };
    return sitemap;
  }

  /** Where the site is decides where its sitemaps may lead. Bytes, and a robots.txt that was known before, need no connection to it. */
  async startAt(url: URL): Promise<Permission> {
    const { addressBook, fetch } = settingsOf(this.#client);
    const permission = this.#route.next(url);
    const address = await addressBook.addressOf(url, fetch.reach);
    if (address !== undefined) permission.note(address);
    return permission;
  }

  /** @throws SitemapError, and what `politeFetch` throws. */
  async open(
    sitemap: string,
    signal: AbortSignal,
    root: string,
    by: string | undefined,
    skips: Skips,
  ): Promise<OpenedSitemap> {
    const lister = by === undefined ? undefined : this.#placeOf(by, root);
    const url = new URL(sitemap);
    const { host } = url;
    const isVouchedFor = lister === undefined || lister.isOwn || lister.host === host;
    if (!isVouchedFor || this.#options.hosts === "same") await this.#expectOwnHost(url, root, by ?? root);
    else if (lister?.own.has(host) === false) await this.#otherRobots(url);
    const opened = await this.#request(sitemap, signal);
    const own = lister?.own ?? new Set([host, ...(this.#site === undefined ? [] : [this.#site])]);
    const isOwn = own.has(host);
    const found = new URL(opened.url ?? sitemap).host;
    this.#places.set(sitemap, { own: isOwn && !own.has(found) ? new Set([...own, found]) : own, isOwn, host: found });
    if (opened.isUnchanged) this.unchanged.push(sitemap);
    const { validators } = opened;
    const isKept = validators !== undefined && this.#options.versions !== undefined;
    const onRead = () => (skips.has(sitemap) ? undefined : this.#options.versions!.set(sitemap, validators!));
    return isKept ? { ...opened, onRead } : opened;
  }

  async #request(sitemap: string, signal: AbortSignal): Promise<OpenedSitemap> {
    const { sitemap: probed, opened } = this.#probed ?? {};
    this.#probed = undefined;
    if (opened !== undefined && sitemap === probed) {
      signal.addEventListener("abort", () => this.#stop.abort(signal.reason));
      return opened;
    }
    const either = this.#options.signal === undefined ? signal : AbortSignal.any([signal, this.#options.signal]);
    return openSitemap(this.#trips, sitemap, either, this.#route, await this.#options.versions?.get(sitemap));
  }

  #placeOf(sitemap: string, root: string): SitemapPlace {
    const known = this.#places.get(sitemap);
    if (known !== undefined) return known;
    const { host } = new URL(root);
    return { own: new Set([host]), isOwn: true, host };
  }

  async entryOf({ kind, root, ...page }: ListedPage, skips: Skips): Promise<SitemapEntry | undefined> {
    try {
      const parsed = new URL(page.url);
      await this.#expectOwnHost(parsed, root, page.sitemap);
      const { rules } = await this.#robotsOf(parsed, this.#route.beside(parsed));
      return Object.assign(page, { allowed: rules.isAllowed(page.url) });
    } catch (error) {
      const known = isSitemapError(error) ? error : sitemapError("access", "a page", messageOf(error), error);
      skips.add({ sitemap: page.sitemap, error: known });
      return undefined;
    }
  }

  /**
   * A sitemap speaks for the host where it is, for that of the robots.txt that lists it, and for others whose robots.txt lists it
   * (sitemaps.org, "Sitemap file location" and "Sitemaps & Cross Submits").
   */
  async #expectOwnHost(url: URL, root: string, sitemap: string): Promise<void> {
    const { host } = url;
    if (root === BYTES) await this.#otherRobots(url);
    if (root === BYTES || this.#placeOf(sitemap, root).own.has(host)) return;
    const listed = this.#options.hosts === "same" ? [] : (await this.#otherRobots(url)).sitemaps;
    if (!listed.some((one) => urlOf(one)?.href === urlOf(root)?.href))
      throw sitemapError(
        "host",
        `a URL of ${new URL(root).host}, or of a host whose robots.txt lists the sitemap`,
        host,
      );
  }

  /** A stranger's sitemap makes us ask few other hosts, and none in private networks. */
  #otherRobots(url: URL): Promise<OriginRobots> {
    const { origin } = url;
    const permission = this.#route.beside(url);
    this.#others.add(origin);
    if (this.#others.size > this.#maxHosts) {
      this.#others.delete(origin);
      throw sitemapError("hosts", `at most ${inWords(this.#maxHosts)} other hosts`, `a further one, ${origin}`);
    }
    return this.#robotsOf(url, permission);
  }

  #robotsOf(url: URL, permission: Permission): Promise<OriginRobots> {
    const { signal } = this.#options;
    const call = signal === undefined ? {} : { signal };
    const known = this.#hosts.get(url.origin) ?? robotsFor(this.#client, url, call, permission);
    this.#hosts.set(url.origin, known);
    return known;
  }
}

function withoutHash(url: URL): string {
  url.hash = "";
  return url.href;
}
