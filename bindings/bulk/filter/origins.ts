/**
 * Looks up origins by the way URLs spell them: in a cache bounded in bytes, then in the rules that other threads have
 * compiled, then in the library; `missing` says what to do without a robots.txt.
 */
import { LRUCache } from "lru-cache";
import { urlOf } from "../../base/url.ts";
import { inputError } from "../../files/input-error.ts";
import { MAX_HOST_BYTES } from "./authority.ts";
import type { OriginRules, OriginSource } from "./origin-rules.ts";
import type { SharedPrograms } from "./shared-programs.ts";

/** Memory of an entry beside its program: key, objects and the cache's own lists, measured with 100,000 origins. */
const ENTRY_BYTES = 500;

/** Fetches the robots.txt of an origin over the network. */
export type Fetcher = (origin: string) => Promise<OriginRules>;

/** The rules for origins without a robots.txt, or how to fetch them. */
export type OnMissing = OriginRules | Fetcher;

/** `undefined`: the text is not an origin. */
export type OriginLookup = OriginRules | undefined;

/** How many origins were looked up past the cache. */
export interface LookupCounts {
  readonly origins: number;
  /** Without a robots.txt. */
  readonly missing: number;
  /** With a robots.txt longer than the parsing limit. */
  readonly truncated: number;
  /** With a robots.txt that cannot be read. */
  readonly unreadable: number;
  /** The path of the first of these, and why. */
  readonly firstUnreadable: string | undefined;
}

type Counting = { -readonly [Name in keyof LookupCounts]: LookupCounts[Name] };

const NO_LOOKUPS: LookupCounts = { origins: 0, missing: 0, truncated: 0, unreadable: 0, firstUnreadable: undefined };

export class Origins {
  readonly #library: OriginSource | undefined;
  readonly #missing: OnMissing;
  readonly #shared: SharedPrograms | undefined;
  readonly #cache: LRUCache<string, { readonly found: OriginLookup }>;
  /** Fetches under way, by origin. */
  readonly #pending: Map<string, Promise<OriginLookup>> = new Map();
  #counts: Counting = { ...NO_LOOKUPS };

  /** @param cacheBytes the most that the cache holds */
  constructor(library: OriginSource | undefined, missing: OnMissing, cacheBytes: number, shared?: SharedPrograms) {
    this.#library = library;
    this.#missing = missing;
    this.#shared = shared;
    const sizeOf = ({ found }: { found: OriginLookup }, spelling: string): number =>
      ENTRY_BYTES + 2 * spelling.length + (found === undefined || found.isShared ? 0 : found.rules.byteLength);
    this.#cache = new LRUCache({ maxSize: cacheBytes, sizeCalculation: sizeOf });
  }

  /** The counts since the previous call. */
  takeLookups(): LookupCounts {
    const counts = this.#counts;
    this.#counts = { ...NO_LOOKUPS };
    return counts;
  }

  /** @param spelling the bytes of `http(s)://authority`, one character each. @returns a promise only for a fetch. */
  find(spelling: string): OriginLookup | Promise<OriginLookup> {
    const known = this.#cache.get(spelling);
    if (known !== undefined) return known.found;
    const origin = originOf(spelling);
    if (origin === undefined) return this.#keep(spelling, undefined);
    const canonical = this.#cache.get(origin.origin);
    if (canonical !== undefined) return this.#keep(spelling, canonical.found);
    const found = this.#pending.get(origin.origin) ?? this.#lookUp(origin);
    if (!(found instanceof Promise)) return this.#keepBoth(spelling, origin.origin, found);
    this.#pending.set(origin.origin, found);
    return found.then((one) => this.#keepBoth(spelling, origin.origin, one));
  }

  /** Looks an origin up and counts it, unless another thread already did. */
  #lookUp(origin: URL): OriginLookup | Promise<OriginLookup> {
    const shared = this.#shared?.get(origin.origin);
    if (shared !== undefined) return shared;
    this.#counts.origins++;
    return this.#look(origin) ?? this.#findMissing(origin.origin);
  }

  #look(origin: URL): OriginLookup {
    const found = this.#findInLibrary(origin);
    if (found?.isTruncated) this.#counts.truncated++;
    if (found?.unreadable !== undefined) this.#countUnreadable(found.unreadable);
    if (found === undefined || this.#shared === undefined) return found;
    // Keep the shared copy, not one in each thread.
    return this.#shared.add(origin.origin, found);
  }

  #countUnreadable(reason: string): void {
    this.#counts.unreadable++;
    this.#counts.firstUnreadable ??= reason;
  }

  #findInLibrary(origin: URL): OriginLookup {
    try {
      return this.#library?.find(origin);
    } catch (error) {
      throw inputError(origin.origin, error);
    }
  }

  #findMissing(origin: string): OriginRules | Promise<OriginRules> {
    if (typeof this.#missing !== "function") return this.#countMissing(this.#missing);
    return this.#missing(origin).then((found) => this.#countMissing(found));
  }

  /** Fetched rules do not count as missing. */
  #countMissing(found: OriginRules): OriginRules {
    if (found.cause !== undefined) this.#counts.missing++;
    return found;
  }

  /** Keeps the result for this spelling and for the canonical one, so that other spellings need no look-up. */
  #keepBoth(spelling: string, origin: string, found: OriginLookup): OriginLookup {
    this.#pending.delete(origin);
    if (origin !== spelling) this.#keep(origin, found);
    return this.#keep(spelling, found);
  }

  #keep(spelling: string, found: OriginLookup): OriginLookup {
    this.#cache.set(spelling, { found });
    return found;
  }
}

function originOf(spelling: string): URL | undefined {
  const host = spelling.slice(Math.max(spelling.indexOf("//") + 2, spelling.lastIndexOf("@") + 1));
  if (host.length > MAX_HOST_BYTES) return undefined;
  const text = Buffer.from(spelling, "latin1").toString("utf8");
  const url = text.includes("\ufffd") ? undefined : urlOf(text);
  return url?.host === "" ? undefined : url;
}
