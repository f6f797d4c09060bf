/** Decides a line for which something else may be requested than it says: the rules have to allow every reading. */
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

/**
 * The verdict on [url, end) as it is spelled. What does not fit is UNDECIDED: a line never fails its block. A URL takes up to
 * 36 times its length; a request may be nine times as long as its line, so it is bounded as lines are.
 */
export function verdictOf(slot: usize, url: usize, end: usize): i32 {
  if (end - url > MAX_LINE_BYTES) return UNDECIDED;
  const decision = decideUrl(slot, url, end);
  if (decision == OUT_OF_MEMORY || decision == URL_TOO_LONG) return UNDECIDED;
  return isError(decision) ? REFUSED : decision & 1;
}

/** The verdict on all readings of a line but the line itself. [path, end) is what follows the authority. */
export function readingsVerdict(slot: usize, path: usize, end: usize): i32 {
  const clean = allocate((CLEAN_FACTOR + REQUEST_FACTOR) * (end - path) + REQUEST_BYTES);
  if (clean == 0) return UNDECIDED;
  const room = clean + CLEAN_FACTOR * (end - path);
  let verdict = requestsVerdict(slot, clean, writeClean(path, end, clean, true), room);
  if (verdict == ALLOWED)
    verdict = isUtf8(path, end)
      ? writtenVerdict(slot, path, end, room)
      : requestsVerdict(slot, clean, writeClean(path, end, clean, false), room);
  release(clean);
  return verdict;
}

/** All requests: programs differ on `^` and on empty queries. */
function requestsVerdict(slot: usize, clean: usize, end: usize, room: usize): i32 {
  const carets: i32 = hasCaret(clean, end) ? 2 : 1;
  const queries: i32 = hasEmptyQuery(clean, end) ? 2 : 1;
  for (let caret = 0; caret < carets; caret++)
    for (let query = 0; query < queries; query++) {
      const verdict = verdictOf(slot, room, writeRequest(clean, end, room, caret == 0, query != 0));
      if (verdict != ALLOWED) return verdict;
    }
  return ALLOWED;
}

/** The path as it is written, without the host of the line, on which dialects differ. */
function writtenVerdict(slot: usize, path: usize, end: usize, room: usize): i32 {
  end = indexOfHash(path, end);
  let to = writeHost(room);
  if (path == end || load<u8>(path) == QUESTION) store<u8>(to++, 47);
  memory.copy(to, path, end - path);
  return verdictOf(slot, room, to + end - path);
}
