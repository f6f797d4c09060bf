/**
 * Which versions of robots.txt a crawler may hold: those that were served in the 24 hours before its request (RFC 9309 §2.4), but
 * none older than the one that it fetched last. Refused is what all of them refuse.
 */
import { DAY_MS } from "../../core/access/internal.ts";
import type { Crawler } from "./crawlers.ts";
import { type FetchState, placeTime } from "./fetches.ts";
import type { History, Version } from "./history.ts";
import { SECOND_MS } from "./values.ts";

/**
 * What a request is that is not allowed. `violation`: every version that the crawler may hold refuses it. `grace`: the version of
 * the time refuses it, and an older one that the crawler may hold allows it. `after-error`: robots.txt was answered by an error, and the
 * crawler had no copy. `unknown-version`: the crawler may hold a text that is not known: from before the first version, after a redirect,
 * or an answer that was larger than the version. `user-fetch`: refused, but fetched for a user, or by a crawler that does not promise to
 * obey. `spoofed`: not from the crawler that it names. `TODAY`: the file of today refuses it, which proves nothing of the past.
 */
export const TODAY = "refused by today's file";

export type RefusedVerdict =
  | typeof TODAY
  | "violation"
  | "grace"
  | "after-error"
  | "unknown-version"
  | "user-fetch"
  | "spoofed";

/** How long a copy counts in an outage (RFC 9309 §2.4: "for a reasonably long period, e.g. 30 days"). */
const OUTAGE_MS = 30 * DAY_MS;

export interface Held {
  /** Oldest first; the last one is served at the time. */
  readonly versions: readonly Version[];
  /** Whether it may hold a text that is not known. */
  readonly mayBeUnknown: boolean;
  /** Whether the last answer was 4xx, which allows everything for 24 hours (RFC 9309 §2.3.1.3). */
  readonly isUnavailable: boolean;
  /** Whether the last answer was 5xx or none, and it has no copy (RFC 9309 §2.3.1.4). */
  readonly isUnreachable: boolean;
}

export function heldAt(history: History, state: FetchState, timeMs: number, graceMs: number): Held {
  const { unavailable, unreachable } = state;
  const [seenMs, unknownMs, unavailableMs] = [placeTime(state.seen), placeTime(state.unknown), placeTime(unavailable)];
  const isOutage = unreachable !== undefined && unreachable.timeMs >= Math.max(seenMs, unknownMs, unavailableMs);
  const hasCopy = timeMs - seenMs <= OUTAGE_MS;
  // Names of versions and most logs have whole seconds: in the second of a change, a fetch may have got the version before.
  const copyMs = seenMs - SECOND_MS;
  const sinceMs = isOutage && hasCopy ? copyMs : Math.max(copyMs, timeMs - graceMs);
  const from = history.indexAt(sinceMs);
  return {
    versions: history.versions.slice(Math.max(from, 0), history.indexAt(timeMs) + 1),
    mayBeUnknown: from < 0 || unknownMs > placeTime(state.read),
    isUnavailable: unavailable !== undefined && unavailableMs >= seenMs && timeMs - unavailableMs <= DAY_MS,
    isUnreachable: isOutage && !hasCopy,
  };
}

/** The verdict on a request by a crawler that obeys. @param url as `explain` takes it */
export function heldVerdict(crawler: Crawler, held: Held, url: string): RefusedVerdict | "allowed" {
  const { versions, isUnavailable, isUnreachable, mayBeUnknown } = held;
  if (isUnavailable || versions.at(-1)?.refuses(crawler, url) === false) return "allowed";
  if (versions.length === 0) return "unknown-version";
  if (isUnreachable) return "after-error";
  if (versions.some((version) => !version.refuses(crawler, url))) return "grace";
  return mayBeUnknown ? "unknown-version" : "violation";
}

/** The verdict if the only version is the file of today: what crawlers were answered in the past says nothing of it. */
export const todayVerdict = (crawler: Crawler, { versions }: Held, url: string): RefusedVerdict | "allowed" =>
  versions.at(-1)?.refuses(crawler, url) === true ? TODAY : "allowed";
