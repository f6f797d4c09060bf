/**
 * URLs that need no parsing, because they are decided alike before and after it: those of one origin in which URL parsers
 * change nothing but percent-encoding, which the canonical form of RFC 9309 undoes. Embedding hosts do not ask, so there is
 * no scalar branch.
 */
import { equal } from "../bytes/bytes";
import { DOT, PERCENT, SLASH, SPACE } from "../bytes/characters";
import { INPUT, ORIGIN } from "../bytes/layout";
import { countTurn } from "../bytes/steps";

const APOSTROPHE: i8 = 39;
const BACKSLASH: i8 = 92;

/** Whether the URL of `length` bytes in INPUT needs no parsing. It must start with ORIGIN, which ends in a slash. */
export function isNormalised(length: usize, originBytes: usize): bool {
  return originBytes <= length && equal(INPUT, ORIGIN, originBytes) && isPlainPath(INPUT + originBytes, INPUT + length);
}

/**
 * Whether [from, end) holds no control character and no space (some are removed), no backslash (it becomes a slash), no
 * apostrophe (it is escaped in queries), and no segment that may be `.` or `..`. The byte before it is read as well.
 */
function isPlainPath(from: usize, end: usize): bool {
  for (; from < end; from += 16) {
    countTurn();
    const bytes = v128.load(from);
    const blank = i8x16.le_u(bytes, i8x16.splat(SPACE));
    const quoted = v128.or(i8x16.eq(bytes, i8x16.splat(APOSTROPHE)), i8x16.eq(bytes, i8x16.splat(BACKSLASH)));
    const dot = v128.or(i8x16.eq(bytes, i8x16.splat(DOT)), i8x16.eq(bytes, i8x16.splat(PERCENT)));
    const dotSegment = v128.and(dot, i8x16.eq(v128.load(from - 1), i8x16.splat(SLASH)));
    const found = i8x16.bitmask(v128.or(v128.or(blank, quoted), dotSegment));
    if (found != 0 && from + <usize>ctz(found) < end) return false;
  }
  return true;
}
