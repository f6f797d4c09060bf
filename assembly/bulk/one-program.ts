/** Decides URLs by one program, in all their readings, for hosts that choose the rules of a URL themselves. */
import { copy, equal, indexOf } from "../bytes/bytes";
import { CR, LF } from "../bytes/characters";
import { DIALECT_AT, INPUT, NOT_A_URL } from "../bytes/layout";
import { countTurn } from "../bytes/steps";
import { programOf } from "../embed/programs";
import { isWritten } from "../match/decide";
import { originEnd } from "./authority";
import { MAX_LINE_BYTES } from "./block";
import { decideReadings, decideSpelled, verdictOfDecision } from "./readings";
import { writeOrigin } from "./spelled-origin";
import { isRewritten, markFor, markLine } from "./url-bytes";
import { ALLOWED } from "./verdicts";

/** Decides the lines of [from, end), each with its LF, and writes a verdict for each over them. Returns their number. */
export function decideLinesOf(slot: usize, from: usize, end: usize): i32 {
  let to = from;
  for (let at = from; at < end; ) {
    countTurn();
    // Found before the verdict is written, which may take the place of the LF.
    const next = indexOf(LF, at, end) + 1;
    store<u8>(to++, <u8>(verdictOfDecision(decideLine(slot, at, next)) == ALLOWED));
    at = next;
  }
  return <i32>(to - from);
}

/**
 * The decision for the line [line, next), which ends at LF: that of the first reading that is refused, requests first, or of the request.
 * A program may want texts as they are written.
 */
export function decideLine(slot: usize, line: usize, next: usize): i32 {
  const path = next - line > MAX_LINE_BYTES ? 0 : originEnd(line);
  if (path == 0 || !isValidOrigin(line, path)) return NOT_A_URL;
  return decidePath(slot, line, path, next);
}

/** Decides a line that is known to be a URL, in all its readings. @param path where its authority ends */
export function decidePath(slot: usize, line: usize, path: usize, next: usize): i32 {
  const end = next - 1 - <usize>(load<u8>(next - 2) == CR);
  markFor(load<u8>(programOf(slot), DIALECT_AT));
  if (isWritten(programOf(slot)) || !isRewritten(markLine(path, next))) return decideSpelled(slot, line, end);
  const requested = decideReadings(slot, path, end);
  if (verdictOfDecision(requested) != ALLOWED) return requested;
  const written = decideSpelled(slot, line, end);
  return verdictOfDecision(written) == ALLOWED ? requested : written;
}

/** The last origin that was valid: URLs of one file have one. */
const lastOrigin: usize = memory.data(128);
const MAX_KEPT_BYTES: usize = 112;
let lastBytes: usize = 0;

/** Whether the origin [from, end) is one. Only tables of Unicode could say more of a host beyond ASCII. */
function isValidOrigin(from: usize, end: usize): bool {
  const bytes = end - from;
  if (bytes == lastBytes && equal(lastOrigin, from, bytes)) return true;
  if (writeOrigin(from, end, INPUT) == 0) return false;
  lastBytes = bytes > MAX_KEPT_BYTES ? 0 : bytes;
  copy(lastOrigin, from, lastBytes);
  return true;
}
