/** What the parts of the engine should do, written to be read: naive functions that know nothing of blocks, tables and budgets. */
import { type Dialect, tokens } from "../../bindings/core/dialects.ts";
import {
  AGENT_BYTES_AT,
  ALLOW,
  ALLOWED,
  ANCHORED,
  ANY_URL,
  BLANK_LINE_ENDS_GROUP,
  CUTS_TOKEN,
  CUTS_VERSION,
  EMPTY_GROUPS,
  FLAGS_AT,
  HAS_WILDCARD,
  HEADER_BYTES,
  INDEX_HTML,
  KIND_ALLOW,
  KIND_BLANK,
  KIND_DISALLOW,
  KIND_OTHER,
  KIND_SITEMAP,
  KIND_USER_AGENT,
  LINE_SHIFT,
  LONGEST_FIRST,
  MAGIC,
  MERGES,
  MERGES_STAR,
  MISSING_COLON,
  NOT_A_URL,
  NUL_ENDS_LINE,
  ORIGINAL,
  PARTIAL_MARK,
  PATTERN_UPPER_CASE,
  PREFIX_KEYS,
  PROGRAM_GROUPED,
  PROGRAM_NAMED,
  PROGRAM_ROBOTS_TXT_ALLOWED,
  READS_ALLOW,
  ROBOTS_TXT,
  ROBOTS_TXT_ALLOWED,
  RULE_BYTES,
  STAR_WITH_TEXT,
  TOKEN_CONTAINS,
  TOKEN_IS_CONTAINED,
  TOTAL_BYTES_AT,
  TRAILING_STAR,
  TRIMS_VERTICAL_SPACE,
  TYPOS,
  URL_NUL_ENDS,
  URL_SKIPS_SLASHES,
  URL_UPPER_CASE,
  VERSION,
  WILDCARDS,
} from "../../bindings/core/layout.ts";
import type { Form, TestDialect } from "./memory.ts";

/** LF, CR and `#` end the text of a line in every dialect. */
export const MARKS_WITH: readonly number[] = [0x0a, 0x0d, 0x23];

export const naiveUtf8 = (units: readonly number[]): Buffer => Buffer.from(String.fromCharCode(...units), "utf8");

const bytesIn = (set: Uint8Array): number[] => [...set.keys()].filter((byte) => set[byte] === 1);
const formOf = ({ encode, decode, decodeInQuery }: Dialect["url"]): TestDialect["url"] => ({
  encode: bytesIn(encode),
  decode: bytesIn(decode),
  decodeInQuery: bytesIn(decodeInQuery),
});

/** The names of RFC 9309 and of google/robotstxt, which also reads their misspellings; and those of fields about pace. */
const NAMES: readonly (readonly [kind: number, name: string, ...typos: string[]])[] = [
  [KIND_USER_AGENT, "user-agent", "useragent", "user agent"],
  [KIND_ALLOW, "allow"],
  [KIND_DISALLOW, "disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"],
  [KIND_SITEMAP, "sitemap", "site-map"],
  ...["crawl-delay", "request-rate", "visit-time"].map((name) => [KIND_OTHER, name] as const),
];

const namesIn = (flags: number): TestDialect["names"] =>
  NAMES.filter(([kind]) => kind !== KIND_ALLOW || (flags & READS_ALLOW) !== 0).flatMap(([kind, name, ...typos]) =>
    [name, ...(flags & TYPOS ? typos : [])].map((one) => [one, kind] as const),
  );

/** A dialect as the models read it. */
export const modelOf = ({ flags, lineCapBytes, pattern, url, token }: Dialect): TestDialect => ({
  ...{ flags, lineCapBytes, wildcards: (flags & WILDCARDS) !== 0, urlSpecial: [], patternSpecial: [] },
  ...{
    pattern: formOf(pattern),
    url: formOf(url),
    token: bytesIn(tokens[token]),
    names: namesIn(flags),
  },
});

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

/** What records are read for (assembly/read/records.ts). */
export const READS_ALL = 0;
export const READS_AGENT = 1;
export const READS_VERDICT = 2;

/** Fields that nothing is asked of: for a verdict all whose letter begins no name; for an agent those before any group, but licences. */
function isIdle(letter: number, names: Names, reads: number, isInGroup: boolean): boolean {
  if (names.some(([name, kind]) => kind !== KIND_OTHER && (name.charCodeAt(0) & 31) === letter)) return false;
  return reads === READS_VERDICT || (!isInGroup && letter !== ("l".charCodeAt(0) & 31));
}

/** RFC 9309 §2.2 and the leniency flags of a dialect. The text has one character for each byte. */
export function naiveRecords(
  file: string,
  { flags, lineCapBytes, names }: TestDialect,
  reads: number = READS_ALL,
): NaiveRecord[] {
  const has = (flag: number): boolean => (flags & flag) !== 0;
  const blanks = has(TRIMS_VERTICAL_SPACE) ? " \t\v\f" : " \t";
  const records: NaiveRecord[] = [];
  linesOf(file, has(PARTIAL_MARK)).forEach(([lineStart, lineEnd], i) => {
    const comment = file.slice(lineStart, lineEnd).search(has(NUL_ENDS_LINE) ? /[#\0]/ : /#/);
    const textEnd = Math.min(comment < 0 ? lineEnd : lineStart + comment, lineStart + lineCapBytes);
    const [start, end] = trimmed(file, lineStart, textEnd, blanks);
    if (start < end && reads !== READS_ALL && isIdle(file.charCodeAt(start) & 31, names, reads, records.some(isAgent)))
      return;
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

/** Whether a record stands before the first group, or after an empty line that has ended one. */
export function naiveIsOutside(records: readonly NaiveRecord[], i: number): boolean {
  const before = records.slice(0, i).findLast(({ kind }) => kind === KIND_USER_AGENT || kind === KIND_BLANK);
  return before === undefined || before.kind === KIND_BLANK;
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
  const fields = held.filter(({ kind }) => kind === KIND_OTHER);
  const isWanted = named ?? isStar;
  const isOfOther = (one: NaiveRecord): boolean => !nearestRun(records, one).some((agent) => isWanted(textOf(agent)));
  const outside = fields.some(isLicense)
    ? []
    : records.filter((one, i) => isLicense(one) && naiveIsOutside(records, i));
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

/** A rule as a line of the file has it. */
export interface FileRule {
  readonly text: string;
  readonly isAllow: boolean;
  readonly line: number;
}

/** One reading of a rule's pattern, as a program holds it. */
export interface NaiveEntry extends NaiveRule {
  readonly rule: FileRule;
  readonly flags: number;
  readonly octets: number;
}

/** The entry of a canonical form, in which wildcards may stand in a row and at the end. */
function entryOf(rule: FileRule, canonical: string, anchored: boolean, octets: number): NaiveEntry {
  const text = canonical.replaceAll(/\0+/g, "\0").replace(/\0$/, "");
  const isOpen = canonical.endsWith("\0");
  const isAnchored = anchored && !isOpen;
  const isSpelled = rule.text === text.replaceAll("\0", "*") + (isOpen ? "*" : isAnchored ? "$" : "");
  const isAllowed = rule.isAllow || rule.text === "";
  const parts = [
    rule.isAllow && ALLOW,
    isAllowed && ALLOWED,
    isAnchored && ANCHORED,
    text.includes("\0") && HAS_WILDCARD,
  ];
  const spelling = isSpelled ? isOpen && TRAILING_STAR : ORIGINAL;
  const flags = [...parts, spelling].reduce<number>((all, one) => all | Number(one), 0);
  return { rule, flags, octets, pattern: Buffer.from(text, "latin1"), isAnchored, isAllowed };
}

/** The readings of a rule: its pattern, the same with escapes in the query decoded, and the directory of an `index.html`. */
function entriesOf(rule: FileRule, dialect: TestDialect): NaiveEntry[] {
  const wildcards = (dialect.flags & WILDCARDS) !== 0;
  const spelling = { ...dialect.pattern, upperCase: (dialect.flags & PATTERN_UPPER_CASE) !== 0, wildcards };
  const isAnchored = wildcards && rule.text.endsWith("$");
  const body = isAnchored ? rule.text.slice(0, -1) : rule.text;
  const first = naiveCanonical(body, spelling, false);
  const octets = first.text.length + Number(isAnchored);
  const second = first.isSecond ? [naiveCanonical(body, spelling, true).text] : [];
  const directory = dialect.flags & INDEX_HTML && rule.isAllow ? /^(.*\/)index\.htm[^/]*$/s.exec(rule.text) : null;
  const last = directory === null ? [] : [naiveCanonical(directory[1]!, spelling, false).text];
  return [
    ...[first.text, ...second].map((text) => entryOf(rule, text, isAnchored, octets)),
    ...last.map((text) => entryOf(rule, text, true, text.length + 1)),
  ];
}

/** Rules in rank order (RFC 9309 §2.2.2): the longest first and Allow before Disallow, or as in the file; rules without a path last. */
export function naiveRanking(rules: readonly FileRule[], dialect: TestDialect): NaiveEntry[] {
  const keyOf = ({ rule, octets }: NaiveEntry): readonly number[] =>
    dialect.flags & LONGEST_FIRST
      ? [Number(rule.text === ""), -octets, Number(!rule.isAllow)]
      : [Number(rule.text === "")];
  const entries = rules.flatMap((rule) => entriesOf(rule, dialect));
  return entries.toSorted(
    (a, b) =>
      keyOf(a)
        .map((key, i) => key - keyOf(b)[i]!)
        .find((difference) => difference !== 0) ?? 0,
  );
}

const u32 = (...numbers: readonly number[]): Buffer => Buffer.from(Uint32Array.from(numbers).buffer);

/** The program of the rules without notes (docs/format.md). */
export function naiveProgram(rules: readonly FileRule[], dialect: TestDialect, id: number): Buffer {
  const entries = naiveRanking(rules, dialect);
  const patterns = Buffer.concat(entries.map(({ pattern }) => pattern));
  const spelled = entries.filter(({ flags }) => flags & ORIGINAL).map(({ rule }) => Buffer.from(rule.text, "latin1"));
  const originals = Buffer.concat(spelled.flatMap((text) => [u32(text.length), text]));
  const exempt = dialect.flags & ROBOTS_TXT_ALLOWED ? PROGRAM_ROBOTS_TXT_ALLOWED : 0;
  const header = u32(
    MAGIC,
    VERSION | (id << 8) | (exempt << 16),
    HEADER_BYTES + RULE_BYTES * entries.length + patterns.length + originals.length,
    0,
    entries.length,
    patterns.length,
    originals.length,
    0,
  );
  const ends = entries.map((_, i) => Buffer.concat(entries.slice(0, i + 1).map(({ pattern }) => pattern)).length);
  const table = entries.map(({ flags, rule }, i) => u32(ends[i]!, (rule.line << LINE_SHIFT) | flags));
  return Buffer.concat([header, ...table, patterns, originals]);
}

/** A field of a program's notes. */
export interface NaiveField {
  readonly key: string;
  readonly value: string;
  readonly line: number;
}

/** The same with notes: the agent's name as the file spells it, undefined without a group; and fields, whose keys are cut. */
export function naiveTail(
  program: Buffer,
  agent: string | undefined,
  isNamed: boolean,
  fields: readonly NaiveField[],
): Buffer {
  const notes = fields.map(({ key, value, line }) => {
    const kept = Buffer.from(key, "latin1").subarray(0, 255);
    return Buffer.concat([Buffer.of(kept.length), kept, u32(line, value.length), Buffer.from(value, "latin1")]);
  });
  const bytes = Buffer.concat([program, Buffer.from(agent ?? "", "latin1"), ...notes]);
  if (agent !== undefined) bytes[FLAGS_AT]! |= PROGRAM_GROUPED | (isNamed ? PROGRAM_NAMED : 0);
  bytes.writeUInt32LE(bytes.length, TOTAL_BYTES_AT);
  bytes.writeUInt32LE(agent?.length ?? 0, AGENT_BYTES_AT);
  return bytes;
}

/** Whether pattern and path differ in a byte that neither spelling changes, and none before it: then no reading matches. */
export function naiveCannotMatch(pattern: string, path: string, { urlSpecial, patternSpecial }: TestDialect): boolean {
  const special = patternSpecial.map((byte) => String.fromCharCode(byte));
  const plainBytes = [...path].findIndex((one) => urlSpecial.includes(one.charCodeAt(0)));
  const plain = plainBytes < 0 ? path : path.slice(0, plainBytes);
  const first = [...pattern].findIndex((one, i) => special.includes(one) || one !== plain[i]);
  return first >= 0 && first < plain.length && !special.includes(pattern[first]!);
}
