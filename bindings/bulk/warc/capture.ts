/** What WARC records say of a URL: captured responses, revisits, and captures that cannot be used. */
import type { FetchOutcome } from "../../core/access/index.ts";
import { CHALLENGE_SIGNS } from "../../core/access/internal.ts";
import type { SkipReason } from "./compile-stats.ts";

/** Where a capture stands among those of its URL. */
export interface Position {
  /** Milliseconds since 1970; UNDATED comes before every date. */
  readonly dateMs: number;
  /** The number of the record among all that were read: within one date, the record read last counts. */
  readonly order: number;
}

interface Located extends Position {
  readonly url: string;
}

export type Response = FetchOutcome & { readonly type: "response" };

/** The headers by which access policies decide; those that only make a request conditional have no effect on a replay. */
export const HEADERS: readonly string[] = [
  ...["location", "cache-control", "expires", "date", "age", "retry-after"],
  ...CHALLENGE_SIGNS.map(({ header }) => header),
];

/** One captured response with what access policies need of it. */
export interface Capture extends Located {
  readonly outcome: FetchOutcome;
  /** What is kept of the body, if the policy reads it: the result of `keep`. */
  readonly kept?: Uint8Array;
  /** The WARC-Payload-Digest. */
  readonly digest?: string;
}

/** A revisit: the body is the one of an original capture. */
export interface Revisit extends Located {
  readonly original: { readonly url: string; readonly dateMs: number };
  /** The response of the revisit, if it has one that the policy reads; otherwise the original's counts. */
  readonly head?: Response;
  readonly digest?: string;
}

/** A capture that cannot be used, for example because the archive stored only a part of it. */
export interface Skip extends Located {
  readonly skipped: SkipReason;
}

export type Captured = Capture | Revisit | Skip;

/** Before its record has a number. */
export type Unnumbered<T> = T extends Captured ? Omit<T, "order"> : never;

export const UNDATED = -1;

export const isAfter = (one: Position, other: Position): boolean =>
  (one.dateMs - other.dateMs || one.order - other.order) > 0;

/** RFC 9309 §2.3: only `/robots.txt` at the root of the origin counts. @param url as URLs write themselves, without a fragment */
export const isRobotsTxt = (url: string): boolean => /^https?:\/\/[^/?@]+\/robots\.txt$/.test(url);

/**
 * What a capture says by itself: the policy's answer, nothing without another capture (a redirect, a revalidation, a
 * revisit), that the origin was unreachable, or nothing at all.
 */
export type Kind = "answer" | "reference" | "outage" | "skip";

/** The most records in a WARC file: 2^28, of which each takes more than 16 bytes of gzip. Files: 2^20. */
const MAX_RECORDS = 2 ** 28;
export const MAX_WARCS: number = 2 ** 20;

/** @param file the number of the WARC file @param record the number of the record in it */
export function orderOf(file: number, record: number): number {
  if (record >= MAX_RECORDS) throw new RangeError(`expected at most ${MAX_RECORDS} records in a WARC file; got more`);
  return file * MAX_RECORDS + record;
}
