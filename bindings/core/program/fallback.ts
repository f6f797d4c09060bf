/**
 * The TypeScript fallback. It decides where WebAssembly is blocked, the WebAssembly engine is tested against it, and the
 * benchmarks compare with it. It tries one rule after another. A rule takes time linear in path and pattern: each segment
 * is searched by Knuth, Morris and Pratt from where the last one ended. Patterns and paths are texts of one character for each
 * byte, in which a wildcard is NUL.
 */

import { textOfBytes } from "../../base/byte-text.ts";
import { endOfFirst } from "../../base/find.ts";
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
  MOST_READ_BYTES,
  NO_MATCH,
  NOT_A_URL,
  NOT_NORMALISED,
  ORIGINAL,
  ROBOTS_TXT,
  ROBOTS_TXT_ALLOWED,
  TRAILING_STAR,
  WILDCARDS,
} from "../layout.ts";
import { within } from "../reader/cut.ts";
import { type RuleBytes, selectRules } from "../reader/groups.ts";
import { readRecords } from "../reader/record-reader.ts";
import { sitemapSpansOf } from "../reader/records.ts";
import { canonicalise, isUrl, pathOf } from "./canonical.ts";
import { encodeRules, type RuleToEncode, withTail } from "./encode.ts";
import { type DecisionCode, type Engine, verdictCode, verdictsOf } from "./engine.ts";
import { compiledRuleAt, dialectOf, isWritten, type Program, programOf, ruleCountOf, spelling } from "./program.ts";
import { decideBy } from "./readings.ts";

/** One reading of a rule's pattern, as it will stand in the program. */
export interface Entry extends RuleToEncode {
  /** The length that decides the precedence. */
  readonly octets: number;
}

/** The canonical form of the text, and a second one if its query holds escapes that equal their bytes. */
function readings(text: string, dialect: Dialect, of: "pattern" | "url"): readonly string[] {
  const form = canonicalise(text, dialect, of);
  return /\?.*%/s.test(text) ? [...new Set([form, canonicalise(text, dialect, of, true)])] : [form];
}

/**
 * What a program holds for a rule: an entry for each reading of its pattern. All have the precedence of the first. In some dialects
 * a pattern that ends in `/index.htm…` allows the directory as well (google/robotstxt).
 */
export function entriesOf(rule: RuleBytes, dialect: Dialect): Entry[] {
  const text = textOfBytes(rule.original);
  const isAnchored = (dialect.flags & WILDCARDS) !== 0 && text.endsWith("$");
  const patterns = readings(isAnchored ? text.slice(0, -1) : text, dialect, "pattern");
  const octets = patterns[0]!.length + Number(isAnchored);
  const entries = patterns.map((pattern) => entryOf(rule, text, pattern, isAnchored, octets));
  const directory = rule.isAllow && dialect.flags & INDEX_HTML && /^(.*\/)index\.htm[^/]*$/s.exec(text);
  if (directory) {
    const pattern = canonicalise(directory[1]!, dialect, "pattern");
    entries.push(entryOf(rule, text, pattern, true, pattern.length + 1));
  }
  return entries;
}

/** Adjacent wildcards become one. A pattern that ends in a wildcard becomes a prefix without it. */
function entryOf(
  { original, line, isAllow }: RuleBytes,
  text: string,
  full: string,
  isAnchored: boolean,
  octets: number,
): Entry {
  const pattern = full.replace(/\0+/g, "\0").replace(/\0$/, "");
  const endsOpen = full.endsWith("\0");
  const flags =
    (isAllow ? ALLOW : 0) |
    (isAllow || text === "" ? ALLOWED : 0) |
    (pattern.includes("\0") ? HAS_WILDCARD : 0) |
    (isAnchored && !endsOpen ? ANCHORED : 0);
  // How to get from the pattern to the file's spelling.
  const trailingStar = endsOpen ? TRAILING_STAR : 0;
  const spellingFlag = spelling(pattern, flags | trailingStar) === text ? trailingStar : ORIGINAL;
  return { pattern, flags: flags | spellingFlag, line, original, octets };
}

/** Sorts by precedence; equals stay in file order. A rule without a path decides nothing and comes last. */
function byPrecedence(dialect: Dialect): (a: Entry, b: Entry) => number {
  const isEmpty = (entry: Entry): number => Number(entry.original.length === 0);
  if (!(dialect.flags & LONGEST_FIRST)) return (a, b) => isEmpty(a) - isEmpty(b);
  return (a, b) => isEmpty(a) - isEmpty(b) || b.octets - a.octets || (b.flags & ALLOW) - (a.flags & ALLOW);
}

/** Takes each segment between wildcards at its first occurrence: that leaves most of the path to the next segment. */
export function matchesPattern(pattern: string, isAnchored: boolean, path: string): boolean {
  const [head, ...segments] = pattern.split("\0") as [string, ...string[]];
  if (!path.startsWith(head)) return false;
  let position = head.length;
  const last = isAnchored ? segments.pop() : "";
  for (const segment of segments) {
    position = endOfFirst(segment, path, position);
    if (position < 0) return false;
  }
  return last === undefined ? path === head : path.length - position >= last.length && path.endsWith(last);
}

/** The canonical path of a URL; two paths if its query has two readings; none if the text is not a URL. */
export function pathsOf(url: string | Uint8Array, dialect: Dialect): readonly string[] {
  const text = textOfBytes(bytesOf(url));
  return dialect.flags & ANY_URL || isUrl(text) ? readings(pathOf(text, dialect.flags), dialect, "url") : [];
}

/** Parsing a URL is cheap beside deciding it here. */
const decide: Engine["decide"] = (program, url, asWritten = false) =>
  asWritten || isWritten(program) ? decideText(dialectOf(program), program, url) : NOT_NORMALISED;

/** The decision for a URL in all its readings. */
export const decideIn = (dialect: Dialect, program: Program, url: string | Uint8Array): DecisionCode =>
  decideBy(url, (reading) => decideText(dialect, program, reading));

export function decideText(dialect: Dialect, program: Program, url: string | Uint8Array): DecisionCode {
  const paths = pathsOf(url, dialect);
  if (paths.length === 0) return NOT_A_URL;
  if (dialect.flags & ROBOTS_TXT_ALLOWED && /^\/robots\.txt(\?|$)/.test(paths[0]!)) return ROBOTS_TXT;
  for (let rank = 0, count = ruleCountOf(program); rank < count; rank++) {
    const { pattern, flags } = compiledRuleAt(program, rank);
    const matches = paths.some((path) => matchesPattern(textOfBytes(pattern), (flags & ANCHORED) !== 0, path));
    if (matches) return (rank << 1) | (flags & ALLOWED ? 1 : 0);
  }
  return NO_MATCH;
}

/** A program of these rules, without notes. */
export function compileRules(rules: readonly RuleBytes[], dialect: Dialect): Uint8Array {
  const entries = rules.flatMap((rule) => entriesOf(rule, dialect));
  return encodeRules(entries.sort(byPrecedence(dialect)), dialect);
}

const compile: Engine["compile"] = (file, agents, dialect, maxBytes = MOST_READ_BYTES) => {
  const bytes = bytesOf(file);
  const records = readRecords(within(bytes, maxBytes), dialect);
  const selection = selectRules(records, agents, dialect);
  const program = programOf(withTail(compileRules(selection.rules, dialect), selection));
  return { program, sitemapSpans: sitemapSpansOf(records), fileBytes: bytes.length };
};

const decideFile: Engine["decideFile"] = (file, agents, dialect, url, maxBytes) =>
  verdictCode(decide(compile(file, agents, dialect, maxBytes).program, url));

export const fallback: Engine = {
  name: "fallback",
  compile,
  readRecords,
  decideFile,
  decide,
  decideAscii: decide,
  decideIf: () => NOT_NORMALISED,
  decideMany: (program, urls) => verdictsOf(fallback, program, urls),
  decideLines: (program, lines) => verdictsOf(fallback, program, splitLines(lines)),
};
