/**
 * The oracle: a verdict once more from the text of the rules alone, with strings and regular expressions, sharing no code with
 * either engine, with the groups or with the agents; only the dialect table. Text is Latin-1, a character a byte.
 */
import { has } from "../../bindings/base/byte-set.ts";
import type { Dialect } from "../../bindings/core/dialects.ts";
import * as constants from "../../bindings/core/layout.ts";
import { readBytes } from "../../bindings/core/robots/body.ts";
import { naiveLines } from "../core/reader/lines.ts";
import { bytesOf, fromLatin1, latin1, utf8 } from "./input.ts";

/** A verdict, its line (0 for none) and its reason in one word each, `D 2 rule`, so that answers are compared as strings. */
export type Answer = string;

export const answer = (allowed: boolean, line: number, reason: string): Answer =>
  `${allowed ? "A" : "D"} ${line} ${reason}`;

export interface Rule {
  readonly allow: boolean;
  readonly pattern: string;
  readonly line: number;
}

export interface Group {
  /** In lower case. */
  readonly agents: string[];
  readonly rules: Rule[];
  /** The lines of what is neither agent, rule nor sitemap. */
  readonly fields: number[];
  /** The same lines with the agents directly above them. */
  readonly values: { readonly run: readonly string[]; readonly key: string; readonly value: string }[];
}

/** What an agent obeys, and whether a line, in lower case, names it. */
export interface Chosen {
  readonly groups: readonly Group[];
  readonly isMeant: (value: string) => boolean;
}

const lower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function groupsOf(file: string, dialect: Dialect): Group[] {
  const groups: Group[] = [];
  let group: Group | undefined;
  let inAgents = false;
  let run: string[] = [];
  let before = "";
  for (const [kind, line, key, value] of naiveLines(file, dialect)) {
    if (kind === "userAgent") run = before === kind ? [...run, lower(value)] : [lower(value)];
    before = kind;
    if (kind === "blank") group = undefined;
    if (kind === "userAgent") {
      if (group === undefined || !inAgents) {
        group = { agents: [], rules: [], fields: [], values: [] };
        groups.push(group);
      }
      group.agents.push(lower(value));
      inAgents = true;
    } else if (kind === "allow" || kind === "disallow") {
      group?.rules.push({ allow: kind === "allow", pattern: value, line });
      inAgents = false;
    } else if (kind === "other") {
      group?.fields.push(line);
      group?.values.push({ run, key, value });
    }
  }
  return groups;
}

const tokens = { strict: /^[a-z_-]*/, extended: /^[a-z0-9._-]*/, rfc1945: /^[a-z0-9._!#$%&'*+^`|~-]*/ };

/** The groups that are obeyed as one, or undefined for none. */
function selected(groups: readonly Group[], caller: string, dialect: Dialect): Chosen | undefined {
  const { flags } = dialect;
  const token = (text: string): string => tokens[dialect.token].exec(text)![0];
  const wanted = flags & constants.CUTS_CALLER ? token(lower(caller)) : lower(caller);
  const isStar = (value: string): boolean =>
    value === "*" || ((flags & constants.STAR_WITH_TEXT) !== 0 && /^\*[\t-\r ]/.test(value));
  const unversioned = (value: string): string => (flags & constants.CUTS_VERSION ? value.split("/")[0]! : value);
  const nameOf = (value: string): string => (flags & constants.CUTS_TOKEN ? token(value) : unversioned(value));
  const isMeant = (value: string): boolean => {
    if (isStar(value) || (wanted === "" && !(flags & constants.EMPTY_MATCHES))) return false;
    if (!(flags & constants.TOKEN_CONTAINS)) return nameOf(value) === wanted;
    if (!(flags & constants.TOKEN_IS_CONTAINED)) return nameOf(value).includes(wanted);
    const name = nameOf(value);
    return name !== "" && (name.includes(wanted) || wanted.includes(name));
  };
  const counting = groups.filter(({ rules }) => flags & constants.EMPTY_GROUPS || rules.length > 0);
  const named = counting.filter((group) => group.agents.some(isMeant));
  if (named.length > 0) return { groups: flags & constants.MERGES ? named : named.slice(0, 1), isMeant };
  const star = counting.filter((group) => group.agents.some(isStar));
  if (star.length > 0) return { groups: flags & constants.MERGES_STAR ? star : star.slice(0, 1), isMeant: isStar };
  return undefined;
}

const escapeOf = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;

/** NUL stands for a wildcard in what comes out. */
function spelled(text: string, dialect: Dialect, of: "pattern" | "url", inQueryToo: boolean): string {
  const form = dialect[of];
  const wildcards = of === "pattern" && dialect.flags & constants.WILDCARDS;
  const upperCase = dialect.flags & (of === "pattern" ? constants.PATTERN_UPPER_CASE : constants.URL_UPPER_CASE);
  let inQuery = false;
  return text.replace(/%([0-9A-Fa-f]{2})|./gs, (whole, hex: string | undefined) => {
    const byte = hex === undefined ? whole.charCodeAt(0) : Number.parseInt(hex, 16);
    if (whole === "?") inQuery = true;
    if (whole === "*" && wildcards) return "\0";
    if (hex === undefined) return byte === 0 || has(form.encode, byte) ? escapeOf(byte) : whole;
    if (has(form.decode, byte) || (inQuery && inQueryToo && has(form.decodeInQuery, byte)))
      return String.fromCharCode(byte);
    return upperCase ? escapeOf(byte) : whole;
  });
}

const readingsOf = (text: string, dialect: Dialect, of: "pattern" | "url"): string[] =>
  (text.includes("?") ? [false, true] : [false]).map((inQueryToo) => spelled(text, dialect, of, inQueryToo));

function pathOf(url: string, { flags }: Dialect): string {
  const withoutSlashes = flags & constants.URL_SKIPS_SLASHES ? url.replace(/^\/\//, "") : url;
  const rest = withoutSlashes.replace(/^([^/?;#]*:\/\/)?[^/?;#]*/, "").split("#")[0]!;
  const path = flags & constants.URL_NUL_ENDS ? rest.split("\0")[0]! : rest;
  return path.startsWith("/") ? path : `/${path}`;
}

function matches(pattern: string, anchored: boolean, path: string): boolean {
  const [head = "", ...rest] = pattern.split("\0");
  if (!path.startsWith(head)) return false;
  let at = head.length;
  const last = rest.pop();
  if (last === undefined) return !anchored || path === head;
  for (const segment of rest) {
    const found = path.indexOf(segment, at);
    if (found < 0) return false;
    at = found + segment.length;
  }
  return anchored ? path.length - at >= last.length && path.endsWith(last) : path.indexOf(last, at) >= 0;
}

/** A pattern in the forms in which it is compared. */
interface Ranked extends Rule {
  readonly readings: readonly string[];
  readonly anchored: boolean;
  readonly octets: number;
}

/** A rule as often as it has to be ranked: google/robotstxt reads `Allow: /x/index.html` as `Allow: /x/$` too. */
function rankedOf(rule: Rule, dialect: Dialect): Ranked[] {
  const { flags } = dialect;
  const index = /^(.*\/)index\.htm[^/]*$/s.exec(rule.pattern)?.[1];
  const patterns = [
    rule.pattern,
    ...(rule.allow && flags & constants.INDEX_HTML && index !== undefined ? [`${index}$`] : []),
  ];
  return patterns.map((whole) => {
    const anchored = (flags & constants.WILDCARDS) !== 0 && whole.endsWith("$");
    const readings = readingsOf(anchored ? whole.slice(0, -1) : whole, dialect, "pattern");
    return { ...rule, readings, anchored, octets: readings[0]!.length + Number(anchored) };
  });
}

/** What says nothing last; then the longest, and allow before disallow, where the dialect has it so; then by lines. */
function precedence(a: Ranked, b: Ranked, { flags }: Dialect): number {
  const empty = Number(a.pattern === "") - Number(b.pattern === "");
  if (empty !== 0 || !(flags & constants.LONGEST_FIRST)) return empty;
  return b.octets - a.octets || Number(b.allow) - Number(a.allow);
}

/** The groups of a file, and those of them that the agent obeys. */
export function readingOf(
  file: Uint8Array,
  agent: string,
  dialect: Dialect,
): { groups: Group[]; chosen: Chosen | undefined } {
  const groups = groupsOf(latin1(readBytes(file, dialect, constants.LEAST_READ_BYTES).bytes), dialect);
  return { groups, chosen: selected(groups, latin1(bytesOf(agent)), dialect) };
}

/** The values of a field about pace that apply (docs/dialects.md). */
export function paceOf<T>(chosen: Chosen | undefined, name: string, parse: (value: string) => T | undefined): T[] {
  const lines = chosen?.groups.flatMap(({ values }) => values).filter(({ key }) => key === name) ?? [];
  const valid = lines.flatMap(({ run, value }) => {
    const parsed = parse(utf8(fromLatin1(value)));
    return parsed === undefined ? [] : [{ run, parsed }];
  });
  const own = valid.filter(({ run }) => run.some((agent) => chosen!.isMeant(agent)));
  return (own.length > 0 ? own : valid).map(({ parsed }) => parsed);
}

/** @param urls their bytes in Latin-1. */
export function answersOf(file: Uint8Array, agent: string, urls: readonly string[], dialect: Dialect): Answer[] {
  const { chosen } = readingOf(file, agent, dialect);
  const ranked = chosen?.groups.flatMap(({ rules }) => rules).flatMap((rule) => rankedOf(rule, dialect));
  ranked?.sort((a, b) => precedence(a, b, dialect));
  return urls.map((url) => decide(ranked, url, dialect));
}

/** A path, or an absolute URL with a host. */
const isUrl = (url: string): boolean => /^\/|^[a-zA-Z][a-zA-Z0-9+.-]*:\/\/[^/?;#]/.test(url);

function decide(ranked: readonly Ranked[] | undefined, url: string, dialect: Dialect): Answer {
  if (!(dialect.flags & constants.ANY_URL) && !isUrl(url)) return answer(false, 0, "not-a-url");
  const paths = readingsOf(pathOf(url, dialect), dialect, "url");
  if (dialect.flags & constants.ROBOTS_TXT_ALLOWED && /^\/robots\.txt(\?|$)/.test(paths[0]!))
    return answer(true, 0, "robots-txt");
  if (ranked === undefined) return answer(true, 0, "no-group");
  const best = ranked.find(({ readings, anchored }) =>
    readings.some((reading) => paths.some((path) => matches(reading, anchored, path))),
  );
  if (best === undefined) return answer(true, 0, "no-match");
  return answer(best.allow || best.pattern === "", best.line, "rule");
}
