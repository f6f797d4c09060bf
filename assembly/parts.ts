/** Every function of these rooms by itself, for test/assembly/: the modules `parts` and `parts-scalar` are in no package. */

export { commonPrefix, compare, copy, copyBlock, equal, indexOf } from "./bytes/bytes";
export {
  commonPrefix as scalarCommonPrefix,
  copyBlock as scalarCopyBlock,
  differences as scalarDifferences,
  findDelimiter as scalarFindDelimiter,
  indexOf as scalarIndexOf,
  keyNumber as scalarKeyNumber,
  marksIn as scalarMarksIn,
  noncanonicalIn as scalarNoncanonicalIn,
  pairsIn as scalarPairsIn,
  sift as scalarSift,
  startsWith as scalarStartsWith,
} from "./bytes/scalar";
export { sortKeys } from "./bytes/sort";
export { countTurn, resetSteps, stepsTaken } from "./bytes/steps";
export { writeBeyondAscii } from "./bytes/utf16";
export { compile, compilingBytes } from "./compile/compile";
export { compileFile, decideFile, readFile } from "./compile/file-compiler";
export { cannotMatch, expectAnyUrl, expectUrl } from "./compile/prefilter";
export { tailBytes, writeTail } from "./compile/program-tail";
export {
  decide,
  decideNoncanonical,
  decidePath,
  decideUrlAt,
  decideWithRoom,
  isWritten,
  wantsIndex,
} from "./match/decide";
export { find } from "./match/find";
export { buildIndex, indexBytes } from "./match/index-builder";
export { childOf } from "./match/index-layout";
export { decideLines } from "./match/lines";
export { indexPath, nextStart, offerRoom, takeRoomWanted, turnsBeforeIndexing } from "./match/path-index";
export {
  decisionOf,
  dialectOf,
  flagsOf,
  patternEndOf,
  patternsOf,
  ruleCountOf,
  rulesOf,
} from "./match/program";
export {
  endOf as endOfRank,
  expectProgram,
  ruleOf as ruleOfRank,
  sortRanks,
  startOf as startOfRank,
} from "./match/ranks";
export { scan } from "./match/scan";
export { searchIndex } from "./match/search";
export { addToSieve, sift } from "./match/sieve";
export { isStar, namesAgent } from "./read/agents";
export { isName, kindOfName, lengthOfName, nameAt } from "./read/field-names";
export { selectGroups } from "./read/groups";
export { noteMarks } from "./read/marks";
export {
  flagLine,
  isLicense,
  keyEndOf,
  keyStartOf,
  kindOf,
  lineOf,
  makeRelative,
  maxRecords,
  readRecords,
  valueEndOf,
  valueStartOf,
} from "./read/records";
export { canonicalise, decodedAt, endOf, hasSecondReading, hexDigit } from "./spell/canonical";
export { addTo, hasNoncanonical, noncanonicalIn, unusualIn } from "./spell/noncanonical";
export { escapesIn, isEscapedDot, spellingOf } from "./spell/plain";
export { findOrigin, findPath, findPlainOrigin, isUrl } from "./spell/url";

import * as utf16 from "./bytes/utf16";
import * as decide from "./match/decide";
import * as lines from "./match/lines";

// These have no branch for hosts without SIMD, so the module `parts-scalar` cannot hold them.

export function encodeUtf16(from: usize, units: usize, to: usize): usize {
  return ASC_FEATURE_SIMD ? utf16.encodeUtf16(from, units, to) : 0;
}

export function decideUrl(program: usize, length: usize, asWritten: bool): i32 {
  return ASC_FEATURE_SIMD ? decide.decideUrl(program, length, asWritten) : 0;
}

export function countLines(length: usize): usize {
  return ASC_FEATURE_SIMD ? lines.countLines(length) : 0;
}
