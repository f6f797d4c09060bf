/**
 * The headers that ask whether a copy still holds (RFC 9110 §13.1). Validators come from the origin and pass through a store, so
 * both may hold anything: line ends, which would add headers; characters that make every request fail; `*`, which any file
 * matches; or so many characters that servers answer 431, which means that there is no robots.txt. Such a validator is left out,
 * and the file is read again.
 */
import type { RobotsCopy } from "./entry.ts";
import type { Headers } from "./headers.ts";

/** RFC 9110 §8.8.3, up to a length that every server accepts. Many servers leave out the quotes. */
const ENTITY_TAG = /^(?:(?:W\/)?"[\x21\x23-\x7e\x80-\xff]{0,512}"|[^\0-\x20",*\x7f-\uffff]{1,512})$/;
/** The three forms of RFC 9110 §5.6.7, in their characters. */
const DATE = /^[\w ,:+-]{1,64}$/;

export function conditionsOf({ etag, lastModified, fetchedAtMs }: RobotsCopy): Headers {
  return {
    ...(etag !== undefined && ENTITY_TAG.test(etag) && { "if-none-match": etag }),
    ...(lastModified !== undefined && isPast(lastModified, fetchedAtMs) && { "if-modified-since": lastModified }),
  };
}

/** A date after the response would hold whatever changes until then. */
const isPast = (date: string, nowMs: number): boolean => DATE.test(date) && Date.parse(date) <= nowMs + CLOCK_SKEW_MS;

/** How far the clocks of origins may be ahead of ours. */
const CLOCK_SKEW_MS = 86_400_000;
