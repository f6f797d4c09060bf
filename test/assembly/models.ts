/** What the parts of the engine should do, written to be read: naive functions that know nothing of blocks, tables and budgets. */
import {
  ANY_URL,
  BLANK_LINE_ENDS_GROUP,
  CUTS_TOKEN,
  CUTS_VERSION,
  EMPTY_GROUPS,
  KIND_ALLOW,
  KIND_BLANK,
  KIND_DISALLOW,
  KIND_OTHER,
  KIND_USER_AGENT,
  MERGES,
  MERGES_STAR,
  MISSING_COLON,
  NOT_A_URL,
  NUL_ENDS_LINE,
  PARTIAL_MARK,
  PREFIX_KEYS,
  ROBOTS_TXT,
  STAR_WITH_TEXT,
  TOKEN_CONTAINS,
  TOKEN_IS_CONTAINED,
  TRIMS_VERTICAL_SPACE,
  URL_NUL_ENDS,
  URL_SKIPS_SLASHES,
  URL_UPPER_CASE,
} from "../../bindings/core/layout.ts";
import type { Form, TestDialect } from "./memory.ts";

/** LF, CR and `#` end the text of a line in every dialect. */
export const MARKS_WITH: readonly number[] = [0x0a, 0x0d, 0x23];

export const naiveUtf8 = (units: readonly number[]): Buffer => Buffer.from(String.fromCharCode(...units), "utf8");

const escapeOf = (byte: number): string => `%${(256 + byte).toString(16).slice(1).toUpperCase()}`;

/** How `naiveCanonical` spells: the form, and the flags that belong to it. */
export interface Spelling extends Form {
  readonly upperCase: boolean;
  /** Whether `*` becomes a wildcard. */
  readonly wildcards: boolean;
}

/** RFC 9309 §2.2.2, byte by byte. The text has one character for each byte. */
export function naiveCanonical(
  text: string,
  form: Spelling,
  decodesQuery: boolean,
): { text: string; isSecond: boolean } {
  const query = text.indexOf("?");
  let isSecond = false;
  const spelled = text.replace(/%([\da-f]{2})|./gis, (written: string, digits: string | undefined, at: number) => {
    const byte = digits === undefined ? written.charCodeAt(0) : Number.parseInt(digits, 16);
    if (digits === undefined) {
      if (form.encode.includes(byte)) return escapeOf(byte);
      return form.wildcards && written === "*" ? "\0" : written;
    }
    const equalsByte = query >= 0 && at > query && form.decodeInQuery.includes(byte);
    if (form.decode.includes(byte) || (equalsByte && decodesQuery)) return String.fromCharCode(byte);
    isSecond ||= equalsByte;
    return form.upperCase ? escapeOf(byte) : written;
  });
  return { text: spelled, isSecond };
}

/** The bytes of `http(s)://HOST/`, or 0. */
export const naiveOrigin = (url: string): number => /^https?:\/\/[^/?;#]+\//.exec(url)?.[0].length ?? 0;

/** RFC 3986 §3.1: a scheme, `://`, and a host that is not empty; or a path. */
export const naiveIsUrl = (url: string): boolean => /^(\/|[a-z][a-z\d+.-]*:\/\/[^/?;#])/i.test(url);

/** The path from the first of `/ ? ;` after `SCHEME://`, with `/` before it, or "" for a URL without one (google/robotstxt). */
export function naivePath(url: string, skipsSlashes: boolean): string {
  if (url.startsWith("/") && !(skipsSlashes && url.startsWith("//"))) return url;
  const rest = url.replace(/^\/\//, "").replace(/^[^/?;#]*:\/\//, "");
  const path = /[/?;#].*$/s.exec(rest)?.[0] ?? "";
  return path === "" || path.startsWith("#") ? "" : path.startsWith("/") ? path : `/${path}`;
}

/** Whether URL parsers change nothing of the rest but percent-encoding. */
export const naiveIsPlain = (rest: string): boolean => !/[\0- '\\]/.test(rest) && !/\/[.%]/.test(`/${rest}`);

/** A record of a line: where its key and its value stand in the file. */
export interface NaiveRecord {
  readonly kind: number;
  readonly line: number;
  readonly key: readonly [start: number, end: number];
  readonly value: readonly [start: number, end: number];
}

export type Names = TestDialect["names"];

/** The first name that the text starts with in any letter case. */
export const naiveName = (text: string, list: Names): Names[number] | undefined =>
  list.find(([name, kind]) => kind !== KIND_OTHER && text.toLowerCase().startsWith(name));

/** Whether a key is one of the names that the dialect lists, in any letter case. */
export const naiveIsName = (key: string, list: Names): boolean => list.some(([name]) => name === key.toLowerCase());

/** The span of `text` in [start, end) without the blanks around it. */
function trimmed(text: string, start: number, end: number, blanks: string): [number, number] {
  let [from, to] = [start, end];
  while (from < to && blanks.includes(text[from]!)) from++;
  while (to > from && blanks.includes(text[to - 1]!)) to--;
  return [from, to];
}

/** The lines of a file without their ends: where each starts and ends. Lines end at LF, CR or CRLF. */
function linesOf(file: string, partialMark: boolean): (readonly [number, number])[] {
  const start = (partialMark ? /^(\xef(\xbb(\xbf)?)?)?/ : /^(\xef\xbb\xbf)?/).exec(file)![0].length;
  return Array.from(file.slice(start).matchAll(/([^\r\n]*)(\r\n|\r|\n)|[^\r\n]+$/g), (match) => {
    const from = start + match.index;
    return [from, from + (match[1] ?? match[0]).length] as const;
  });
}

/** Where the key of a line ends: at its first colon, or at the blanks between exactly two words (google/robotstxt); else -1. */
function separatorIn(text: string, missingColon: boolean): number {
  if (text.includes(":") || !missingColon) return text.indexOf(":");
  return /^[^ \t]*(?=[ \t]+[^ \t]*$)/.exec(text)?.[0].length ?? -1;
}

/** RFC 9309 §2.2 and the leniency flags of a dialect. The text has one character for each byte. */
export function naiveRecords(file: string, { flags, lineCapBytes, names }: TestDialect): NaiveRecord[] {
  const has = (flag: number): boolean => (flags & flag) !== 0;
  const blanks = has(TRIMS_VERTICAL_SPACE) ? " \t\v\f" : " \t";
  const records: NaiveRecord[] = [];
  linesOf(file, has(PARTIAL_MARK)).forEach(([lineStart, lineEnd], i) => {
    const comment = file.slice(lineStart, lineEnd).search(has(NUL_ENDS_LINE) ? /[#\0]/ : /#/);
    const textEnd = Math.min(comment < 0 ? lineEnd : lineStart + comment, lineStart + lineCapBytes);
    const [start, end] = trimmed(file, lineStart, textEnd, blanks);
    if (start === end && comment < 0)
      records.push({ kind: KIND_BLANK, line: i + 1, key: [start, start], value: [start, start] });
    const separator = separatorIn(file.slice(start, end), has(MISSING_COLON));
    const key = trimmed(file, start, start + Math.max(separator, 0), blanks);
    if (key[0] === key[1]) return;
    const name = naiveName(file.slice(...key), names);
    const isNamed = name !== undefined && (has(PREFIX_KEYS) || name[0].length === key[1] - key[0]);
    const value = trimmed(file, start + separator + 1, end, blanks);
    records.push({ kind: isNamed ? name[1] : KIND_OTHER, line: i + 1, key, value });
  });
  // Where empty lines end groups, the first of a row does, and none before the first record.
  return records.filter(
    ({ kind }, i) =>
      kind !== KIND_BLANK || (has(BLANK_LINE_ENDS_GROUP) && (records[i - 1]?.kind ?? KIND_BLANK) !== KIND_BLANK),
  );
}

const tokenOf = (value: string, { flags, token }: TestDialect): string => {
  if (flags & CUTS_TOKEN)
    return value.slice(0, [...value].findIndex((one) => !token.includes(one.charCodeAt(0))) >>> 0);
  return flags & CUTS_VERSION ? value.split("/")[0]! : value;
};

/** `*`, or `*` before white space and text (google/robotstxt). */
export const naiveIsStar = (value: string, { flags }: TestDialect): boolean =>
  (flags & STAR_WITH_TEXT ? /^\*([ \t-\r]|$)/ : /^\*$/).test(value);

/** Product tokens are compared without case (RFC 9309 §2.2.1). */
export function naiveNamesAgent(value: string, agent: string, dialect: TestDialect): boolean {
  const [name, token] = [tokenOf(value, dialect).toLowerCase(), agent.toLowerCase()];
  if (dialect.flags & TOKEN_IS_CONTAINED && name === "") return false;
  if (!(dialect.flags & TOKEN_CONTAINS)) return name === token;
  return name.includes(token) || ((dialect.flags & TOKEN_IS_CONTAINED) !== 0 && token.includes(name));
}

export interface NaiveSelection {
  readonly rules: readonly NaiveRecord[];
  readonly fields: readonly NaiveRecord[];
  /** Those about pace that belong to user-agent lines that do not name the agent (docs/dialects.md). */
  readonly fieldsOfOthers: readonly NaiveRecord[];
  readonly agent: NaiveRecord | undefined;
  readonly isNamed: boolean;
}

const isRule = ({ kind }: NaiveRecord): boolean => kind === KIND_ALLOW || kind === KIND_DISALLOW;
const isAgent = ({ kind }: NaiveRecord): boolean => kind === KIND_USER_AGENT;

/** The index of the first record from `start` on that passes, or the number of records. */
const indexFrom = (records: readonly NaiveRecord[], start: number, test: (one: NaiveRecord) => boolean): number => {
  const found = records.findIndex((one, i) => i >= start && test(one));
  return found < 0 ? records.length : found;
};

/** Runs of user-agent lines, and what follows each up to the next one, or to an empty line in the older dialects. */
function naiveGroups(
  records: readonly NaiveRecord[],
): { agents: NaiveRecord[]; hasRule: boolean; held: NaiveRecord[] }[] {
  const groups = [];
  for (let start = indexFrom(records, 0, isAgent); start < records.length; ) {
    const runEnd = indexFrom(records, start, (one) => isRule(one) || one.kind === KIND_BLANK);
    const end = indexFrom(records, runEnd, (one) => isAgent(one) || one.kind === KIND_BLANK);
    const hasRule = runEnd < records.length && isRule(records[runEnd]!);
    groups.push({ agents: records.slice(start, runEnd).filter(isAgent), hasRule, held: records.slice(start, end) });
    start = indexFrom(records, runEnd, isAgent);
  }
  return groups;
}

/** The nearest user-agent lines above a record that no other record parts. */
function nearestRun(records: readonly NaiveRecord[], at: NaiveRecord): NaiveRecord[] {
  const before = records.slice(0, records.indexOf(at));
  const end = before.findLastIndex(isAgent) + 1;
  return before.slice(before.findLastIndex((one, i) => i < end && !isAgent(one)) + 1, end);
}

/** RFC 9309 §2.2.1: all groups that name the first token that any names, else those for `*`; RSL 1.0: licences. */
export function naiveSelection(
  file: string,
  records: readonly NaiveRecord[],
  tokens: readonly string[],
  dialect: TestDialect,
): NaiveSelection {
  const { flags } = dialect;
  const groups = naiveGroups(records).filter(({ hasRule }) => (flags & EMPTY_GROUPS) !== 0 || hasRule);
  const textOf = ({ value }: NaiveRecord): string => file.slice(...value);
  const groupsFor = (isWanted: (value: string) => boolean, merges: boolean): typeof groups => {
    const found = groups.filter(({ agents }) => agents.some((one) => isWanted(textOf(one))));
    return merges ? found : found.slice(0, 1);
  };
  const isStar = (value: string): boolean => naiveIsStar(value, dialect);
  const tests = tokens.map((token) => (value: string) => !isStar(value) && naiveNamesAgent(value, token, dialect));
  const named = tests.find((test) => groupsFor(test, true).length > 0);
  const selected =
    named === undefined ? groupsFor(isStar, (flags & MERGES_STAR) !== 0) : groupsFor(named, (flags & MERGES) !== 0);
  const held = selected.flatMap((group) => group.held);
  const isLicense = ({ kind, key }: NaiveRecord): boolean =>
    kind === KIND_OTHER && /^license$/i.test(file.slice(...key));
  const isOutside = (i: number): boolean => {
    const before = records.slice(0, i).findLast(({ kind }) => kind === KIND_USER_AGENT || kind === KIND_BLANK);
    return before === undefined || before.kind === KIND_BLANK;
  };
  const fields = held.filter(({ kind }) => kind === KIND_OTHER);
  const isWanted = named ?? isStar;
  const isOfOther = (one: NaiveRecord): boolean => !nearestRun(records, one).some((agent) => isWanted(textOf(agent)));
  const outside = fields.some(isLicense) ? [] : records.filter((one, i) => isLicense(one) && isOutside(i));
  return {
    rules: held.filter(isRule),
    fields: [...fields, ...outside],
    fieldsOfOthers: fields.filter((one) => naiveIsName(file.slice(...one.key), dialect.names) && isOfOther(one)),
    agent: selected[0]?.agents.find((one) => isWanted(textOf(one))),
    isNamed: named !== undefined,
  };
}

/** A rule of a program. NUL in the pattern is a wildcard, and an anchored pattern must reach the end of the path. */
export interface NaiveRule {
  readonly pattern: Buffer;
  readonly isAnchored: boolean;
  readonly isAllowed: boolean;
}

/** Whether a pattern matches: a wildcard tries every rest of the path. */
export function naiveMatches({ pattern, isAnchored }: NaiveRule, path: Buffer, i = 0, j = 0): boolean {
  const rule = { pattern, isAnchored, isAllowed: true };
  if (i === pattern.length) return !isAnchored || j === path.length;
  if (pattern[i] !== 0) return j < path.length && pattern[i] === path[j] && naiveMatches(rule, path, i + 1, j + 1);
  for (let rest = j; rest <= path.length; rest++) if (naiveMatches(rule, path, i + 1, rest)) return true;
  return false;
}

/** The same for long paths: each piece between wildcards where it stands first, and the last of an anchored rule at the end. */
export function naiveLongMatches({ pattern, isAnchored }: NaiveRule, path: Buffer): boolean {
  const pieces = pattern
    .toString("latin1")
    .split("\0")
    .map((piece) => Buffer.from(piece, "latin1"));
  const [head, ...others] = pieces as [Buffer, ...Buffer[]];
  const last = isAnchored ? others.pop() : undefined;
  if (!path.subarray(0, head.length).equals(head)) return false;
  let position = head.length;
  for (const piece of others) {
    const at = path.indexOf(piece, position);
    if (at < 0) return false;
    position = at + piece.length;
  }
  if (last !== undefined)
    return path.length - last.length >= position && path.subarray(path.length - last.length).equals(last);
  return !isAnchored || position === path.length;
}

/** `rank << 1 | allowed` of the first rule below `best` that matches, or `best`. */
export function naiveDecision(
  rules: readonly NaiveRule[],
  path: Buffer,
  best: number,
  matches: (rule: NaiveRule, path: Buffer) => boolean = naiveMatches,
): number {
  const rank = rules.slice(0, best >>> 1).findIndex((rule) => matches(rule, path));
  return rank < 0 ? best : (rank << 1) | Number(rules[rank]!.isAllowed);
}

/** The decision for a URL. `isExempt` says whether `/robots.txt` is always allowed (RFC 9309 §2.2.2). */
export function naiveDecide(
  rules: readonly NaiveRule[],
  url: string,
  { flags, url: form }: TestDialect,
  isExempt: boolean,
): number {
  if (!(flags & ANY_URL) && !naiveIsUrl(url)) return NOT_A_URL;
  const [path] = naivePath(url, (flags & URL_SKIPS_SLASHES) !== 0).split(flags & URL_NUL_ENDS ? /[#\0]/ : "#");
  const spelling = { ...form, upperCase: (flags & URL_UPPER_CASE) !== 0, wildcards: false };
  let decision = -1 >>> 0;
  for (const decodesQuery of [false, true]) {
    const { text } = naiveCanonical(path || "/", spelling, decodesQuery);
    if (isExempt && /^\/robots\.txt(\?|$)/.test(text)) return ROBOTS_TXT;
    decision = naiveDecision(rules, Buffer.from(text, "latin1"), decision);
  }
  return decision | 0;
}
