/**
 * The dialects of the Robots Exclusion Protocol as data. Every behaviour in which they differ is a column of this table, and
 * no other code tests for a dialect: adding a dialect means adding a row. docs/dialects.md explains contested cells.
 */
import { type ByteSet, bytesIn } from "../base/byte-set.ts";
import { wrongValue } from "../base/errors.ts";
import { MAX_DIALECTS } from "./layout.ts";

/**
 * RFC 9309; its reading by google/robotstxt; the 1996 draft in its first version (15 November) and as draft-koster-robots-00
 * (December); the original document of 1994.
 */
export type DialectName = "rfc9309" | "google" | "koster1996" | "norobots1996" | "original1994";

/** How lines are read. Each member that departs from the grammar of RFC 9309 is a leniency with a name. */
export interface LineRules {
  /** Whether a key must equal a known name or only start with it (`Disallowed:` is then a Disallow). */
  readonly keys: "exact" | "prefix";
  /** Whether the misspellings that google/robotstxt accepts (`disalow`, `useragent`, `site-map`…) are accepted. */
  readonly typos: boolean;
  /** Whether white space can replace the colon in a line of exactly two words. */
  readonly missingColon: boolean;
  /** The number of bytes of a line that are read, without its line end. The rest of the line is dropped. */
  readonly lineCapBytes: number;
  /** Whether a NUL hides the rest of its line. */
  readonly nulEndsLine: boolean;
  /** Whether an incomplete UTF-8 byte order mark (its first one or two bytes) is skipped too. */
  readonly partialBom: boolean;
  /** Whether a file that starts with a UTF-16 byte order mark is read as UTF-16. */
  readonly utf16: boolean;
  /** Whether VT and FF are trimmed like SP and TAB. */
  readonly trimsVerticalSpace: boolean;
  /** Whether an empty line ends a group. */
  readonly blankLineEndsGroup: boolean;
  /** Whether Allow is a rule. If not, it is an unknown field. */
  readonly allow: boolean;
}

/** How the user-agent lines of a file are compared with the crawler's product token. */
export interface AgentMatching {
  /**
   * The bytes of a product token: `[A-Za-z_-]` (RFC 9309); or also digits and dots, which a quarter of the agents in real
   * files need; or all that a token of RFC 1945 may hold.
   */
  readonly token: "strict" | "extended" | "rfc1945";
  /** Whether the token of a line ends at the first byte that is not a token byte. */
  readonly cutsToken: boolean;
  /** Whether a line's name ends at a `/`, if `cutsToken` does not end it before. */
  readonly cutsVersion: boolean;
  /** Whether the caller's agent is cut like a line's (`FooBot/2.1` becomes `FooBot`). */
  readonly cutsCaller: boolean;
  /** Whether any text is accepted as an agent. If not, a User-Agent header or a URL as an agent throws. */
  readonly anyAgent: boolean;
  /** Whether an empty agent matches a line without a token. */
  readonly emptyMatches: boolean;
  /** The tokens are `equal`; the line `contains` the crawler's token (December 1996); `either` contains the other (1994). */
  readonly match: "equal" | "contains" | "either";
  /** Whether `*` followed by white space and text counts as `*`. */
  readonly starWithText: boolean;
  /** Whether all groups that name an agent apply, or only the first. */
  readonly merges: boolean;
  /** Whether all groups for `*` apply, or only the first. */
  readonly mergesStar: boolean;
  /** Whether user-agent lines without a rule are a group. If not, their agents obey `*`. */
  readonly emptyGroups: boolean;
}

/** How the rules of a group decide a URL. */
export interface RuleMatching {
  /** The `longest` matching pattern decides (allow before disallow), or the `first` rule that matches. */
  readonly order: "longest" | "first";
  /** Whether `*` and a final `$` are special characters in patterns. */
  readonly wildcards: boolean;
  /** Whether `/robots.txt` is always allowed. */
  readonly robotsTxtAllowed: boolean;
  /** Whether any text is decided as a URL. If not, text that is neither a path nor an absolute URL is disallowed. */
  readonly anyUrl: boolean;
  /** Whether `Allow: /x/index.html` also allows `/x/`. */
  readonly indexHtml: boolean;
}

/** The canonical form of a path: which raw bytes are percent-encoded and which escapes are decoded. */
export interface CanonicalForm {
  /** Raw bytes that become `%XX`. */
  readonly encode: ByteSet;
  /** Bytes whose escape is decoded. */
  readonly decode: ByteSet;
  /** Bytes whose escape in the query also equals the byte itself (RFC 9309 §2.2.2, figure 4). */
  readonly decodeInQuery: ByteSet;
  /** Whether the hexadecimal digits of the remaining escapes become upper case. */
  readonly upperCase: boolean;
  /** Whether a raw NUL ends the path, as in a C string. */
  readonly nulEnds: boolean;
  /** Whether `//` at the start of a URL is skipped, so that a host follows and not a path. */
  readonly skipsLeadingSlashes: boolean;
}

export interface Dialect {
  readonly name: DialectName;
  /** From 0 to 7: the place of the profile in linear memory. Stored in compiled rules; never reused. */
  readonly id: number;
  readonly lines: LineRules;
  readonly agents: AgentMatching;
  readonly rules: RuleMatching;
  readonly pattern: CanonicalForm;
  readonly url: CanonicalForm;
}

const none = bytesIn("");
const nul = bytesIn("\0\0");
/** RFC 3986 §2.3: `A-Z a-z 0-9 - . _ ~`. */
const UNRESERVED = "AZaz09-.__~~";
/** RFC 9309 §2.2.3: `%2A` and `%24` stand for the literal characters `*` and `$`, which are special when raw. */
const unreservedOrSpecial = bytesIn(`${UNRESERVED}**$$`);
/** Bytes that a URI cannot contain (RFC 3986 §2): controls, space, `"<>\^` + "`" + `{|}`, and everything beyond ASCII. */
const outsideUri = bytesIn('\0 ""<<>>\\\\^^``{}\x7f\xff');

const asIs: CanonicalForm = {
  encode: none,
  decode: none,
  decodeInQuery: none,
  upperCase: false,
  nulEnds: false,
  skipsLeadingSlashes: false,
};

const rfc9309Form: CanonicalForm = {
  ...asIs,
  encode: outsideUri,
  decode: unreservedOrSpecial,
  decodeInQuery: bytesIn("//::?@"),
  upperCase: true,
};

/** The 1996 drafts, §3.2.2: every escape except `%2F` is decoded. NUL stays escaped: see docs/format.md. */
const form1996: CanonicalForm = {
  ...asIs,
  encode: nul,
  decode: bytesIn("\x01.0\xff"),
  upperCase: true,
};

const strictLines: LineRules = {
  keys: "exact",
  typos: false,
  missingColon: false,
  lineCapBytes: 0x7fffffff,
  nulEndsLine: false,
  partialBom: false,
  utf16: true,
  trimsVerticalSpace: false,
  blankLineEndsGroup: false,
  allow: true,
};

/** RFC 9309 (2022). */
const rfc9309: Dialect = {
  name: "rfc9309",
  id: 1,
  lines: strictLines,
  agents: {
    token: "extended",
    cutsToken: true,
    cutsVersion: true,
    cutsCaller: true,
    anyAgent: false,
    emptyMatches: false,
    match: "equal",
    starWithText: true,
    merges: true,
    mergesStar: true,
    emptyGroups: true,
  },
  rules: { order: "longest", wildcards: true, robotsTxtAllowed: true, anyUrl: false, indexHtml: false },
  pattern: rfc9309Form,
  url: rfc9309Form,
};

/** google/robotstxt. */
const google: Dialect = {
  name: "google",
  id: 2,
  lines: {
    ...strictLines,
    keys: "prefix",
    typos: true,
    missingColon: true,
    // google/robotstxt keeps 2083 * 8 bytes of a line; the last one is a NUL.
    lineCapBytes: 2083 * 8 - 1,
    nulEndsLine: true,
    partialBom: true,
    utf16: false,
    trimsVerticalSpace: true,
  },
  agents: { ...rfc9309.agents, token: "strict", cutsCaller: false, anyAgent: true, emptyMatches: true },
  rules: { order: "longest", wildcards: true, robotsTxtAllowed: false, anyUrl: true, indexHtml: true },
  pattern: { ...asIs, encode: bytesIn("\x80\xff"), upperCase: true },
  url: { ...asIs, nulEnds: true, skipsLeadingSlashes: true },
};

const lines1996: LineRules = { ...strictLines, blankLineEndsGroup: true, utf16: false };

/** draft-koster-robots-00 (December 1996). */
const norobots1996: Dialect = {
  name: "norobots1996",
  id: 3,
  lines: lines1996,
  agents: {
    ...rfc9309.agents,
    cutsToken: false,
    cutsVersion: false,
    match: "contains",
    starWithText: false,
    merges: false,
    mergesStar: false,
  },
  rules: { order: "first", wildcards: false, robotsTxtAllowed: true, anyUrl: false, indexHtml: false },
  pattern: form1996,
  url: form1996,
};

/** A Method for Robots Exclusion, draft version 1 (15 November 1996). */
const koster1996: Dialect = {
  ...norobots1996,
  name: "koster1996",
  id: 5,
  agents: {
    ...norobots1996.agents,
    token: "rfc1945",
    match: "equal",
    merges: true,
    mergesStar: true,
    emptyGroups: false,
  },
  rules: { ...norobots1996.rules, robotsTxtAllowed: false },
};

/** A Standard for Robot Exclusion (1994). */
const original1994: Dialect = {
  name: "original1994",
  id: 4,
  lines: { ...lines1996, allow: false },
  agents: { ...norobots1996.agents, cutsVersion: true, match: "either", emptyGroups: false },
  rules: { ...norobots1996.rules, robotsTxtAllowed: false },
  pattern: { ...asIs, encode: nul },
  url: { ...asIs, encode: nul },
};

/** @throws RangeError for an id that another row has, or whose profile would lie beyond the others, where the input is. */
export function checkedIds(rows: readonly Dialect[]): readonly Dialect[] {
  const free = new Set(Array.from({ length: MAX_DIALECTS }, (_, id) => id));
  const wrong = rows.find(({ id }) => !free.delete(id));
  if (wrong === undefined) return rows;
  throw wrongValue(`${wrong.name}.id`, `an integer from 0 to ${MAX_DIALECTS - 1} of its own`, wrong.id);
}

export const dialects: readonly Dialect[] = checkedIds([rfc9309, google, koster1996, norobots1996, original1994]);

/** @throws RangeError unless `name` is the name of a dialect. */
export function dialectNamed(name: DialectName): Dialect {
  const found = dialects.find((dialect) => dialect.name === name);
  if (found !== undefined) return found;
  throw wrongValue("dialect", `one of ${dialects.map((dialect) => dialect.name).join(", ")}`, name);
}
