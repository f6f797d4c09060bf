/**
 * Origins as URLs spell them, with what is known of each: a cache bounded in bytes in front of the programs that other
 * threads have compiled, the library, and what is to be done where no robots.txt is known.
 */
import { LRUCache } from "lru-cache";
import { urlOf } from "../../core/robots/url.ts";
import type { Access, Library } from "./origin-rules.ts";
import type { SharedPrograms } from "./shared-programs.ts";
import { MAX_HOST_BYTES } from "./spelling.ts";
import { Unreadable } from "./unreadable.ts";

/** Beside its program: keys, objects and the cache's own lists, measured with 100,000 origins. */
const ENTRY_BYTES = 500;

/** Asks for the robots.txt of an origin over the network. */
export type Fetcher = (origin: string) => Promise<Access>;

/** What holds where no robots.txt is known. */
export type Missing = Access | Fetcher;

/** `undefined`: what stands where an origin should is none. */
export type Answer = Access | undefined;

/** How often an origin was looked for beyond the cache, and how often in vain. */
export interface Lookups {
  readonly origins: number;
  readonly missing: number;
}

export class Origins {
  readonly #library: Library | undefined;
  readonly #missing: Missing;
  readonly #shared: SharedPrograms | undefined;
  readonly #cache: LRUCache<string, { readonly answer: Answer }>;
  #origins = 0;
  #missed = 0;

  /** @param cacheBytes what is held at most */
  constructor(library: Library | undefined, missing: Missing, cacheBytes: number, shared?: SharedPrograms) {
    this.#library = library;
    this.#missing = missing;
    this.#shared = shared;
    const sizeOf = ({ answer }: { answer: Answer }, spelling: string): number =>
      ENTRY_BYTES + 2 * spelling.length + (answer === undefined || answer.isShared ? 0 : answer.rules.byteLength);
    this.#cache = new LRUCache({ maxSize: cacheBytes, sizeCalculation: sizeOf });
  }

  /** Since the last time it was asked. */
  takeLookups(): Lookups {
    const lookups = { origins: this.#origins, missing: this.#missed };
    this.#origins = 0;
    this.#missed = 0;
    return lookups;
  }

  /** `spelling`: the bytes of `http(s)://authority`, one character each. A promise only where the network is asked. */
  find(spelling: string): Answer | Promise<Answer> {
    const known = this.#cache.get(spelling);
    if (known !== undefined) return known.answer;
    const origin = originOf(spelling);
    if (origin === undefined) return this.#keep(spelling, undefined);
    this.#origins++;
    const answer = this.#shared?.get(origin.origin) ?? this.#look(origin);
    if (answer !== undefined) return this.#keep(spelling, answer);
    return this.#findMissing(spelling, origin.origin);
  }

  #look(origin: URL): Answer {
    const found = this.#findInLibrary(origin);
    if (found === undefined || this.#shared === undefined) return found;
    this.#shared.set(origin.origin, found);
    // Held once, not once a thread; where there is no room, here.
    return this.#shared.get(origin.origin) ?? found;
  }

  #findInLibrary(origin: URL): Answer {
    try {
      return this.#library?.find(origin);
    } catch (error) {
      throw new Unreadable(origin.origin, error);
    }
  }

  #findMissing(spelling: string, origin: string): Answer | Promise<Answer> {
    if (typeof this.#missing !== "function") return this.#keepMissing(spelling, this.#missing);
    return this.#missing(origin).then((found) => this.#keepMissing(spelling, found));
  }

  /** What a fetch has brought is not missing. */
  #keepMissing(spelling: string, found: Access): Answer {
    if (found.cause !== undefined) this.#missed++;
    return this.#keep(spelling, found);
  }

  #keep(spelling: string, answer: Answer): Answer {
    this.#cache.set(spelling, { answer });
    return answer;
  }
}

function originOf(spelling: string): URL | undefined {
  const host = spelling.slice(Math.max(spelling.indexOf("//") + 2, spelling.lastIndexOf("@") + 1));
  if (host.length > MAX_HOST_BYTES) return undefined;
  const text = Buffer.from(spelling, "latin1").toString("utf8");
  const url = text.includes("\ufffd") ? undefined : urlOf(text);
  return url?.host === "" ? undefined : url;
}
