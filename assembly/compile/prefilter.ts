/**
 * Recognises rules that cannot match a URL before they are compiled, by pattern and path as they are spelled: the two differ
 * in a byte, and canonical spelling changes neither that byte nor one before it. This holds for nearly all rules of a file.
 */
import { SLASH } from "../bytes/characters";
import { PATTERN_NONCANONICAL_AT, URL_NONCANONICAL_AT } from "../bytes/layout";
import * as scalar from "../bytes/scalar";
import { countTurn } from "../bytes/steps";
import { noncanonicalIn } from "../spell/noncanonical";
import { findOrigin } from "../spell/url";

/** The path, and the bytes at its start that are the same in canonical form. */
let path: usize = 0;
let plainBytes: usize = 0;
let patternNoncanonical: usize = 0;

/** From now on `cannotMatch` is false for all rules. */
export function expectAnyUrl(): void {
  plainBytes = 0;
}

/** From now on `cannotMatch` is about the URL [url, end). It is false if finding the path takes more than one look. */
export function expectUrl(url: usize, end: usize, dialectAt: usize): void {
  const originBytes = findOrigin(url, end);
  const isPath = originBytes != 0 || (load<u8>(url) == SLASH && load<u8>(url, 1) != SLASH);
  path = originBytes != 0 ? url + originBytes - 1 : url;
  plainBytes = isPath ? bytesBeforeNoncanonical(path, end, dialectAt + URL_NONCANONICAL_AT) : 0;
  patternNoncanonical = dialectAt + PATTERN_NONCANONICAL_AT;
}

function bytesBeforeNoncanonical(from: usize, end: usize, table: usize): usize {
  for (let at = from; at < end; at += 16) {
    countTurn();
    const special = noncanonicalIn(at, table);
    if (special != 0) return min(end, at + <usize>ctz(special)) - from;
  }
  return end - from;
}

/** Whether the pattern [pattern, end) cannot match the path. If it is false, the pattern may or may not match. */
export function cannotMatch(pattern: usize, end: usize): bool {
  const shared = min(plainBytes, end - pattern);
  for (let at: usize = 0; at < shared; at += 16) {
    countTurn();
    const different = ASC_FEATURE_SIMD
      ? i8x16.bitmask(i8x16.ne(v128.load(pattern + at), v128.load(path + at)))
      : scalar.differences(pattern + at, path + at);
    const special = noncanonicalIn(pattern + at, patternNoncanonical);
    if ((different | special) == 0) continue;
    const first = ctz(different | special);
    return at + <usize>first < shared && ((special >> first) & 1) == 0;
  }
  return false;
}
