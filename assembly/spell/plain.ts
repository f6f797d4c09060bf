/**
 * Texts with one reading (docs/dialects.md): URL parsers leave them as they are. The host decides all other texts reading by reading.
 * Embedding hosts do that in another way (../bulk/readings.ts), so there is no scalar branch.
 */
import { indexOf } from "../bytes/bytes";
import { BAR, DELETE, DOT, GREATER, HASH, LESS, PERCENT, QUESTION, QUOTE, SLASH } from "../bytes/characters";
import { countTurn } from "../bytes/steps";
import { unusualIn } from "./noncanonical";

/** What `spellingOf` finds: a canonical path; a path that URL parsers leave as it is; any other path, and a few more. */
export const CANONICAL_PATH: u32 = 0;
export const REQUESTED_PATH: u32 = 1;
export const OTHER_PATH: u32 = 2;

/** How the path and query [path, end) are spelled. `table` is the dialect's for URLs. The byte before the path is read as well. */
export function spellingOf(path: usize, end: usize, table: usize): u32 {
  let spelling = CANONICAL_PATH;
  let inQuery = false;
  let before = path;
  for (let block = path; block < end; block += 16) {
    let found = unusualIn(block, table, SLASH, DOT);
    if (found == 0) continue;
    if (block + <usize>ctz(found) < end) spelling = REQUESTED_PATH;
    for (found &= ~escapesIn(block); found != 0; found &= found - 1) {
      countTurn();
      const at = block + <usize>ctz(found);
      if (at >= end) break;
      // The fragment is not requested.
      if (load<u8>(at) == HASH) return endingAt(at, spelling);
      inQuery = inQuery || indexOf(QUESTION, before, at) < at;
      before = at;
      if (isChanged(at, end, inQuery)) return OTHER_PATH;
    }
  }
  return endingAt(end, spelling);
}

/** A bit for each of the sixteen bytes at `block` that is a percent sign and does not start a segment: URL parsers leave it. */
export function escapesIn(block: usize): i32 {
  if (!ASC_FEATURE_SIMD) return 0;
  const isFirst = i8x16.eq(v128.load(block - 1), i8x16.splat(SLASH));
  return i8x16.bitmask(v128.andnot(i8x16.eq(v128.load(block), i8x16.splat(PERCENT)), isFirst));
}

/** Programs differ on empty queries. */
function endingAt(end: usize, spelling: u32): u32 {
  return load<u8>(end - 1) == QUESTION ? OTHER_PATH : spelling;
}

/** Whether URL parsers change the unusual byte at `at` (URL Standard 1.3 and 4.4). */
function isChanged(at: usize, end: usize, inQuery: bool): bool {
  const byte = load<u8>(at);
  // A segment such as `.well-known` stays.
  if (byte == DOT) return !inQuery && (at + 1 == end || (<u32>load<u8>(at, 1) | 32) - 97 >= 26);
  if (byte == PERCENT) return !inQuery && isEscapedDot(at);
  if (inQuery) return byte <= QUOTE || byte == LESS || byte == GREATER || byte >= DELETE;
  return byte != QUOTE && byte != BAR;
}

/** Whether the three bytes are the escape of a dot, `%2e`. */
export function isEscapedDot(at: usize): bool {
  return load<u8>(at) == PERCENT && load<u8>(at, 1) == 50 && (load<u8>(at, 2) | 32) == 101;
}
