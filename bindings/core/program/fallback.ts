/**
 * The TypeScript fallback. It decides where WebAssembly is blocked, the WebAssembly engine is tested against it, and the
 * benchmarks compare with it. It tries one rule after another. A rule takes time linear in path and pattern: each segment
 * is searched by Knuth, Morris and Pratt from where the last one ended.
 */

import { DOLLAR, SLASH, WILDCARD } from "../../base/characters.ts";
import { splitLines } from "../../base/split-lines.ts";
import { bytesOf } from "../../base/utf8.ts";
import type { Dialect } from "../dialects.ts";
import {
  ALLOW,
  ALLOWED,
  ANCHORED,
  ANY_URL,
  HAS_WILDCARD,
  INDEX_HTML,
  LONGEST_FIRST,
  NO_MATCH,
  NOT_A_URL,
  NOT_NORMALISED,
  ORIGINAL,
  ROBOTS_TXT,
  ROBOTS_TXT_ALLOWED,
  TRAILING_STAR,
  WILDCARDS,
} from "../layout.ts";
import { type RuleBytes, selectRules } from "../reader/groups.ts";
import { readRecords } from "../reader/record-reader.ts";
import { sitemapSpansOf } from "../reader/records.ts";
import { textAt } from "../reader/text.ts";
import { canonicalise, isUrl, pathOf } from "./canonical.ts";
import { encodeRules, withTail } from "./encode.ts";
import { type Compiled, type DecisionCode, type Engine, isAllowedBy, verdictsOf } from "./engine.ts";
import { compiledRuleAt, dialectOf, type Program, programOf, ruleCountOf, spelling } from "./program.ts";

/** One reading of a rule's pattern. */
interface Reading {
  readonly pattern: Uint8Array;
  readonly isAnchored: boolean;
  /** The length that decides the precedence. */
  readonly octets: number;
}

/** A reading as it will stand in the program. */
export interface Entry {
  readonly pattern: Uint8Array;
  readonly flags: number;
  readonly line: number;
  readonly original: Uint8Array;
  /** The length that decides the precedence. */
  readonly octets: number;
}

/** The canonical form of [text], and a second one if its query holds escapes that equal their bytes. */
function readings(text: Uint8Array, dialect: Dialect, of: "pattern" | "url"): Uint8Array[] {
  const first = canonicalise(text, dialect, of, false);
  return first.keptQueryEscape ? [first.bytes, canonicalise(text, dialect, of, true).bytes] : [first.bytes];
}

/** The readings of a rule's pattern; all spellings of the pattern itself have the precedence of the first. */
function readingsOf({ original, isAllow }: RuleBytes, dialect: Dialect): Reading[] {
  const isAnchored = (dialect.flags & WILDCARDS) !== 0 && original.at(-1) === DOLLAR;
  const patterns = readings(isAnchored ? original.subarray(0, -1) : original, dialect, "pattern");
  const octets = patterns[0]!.length + Number(isAnchored);
  const found = patterns.map((pattern) => ({ pattern, isAnchored, octets }));
  const directory = isAllow && dialect.flags & INDEX_HTML ? indexDirectory(original) : undefined;
  if (directory === undefined) return found;
  const pattern = readings(directory, dialect, "pattern")[0]!;
  return [...found, { pattern, isAnchored: true, octets: pattern.length + 1 }];
}

/** The directory of a pattern that ends in `/index.htm…`, which the rule allows as well (google/robotstxt). */
function indexDirectory(raw: Uint8Array): Uint8Array | undefined {
  const name = raw.lastIndexOf(SLASH) + 1;
  return name > 0 && textAt(raw, name, name + 9) === "index.htm" ? raw.subarray(0, name) : undefined;
}

/** Adjacent wildcards become one. A pattern that ends in a wildcard becomes a prefix without it. */
function entryOf({ original, line, isAllow }: RuleBytes, { pattern: full, isAnchored, octets }: Reading): Entry {
  const collapsed = full.filter((byte, i) => byte !== WILDCARD || full[i - 1] !== WILDCARD);
  const endsOpen = collapsed.at(-1) === WILDCARD;
  const pattern = endsOpen ? collapsed.subarray(0, -1) : collapsed;
  const flags =
    (isAllow ? ALLOW : 0) |
    (isAllow || original.length === 0 ? ALLOWED : 0) |
    (pattern.includes(WILDCARD) ? HAS_WILDCARD : 0) |
    (isAnchored && !endsOpen ? ANCHORED : 0);
  return { pattern, flags: flags | spellingFlag(pattern, flags, endsOpen, original), line, original, octets };
}

/** The flag that tells how to get from the pattern to the file's spelling, if one is needed. */
function spellingFlag(pattern: Uint8Array, flags: number, endsOpen: boolean, original: Uint8Array): number {
  const trailingStar = endsOpen ? TRAILING_STAR : 0;
  return equal(spelling(pattern, flags | trailingStar), original) ? trailingStar : ORIGINAL;
}

const equal = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);

/** Sorts by precedence; equals stay in file order. A rule without a path decides nothing and comes last. */
function byPrecedence(dialect: Dialect): (a: Entry, b: Entry) => number {
  const isEmpty = (entry: Entry): number => Number(entry.original.length === 0);
  if (!(dialect.flags & LONGEST_FIRST)) return (a, b) => isEmpty(a) - isEmpty(b);
  return (a, b) => isEmpty(a) - isEmpty(b) || b.octets - a.octets || (b.flags & ALLOW) - (a.flags & ALLOW);
}

/** Takes each segment between wildcards at its first occurrence: that leaves most of the path to the next segment. */
export function matchesPattern(pattern: Uint8Array, isAnchored: boolean, path: Uint8Array): boolean {
  const end = pattern.indexOf(WILDCARD);
  const head = end < 0 ? pattern : pattern.subarray(0, end);
  if (!equal(head, path.subarray(0, head.length))) return false;
  if (end < 0) return !isAnchored || path.length === head.length;
  let position = head.length;
  let rest = pattern.subarray(end + 1);
  for (let star = rest.indexOf(WILDCARD); star >= 0; star = rest.indexOf(WILDCARD)) {
    position = endOfFirst(rest.subarray(0, star), path, position);
    if (position < 0) return false;
    rest = rest.subarray(star + 1);
  }
  if (!isAnchored) return endOfFirst(rest, path, position) >= 0;
  return path.length - position >= rest.length && equal(rest, path.subarray(path.length - rest.length));
}

/** The end of the first occurrence of the segment in the path from `from` on, or -1 (Knuth, Morris, Pratt). */
function endOfFirst(segment: Uint8Array, path: Uint8Array, from: number): number {
  const failure = new Int32Array(segment.length);
  const advance = (matched: number, byte: number): number => {
    while (matched > 0 && segment[matched] !== byte) matched = failure[matched - 1]!;
    return segment[matched] === byte ? matched + 1 : matched;
  };
  for (let i = 1; i < segment.length; i++) failure[i] = advance(failure[i - 1]!, segment[i]!);
  for (let at = from, matched = 0; at < path.length; at++) {
    matched = advance(matched, path[at]!);
    if (matched === segment.length) return at + 1;
  }
  return -1;
}

const isRobotsTxt = (path: Uint8Array): boolean => /^\/robots\.txt(\?|$)/.test(textAt(path, 0, 12));

/** The canonical path of a URL; two paths if its query has two readings; none if the text is not a URL. */
export function pathsOf(url: string | Uint8Array, dialect: Dialect): readonly Uint8Array[] {
  const bytes = bytesOf(url);
  return dialect.flags & ANY_URL || isUrl(bytes) ? readings(pathOf(bytes, dialect.flags), dialect, "url") : [];
}

const decide = (program: Program, url: string | Uint8Array): DecisionCode => decideIn(dialectOf(program), program, url);

export function decideIn(dialect: Dialect, program: Program, url: string | Uint8Array): DecisionCode {
  const paths = pathsOf(url, dialect);
  if (paths.length === 0) return NOT_A_URL;
  if (dialect.flags & ROBOTS_TXT_ALLOWED && isRobotsTxt(paths[0]!)) return ROBOTS_TXT;
  for (let rank = 0, count = ruleCountOf(program); rank < count; rank++) {
    const { pattern, flags } = compiledRuleAt(program, rank);
    const matches = paths.some((path) => matchesPattern(pattern, (flags & ANCHORED) !== 0, path));
    if (matches) return (rank << 1) | (flags & ALLOWED ? 1 : 0);
  }
  return NO_MATCH;
}

/** What a program holds for a rule: an entry for each reading of its pattern. */
export const entriesOf = (rule: RuleBytes, dialect: Dialect): Entry[] =>
  readingsOf(rule, dialect).map((reading) => entryOf(rule, reading));

/** A program of these rules, without notes. */
export function compileRules(rules: readonly RuleBytes[], dialect: Dialect): Uint8Array {
  const entries = rules.flatMap((rule) => entriesOf(rule, dialect));
  return encodeRules(entries.sort(byPrecedence(dialect)), dialect);
}

function compile(file: string | Uint8Array, agents: readonly string[], dialect: Dialect): Compiled {
  const bytes = bytesOf(file);
  const records = readRecords(bytes, dialect);
  const selection = selectRules(records, agents, dialect);
  const program = programOf(withTail(compileRules(selection.rules, dialect), selection));
  return { program, sitemapSpans: sitemapSpansOf(records), fileBytes: bytes.length };
}

const decideFile: Engine["decideFile"] = (file, agents, dialect, url) =>
  isAllowedBy(decide(compile(file, agents, dialect).program, url));

export const fallback: Engine = {
  name: "fallback",
  compile,
  readRecords,
  decideFile,
  decide,
  // Parsing is cheap beside deciding here.
  decidePlain: () => NOT_NORMALISED,
  decideMany: (program, urls) => verdictsOf(fallback, program, urls),
  decideLines: (program, lines) => verdictsOf(fallback, program, splitLines(lines)),
};
