/** The rules of origins by the way URLs spell them, in a cache bounded in bytes. */
import { LRUCache } from "lru-cache";
import { MAX_HOST_BYTES, urlOf } from "../../base/url.ts";
import type { Lookups } from "./lookups.ts";
import type { OriginRules } from "./origin-rules.ts";

/** Memory of an entry beside its program: key, objects and the cache's own lists, measured with 100,000 origins. */
const ENTRY_BYTES = 500;

/** `undefined`: the text is not an origin. */
export type OriginLookup = OriginRules | undefined;

export class Origins {
  readonly #lookups: Lookups;
  readonly #cache: LRUCache<string, { readonly found: OriginLookup }>;
  /** Fetches under way, by origin. */
  readonly #pending: Map<string, Promise<OriginLookup>> = new Map();

  /** @param cacheBytes the most that the cache holds */
  constructor(lookups: Lookups, cacheBytes: number) {
    this.#lookups = lookups;
    const sizeOf = ({ found }: { found: OriginLookup }, spelling: string): number =>
      ENTRY_BYTES + 2 * spelling.length + (found?.rules.byteLength ?? 0);
    this.#cache = new LRUCache({ maxSize: cacheBytes, sizeCalculation: sizeOf });
  }

  /** @param spelling the bytes of `http(s)://authority`, one character each. @returns a promise only for a fetch. */
  find(spelling: string): OriginLookup | Promise<OriginLookup> {
    const known = this.#cache.get(spelling);
    if (known !== undefined) return known.found;
    const origin = originOf(spelling);
    if (origin === undefined) return this.#keep(spelling, undefined);
    const canonical = this.#cache.get(origin.origin);
    if (canonical !== undefined) return this.#keep(spelling, canonical.found);
    const found = this.#pending.get(origin.origin) ?? this.#lookups.find(origin);
    if (!(found instanceof Promise)) return this.#keepBoth(spelling, origin.origin, found);
    this.#pending.set(origin.origin, found);
    return found.then((one) => this.#keepBoth(spelling, origin.origin, one));
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
