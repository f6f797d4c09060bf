/**
 * The interface of the two engines: WebAssembly (wasm.ts, assembly/), and the TypeScript fallback (fallback.ts, ../reader/)
 * where WebAssembly is blocked. Both compile the same file to the same program bytes and return the same decisions.
 */

import type { Dialect } from "../dialects.ts";
import { NO_MATCH, NOT_A_URL, NOT_NORMALISED, NOT_NORMALISED_VERDICT, ROBOTS_TXT } from "../layout.ts";
import type { Records } from "../reader/records.ts";
import type { Program } from "./program.ts";

export { NO_MATCH, NOT_A_URL, NOT_NORMALISED, NOT_NORMALISED_VERDICT, ROBOTS_TXT };

/**
 * A decision as one number: `rank << 1 | allowed`. The rank is the index of the deciding rule in the program. No rule makes
 * the decisions NO_MATCH and ROBOTS_TXT, which allow, and NOT_A_URL, which does not. NOT_NORMALISED is not a decision: the URL may have
 * several readings, so the caller decides each (readings.ts).
 */
export type DecisionCode = number;

/** 1 for allowed, 0 for not, and NOT_NORMALISED_VERDICT. */
export const verdictCode = (decision: DecisionCode): number =>
  decision === NOT_NORMALISED ? NOT_NORMALISED_VERDICT : decision & 1;
export const isAllowedBy = (decision: DecisionCode): boolean => (decision & 1) === 1;

/** The verdicts of URLs that are decided one by one. */
export const verdictsOf = (
  engine: Pick<Engine, "decide">,
  program: Program,
  urls: readonly (string | Uint8Array)[],
): Uint8Array => Uint8Array.from(urls, (url) => verdictCode(engine.decide(program, url)));

export const rankOf = (decision: DecisionCode): number => decision >> 1;

/** What an engine makes of a file. */
export interface Compiled {
  readonly program: Program;
  /** Where each sitemap starts and ends in the UTF-8 of the file, in file order; undefined if there are too many to note. */
  readonly sitemapSpans: readonly number[] | undefined;
  /** Whether all of them are known to be URLs of http or https, in ASCII and at most MAX_SITEMAP_BYTES long. */
  readonly isPlain?: boolean;
  /** The length of the whole file in UTF-8. */
  readonly fileBytes: number;
}

/** Says of the UTF-8 of a URL, four bytes a word in the order of memory and other bytes behind it, whether the URL is to be decided. */
export interface UrlTest {
  accepts(words: Uint32Array, lengthBytes: number): boolean;
}

export interface Engine {
  readonly name: string;
  /**
   * Reads a robots.txt, as text or as bytes, and compiles what one crawler obeys: the rules and fields of the
   * groups that name the first of `agents` that any group names, or else of the groups for `*` (RFC 9309 §2.2.1). A line that
   * crosses the limit of `maxBytes` is dropped, and so is what follows it.
   */
  compile(file: string | Uint8Array, agents: readonly string[], dialect: Dialect, maxBytes?: number): Compiled;
  /** Reads a file for views of it. */
  readRecords(bytes: Uint8Array, dialect: Dialect): Records;
  /** The verdict for one URL from a file that is asked once: the same as compiling the file and deciding. */
  decideFile(
    file: string | Uint8Array,
    agents: readonly string[],
    dialect: Dialect,
    url: string | Uint8Array,
    maxBytes?: number,
  ): number;
  /**
   * Decides one URL as text or as UTF-8: an absolute URL with a host, or a path. Other text is NOT_A_URL in most dialects.
   * @param asWritten whether the text alone counts; otherwise the program says what counts
   */
  decide(program: Program, url: string | Uint8Array, asWritten?: boolean): DecisionCode;
  /** Decides text that is known to be ASCII, on hosts that write it faster (`writesAscii`). */
  decideAscii(program: Program, url: string): DecisionCode;
  /** Decides a URL that the test accepts. NOT_NORMALISED for other text, and wherever the engine does not ask. */
  decideIf(program: Program, url: string, test: UrlTest): DecisionCode;
  /** Decides URLs in order, with a verdict for each. */
  decideMany(program: Program, urls: readonly string[]): Uint8Array;
  /** Decides the lines (LF or CRLF) of UTF-8 text, a verdict for each line; a final line end starts no further line. */
  decideLines(program: Program, lines: Uint8Array): Uint8Array;
}
