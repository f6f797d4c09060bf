/** Looks origins up, in the library and then as `missing` says, and counts what was found. */
import { readInput } from "../files/input-error.ts";
import type { Origin, OriginFile, OriginRules, OriginSource } from "./origin-rules.ts";

/** Fetches the robots.txt of an origin over the network. */
export type Fetcher = (origin: string) => Promise<OriginRules>;

/** The rules for origins without a robots.txt, or how to fetch them. */
export type OnMissing = OriginRules | Fetcher;

/** How many origins were looked up. */
export interface LookupCounts {
  readonly origins: number;
  /** About how many of these were looked up for the first time. Of a few, more than there are. */
  readonly firsts: number;
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

const NO_LOOKUPS: LookupCounts = {
  origins: 0,
  firsts: 0,
  missing: 0,
  truncated: 0,
  unreadable: 0,
  firstUnreadable: undefined,
};

export class Lookups {
  readonly #library: OriginSource | undefined;
  readonly #missing: OnMissing;
  #counts: Counting = { ...NO_LOOKUPS };

  constructor(library: OriginSource | undefined, missing: OnMissing) {
    this.#library = library;
    this.#missing = missing;
  }

  /** The counts since the previous call. */
  takeCounts(): LookupCounts {
    const counts = this.#counts;
    this.#counts = { ...NO_LOOKUPS };
    return counts;
  }

  /** @returns a promise only for a fetch. @throws ERR_INPUT with the origin if the library cannot be read */
  find(origin: Origin): OriginRules | Promise<OriginRules> {
    const found = this.#inLibrary(origin, (library) => library.find(origin));
    return found === undefined ? this.#findMissing(origin.origin) : this.#counted(found);
  }

  /** Finds rules, or a file for a caller that compiles files itself. */
  findFile(origin: Origin): OriginRules | OriginFile | Promise<OriginRules> {
    const find = (library: OriginSource) =>
      library.findFile === undefined ? library.find(origin) : library.findFile(origin);
    const found = this.#inLibrary(origin, find);
    if (found === undefined) return this.#findMissing(origin.origin);
    return "file" in found ? found : this.#counted(found);
  }

  #counted(found: OriginRules): OriginRules {
    if (found.isTruncated) this.#counts.truncated++;
    if (found.unreadable !== undefined) this.#counts.unreadable++;
    this.#counts.firstUnreadable ??= found.unreadable;
    return found;
  }

  #inLibrary<Found>(origin: Origin, find: (library: OriginSource) => Found | undefined): Found | undefined {
    this.#counts.origins++;
    const library = this.#library;
    return library && readInput(origin.origin, () => find(library));
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
}
