/**
 * The naive engine: the oracle that the WebAssembly engine is tested against, the baseline of the benchmarks, and
 * what decides where WebAssembly is forbidden. It tries one rule after another; a rule takes time linear in path and
 * pattern, since each segment is searched by Knuth, Morris and Pratt from where the last one ended.
 */
import type { Dialect } from "../dialects.ts";
import { canonicalise, pathOf } from "./canonical.ts";
import { encodeRules } from "./encode.ts";
import { type Decision, type Engine, isAllowedBy, NO_MATCH, ROBOTS_TXT, RULE_STRIDE, type RuleList } from "./engine.ts";
import { splitLines } from "./lines.ts";
import { compiledRuleAt, dialectOf, type Program, ruleCountOf, ruleFlags, spelling, WILDCARD } from "./program.ts";

interface Entry {
  readonly pattern: Uint8Array;
  readonly flags: number;
  readonly line: number;
  readonly original: Uint8Array;
  readonly octets: number;
}

/** What [text] reads as: its canonical form, and, where a query holds escapes that equal their bytes, that form too. */
function readings(text: Uint8Array, dialect: Dialect, of: "pattern" | "url"): Uint8Array[] {
  const wildcards = of === "pattern" && dialect.rules.wildcards;
  const first = canonicalise(text, dialect[of], wildcards, false);
  return first.keptQueryEscape ? [first.bytes, canonicalise(text, dialect[of], wildcards, true).bytes] : [first.bytes];
}

function entriesOf(raw: Uint8Array, line: number, isAllow: boolean, dialect: Dialect): Entry[] {
  const wildcards = dialect.rules.wildcards;
  const anchored = wildcards && raw.at(-1) === 0x24;
  const flags = isAllow ? ruleFlags.allow | ruleFlags.allowed : raw.length === 0 ? ruleFlags.allowed : 0;
  const patterns = readings(anchored ? raw.subarray(0, -1) : raw, dialect, "pattern");
  const octets = patterns[0]!.length + Number(anchored);
  const entries = patterns.map((pattern) => entryOf(pattern, anchored, flags, line, raw, octets, wildcards));
  const directory = isAllow && dialect.rules.indexHtml ? indexDirectory(raw) : undefined;
  if (directory === undefined) return entries;
  const pattern = readings(directory, dialect, "pattern")[0]!;
  return [...entries, entryOf(pattern, true, flags, line, raw, pattern.length + 1, wildcards)];
}

/** The directory of a pattern that ends in `/index.htm…` (google/robotstxt allows it as well). */
function indexDirectory(raw: Uint8Array): Uint8Array | undefined {
  const slash = raw.lastIndexOf(0x2f);
  const isIndex =
    slash >= 0 && Array.from("index.htm").every((letter, i) => raw[slash + 1 + i] === letter.charCodeAt(0));
  return isIndex ? raw.subarray(0, slash + 1) : undefined;
}

/** Runs of wildcards are one, and a pattern that ends in one is a prefix. */
function entryOf(
  full: Uint8Array,
  anchored: boolean,
  base: number,
  line: number,
  original: Uint8Array,
  octets: number,
  wildcards: boolean,
): Entry {
  const collapsed = full.filter((byte, i) => !(wildcards && byte === WILDCARD && full[i - 1] === WILDCARD));
  const endsOpen = wildcards && collapsed.at(-1) === WILDCARD;
  const pattern = endsOpen ? collapsed.subarray(0, -1) : collapsed;
  let flags =
    base | (pattern.includes(WILDCARD) ? ruleFlags.wildcard : 0) | (anchored && !endsOpen ? ruleFlags.anchored : 0);
  if (endsOpen) flags |= ruleFlags.trailingStar;
  if (!equal(spelling(pattern, flags), original)) flags = (flags & ~ruleFlags.trailingStar) | ruleFlags.original;
  return { pattern, flags, line, original, octets };
}

const equal = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);

/** By precedence; what is equal stays in file order. A rule without a path says nothing and comes last. */
function byPrecedence(dialect: Dialect): (a: Entry, b: Entry) => number {
  const isEmpty = (entry: Entry): number => Number(entry.original.length === 0);
  if (dialect.rules.order === "first") return (a, b) => isEmpty(a) - isEmpty(b);
  return (a, b) =>
    isEmpty(a) - isEmpty(b) || b.octets - a.octets || (b.flags & ruleFlags.allow) - (a.flags & ruleFlags.allow);
}

/** The pattern's segments between wildcards, each as soon as it can, leave the most of the path to the next. */
export function matchesPattern(pattern: Uint8Array, anchored: boolean, path: Uint8Array): boolean {
  const end = pattern.indexOf(WILDCARD);
  const head = end < 0 ? pattern : pattern.subarray(0, end);
  if (!equal(head, path.subarray(0, head.length))) return false;
  if (end < 0) return !anchored || path.length === head.length;
  let position = head.length;
  let rest = pattern.subarray(end + 1);
  for (let star = rest.indexOf(WILDCARD); star >= 0; star = rest.indexOf(WILDCARD)) {
    position = endOfFirst(rest.subarray(0, star), path, position);
    if (position < 0) return false;
    rest = rest.subarray(star + 1);
  }
  if (!anchored) return endOfFirst(rest, path, position) >= 0;
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

const bytesOf = (url: string | Uint8Array): Uint8Array =>
  typeof url === "string" ? new TextEncoder().encode(url) : url;

const isRobotsTxt = (path: Uint8Array): boolean =>
  /^\/robots\.txt(\?|$)/.test(String.fromCharCode(...path.subarray(0, 12)));

/** The canonical path of a URL; two where its query can be read in two ways. */
export const pathsOf = (url: string | Uint8Array, dialect: Dialect): readonly Uint8Array[] =>
  readings(pathOf(bytesOf(url), dialect.url), dialect, "url");

const decide = (program: Program, url: string | Uint8Array): Decision => decideIn(dialectOf(program), program, url);

export function decideIn(dialect: Dialect, program: Program, url: string | Uint8Array): Decision {
  const paths = pathsOf(url, dialect);
  if (dialect.rules.robotsTxtAllowed && isRobotsTxt(paths[0]!)) return ROBOTS_TXT;
  for (let rank = 0, count = ruleCountOf(program); rank < count; rank++) {
    const { pattern, flags } = compiledRuleAt(program, rank);
    const matches = paths.some((path) => matchesPattern(pattern, (flags & ruleFlags.anchored) !== 0, path));
    if (matches) return (rank << 1) | (flags & ruleFlags.allowed ? 1 : 0);
  }
  return NO_MATCH;
}

function compile({ bytes, table }: RuleList, dialect: Dialect): Uint8Array {
  const entries: Entry[] = [];
  for (let i = 0; i < table.length; i += RULE_STRIDE) {
    entries.push(...entriesOf(bytes.subarray(table[i], table[i + 1]), table[i + 2]!, table[i + 3] === 1, dialect));
  }
  return encodeRules(entries.sort(byPrecedence(dialect)), dialect);
}

const verdictOf = (program: Program, url: string | Uint8Array): number => (isAllowedBy(decide(program, url)) ? 1 : 0);

export const baseline: Engine = {
  name: "baseline",
  compile,
  decide,
  decideMany: (program, urls) => Uint8Array.from(urls, (url) => verdictOf(program, url)),
  decideLines: (program, lines) => Uint8Array.from(splitLines(lines), (url) => verdictOf(program, url)),
};
