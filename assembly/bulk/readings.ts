/** Decides a URL for which something else may be requested than it says: the rules have to allow every reading. */
import { QUESTION } from "../bytes/characters";
import { decideUrl } from "../embed/deciding";
import { isError, OUT_OF_MEMORY, URL_TOO_LONG } from "../embed/errors";
import { allocate, release } from "../embed/heap";
import { MAX_LINE_BYTES } from "./block";
import {
  CLEAN_FACTOR,
  hasCaret,
  hasEmptyQuery,
  indexOfHash,
  REQUEST_BYTES,
  REQUEST_FACTOR,
  writeClean,
  writeHost,
  writeRequest,
} from "./request";
import { isUtf8 } from "./utf8";
import { ALLOWED, REFUSED, UNDECIDED } from "./verdicts";

/** What `decision` means for a line. What does not fit is UNDECIDED: a line never fails its block. */
export function verdictOfDecision(decision: i32): i32 {
  if (decision == OUT_OF_MEMORY || decision == URL_TOO_LONG) return UNDECIDED;
  return isError(decision) ? REFUSED : decision & 1;
}

/**
 * The decision for [url, end) as it is spelled, or an error. A URL takes up to 36 times its length; a request may be nine
 * times as long as its line, so it is bounded as lines are.
 */
export function decideSpelled(slot: usize, url: usize, end: usize): i32 {
  return end - url > MAX_LINE_BYTES ? URL_TOO_LONG : decideUrl(slot, url, end);
}

/**
 * The decision for all readings of a line but the line itself: that of the first reading that is refused, or that of the
 * first request if all are allowed. [path, end) is what follows the authority.
 */
export function decideReadings(slot: usize, path: usize, end: usize): i32 {
  const clean = allocate((CLEAN_FACTOR + REQUEST_FACTOR) * (end - path) + REQUEST_BYTES);
  if (clean == 0) return OUT_OF_MEMORY;
  const room = clean + CLEAN_FACTOR * (end - path);
  const requested = decideRequests(slot, clean, writeClean(path, end, clean, true), room);
  let decision = requested;
  if (verdictOfDecision(requested) == ALLOWED)
    decision = isUtf8(path, end)
      ? decideWritten(slot, path, end, room)
      : decideRequests(slot, clean, writeClean(path, end, clean, false), room);
  release(clean);
  return verdictOfDecision(decision) == ALLOWED ? requested : decision;
}

/** All requests: programs differ on `^` and on empty queries. */
function decideRequests(slot: usize, clean: usize, end: usize, room: usize): i32 {
  let first: i32 = 0;
  const carets: i32 = hasCaret(clean, end) ? 2 : 1;
  const queries: i32 = hasEmptyQuery(clean, end) ? 2 : 1;
  for (let caret = 0; caret < carets; caret++)
    for (let query = 0; query < queries; query++) {
      const decision = decideSpelled(slot, room, writeRequest(clean, end, room, caret == 0, query != 0));
      if (verdictOfDecision(decision) != ALLOWED) return decision;
      if (caret + query == 0) first = decision;
    }
  return first;
}

/** The path as it is written, without the host of the line, on which dialects differ. */
function decideWritten(slot: usize, path: usize, end: usize, room: usize): i32 {
  end = indexOfHash(path, end);
  let to = writeHost(room);
  if (path == end || load<u8>(path) == QUESTION) store<u8>(to++, 47);
  memory.copy(to, path, end - path);
  return decideSpelled(slot, room, to + end - path);
}
