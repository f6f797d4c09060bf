/**
 * The dialects of the Robots Exclusion Protocol as data. Every behaviour in which they differ is a column of this table, and
 * no other code tests for a dialect: adding a dialect means adding a row. docs/dialects.md explains contested cells.
 */
import { type ByteSet, bytesIn } from "../base/byte-set.ts";
import { wrongValue } from "../base/errors.ts";
import {
  ANY_AGENT,
  ANY_URL,
  BLANK_LINE_ENDS_GROUP,
  CUTS_CALLER,
  CUTS_TOKEN,
  CUTS_VERSION,
  EMPTY_GROUPS,
  EMPTY_MATCHES,
  INDEX_HTML,
  LONGEST_FIRST,
  MERGES,
  MERGES_STAR,
  MISSING_COLON,
  NUL_ENDS_LINE,
  PARTIAL_MARK,
  PATTERN_UPPER_CASE,
  PREFIX_KEYS,
  READS_ALLOW,
  READS_UTF16,
  ROBOTS_TXT_ALLOWED,
  STAR_WITH_TEXT,
  TOKEN_CONTAINS,
  TOKEN_IS_CONTAINED,
  TOKEN_MATCH,
  TRIMS_VERTICAL_SPACE,
  TYPOS,
  URL_NUL_ENDS,
  URL_SKIPS_SLASHES,
  URL_UPPER_CASE,
  WILDCARDS,
} from "./layout.ts";

/**
 * RFC 9309; its reading by google/robotstxt; the 1996 draft in its first version (15 November) and as draft-koster-robots-00
 * (December); the original document of 1994.
 */
export type DialectName = "rfc9309" | "google" | "koster1996" | "norobots1996" | "original1994";

/**
 * A dialect: a row of the table. Its yes and no are flags, so that both engines read the same number; `columns` says what
 * each flag means.
 */
export interface Dialect {
  readonly name: DialectName;
  /** From 0 to 7: the place of the profile in linear memory. Stored in compiled rules; never reused. */
  readonly id: number;
  /** The flags of `columns` that are set. */
  readonly flags: number;
  /**
   * The bytes of a product token: `[A-Za-z_-]` (RFC 9309); or also digits and dots, which a quarter of the agents in real
   * files need; or all that a token of RFC 1945 may hold.
   */
  readonly token: keyof typeof tokens;
  /** The number of bytes of a line that are read, without its line end. The rest of the line is dropped. */
  readonly lineCapBytes: number;
  readonly pattern: CanonicalForm;
  readonly url: CanonicalForm;
}

/** The canonical form of a path: which raw bytes are percent-encoded and which escapes are decoded. */
export interface CanonicalForm {
  /** Raw bytes that become `%XX`. NUL is one in every form, because it stands for a wildcard in programs (docs/format.md). */
  readonly encode: ByteSet;
  /** Bytes whose escape is decoded. */
  readonly decode: ByteSet;
  /** Bytes whose escape in the query also equals the byte itself (RFC 9309 §2.2.2, figure 4). */
  readonly decodeInQuery: ByteSet;
}

/**
 * The flags of a column, and the words for its value by the number of its flags that are set; without words, it is a
 * question that a flag answers with yes.
 */
export type Column = readonly [flags: number, ...words: string[]];

/**
 * The columns of flags, by their names in docs/dialects.md and in what `diffDialects` returns. Without operators, so that bundlers
 * leave it out where only a dialect is used.
 */
export const columns: Readonly<
  Record<"lines" | "agents" | "rules" | "pattern" | "url", Readonly<Record<string, Column>>>
> = {
  /** How lines are read. Each column that departs from the grammar of RFC 9309 is a leniency with a name. */
  lines: {
    /** Whether a key must equal a known name or only start with it (`Disallowed:` is then a Disallow). */
    keys: [PREFIX_KEYS, "exact", "prefix"],
    /** Whether the misspellings that google/robotstxt accepts (`disalow`, `useragent`, `site-map`…) are accepted. */
    typos: [TYPOS],
    /** Whether white space can replace the colon in a line of exactly two words. */
    missingColon: [MISSING_COLON],
    /** Whether a NUL hides the rest of its line. */
    nulEndsLine: [NUL_ENDS_LINE],
    /** Whether an incomplete UTF-8 byte order mark (its first one or two bytes) is skipped too. */
    partialBom: [PARTIAL_MARK],
    /** Whether a file that starts with a UTF-16 byte order mark is read as UTF-16. */
    utf16: [READS_UTF16],
    /** Whether VT and FF are trimmed like SP and TAB. */
    trimsVerticalSpace: [TRIMS_VERTICAL_SPACE],
    /** Whether an empty line ends a group. */
    blankLineEndsGroup: [BLANK_LINE_ENDS_GROUP],
    /** Whether Allow is a rule. If not, it is an unknown field. */
    allow: [READS_ALLOW],
  },
  /** How the user-agent lines of a file are compared with the crawler's product token. */
  agents: {
    /** Whether the token of a line ends at the first byte that is not a token byte. */
    cutsToken: [CUTS_TOKEN],
    /** Whether a line's name ends at a `/`, if `cutsToken` does not end it before. */
    cutsVersion: [CUTS_VERSION],
    /** Whether the caller's agent is cut like a line's (`FooBot/2.1` becomes `FooBot`). */
    cutsCaller: [CUTS_CALLER],
    /** Whether any text is accepted as an agent. If not, a User-Agent header or a URL as an agent throws. */
    anyAgent: [ANY_AGENT],
    /** Whether an empty agent matches a line without a token. */
    emptyMatches: [EMPTY_MATCHES],
    /** The tokens are `equal`; the line `contains` the crawler's token (December 1996); `either` contains the other (1994). */
    match: [TOKEN_MATCH, "equal", "contains", "either"],
    /** Whether `*` followed by white space and text counts as `*`. */
    starWithText: [STAR_WITH_TEXT],
    /** Whether all groups that name an agent apply, or only the first. */
    merges: [MERGES],
    /** Whether all groups for `*` apply, or only the first. */
    mergesStar: [MERGES_STAR],
    /** Whether user-agent lines without a rule are a group. If not, their agents obey `*`. */
    emptyGroups: [EMPTY_GROUPS],
  },
  /** How the rules of a group decide a URL. */
  rules: {
    /** The `longest` matching pattern decides (allow before disallow), or the `first` rule that matches. */
    order: [LONGEST_FIRST, "first", "longest"],
    /** Whether `*` and a final `$` are special characters in patterns. */
    wildcards: [WILDCARDS],
    /** Whether `/robots.txt` is always allowed. */
    robotsTxtAllowed: [ROBOTS_TXT_ALLOWED],
    /** Whether any text is decided as a URL. If not, text that is neither a path nor an absolute URL is disallowed. */
    anyUrl: [ANY_URL],
    /** Whether `Allow: /x/index.html` also allows `/x/`. */
    indexHtml: [INDEX_HTML],
  },
  /** How patterns are spelled, besides what their CanonicalForm says. */
  pattern: {
    /** Whether the hexadecimal digits of the remaining escapes become upper case. */
    upperCase: [PATTERN_UPPER_CASE],
  },
  /** How URLs are spelled. */
  url: {
    /** Whether the hexadecimal digits of the remaining escapes become upper case. */
    upperCase: [URL_UPPER_CASE],
    /** Whether a raw NUL ends the path, as in a C string. */
    nulEnds: [URL_NUL_ENDS],
    /** Whether `//` at the start of a URL is skipped, so that a host follows and not a path. */
    skipsLeadingSlashes: [URL_SKIPS_SLASHES],
  },
};

/** The bytes of each kind of product token. */
export const tokens: Readonly<Record<"strict" | "extended" | "rfc1945", ByteSet>> = {
  strict: bytesIn("AZaz__--"),
  extended: bytesIn("AZaz__--09.."),
  rfc1945: bytesIn("AZaz__--09..!!#'*+^^``||~~"),
};

const none = bytesIn("");
const nul = bytesIn("\0\0");
/** RFC 3986 §2.3: `A-Z a-z 0-9 - . _ ~`. */
const UNRESERVED = "AZaz09-.__~~";
/** RFC 9309 §2.2.3: `%2A` and `%24` stand for the literal characters `*` and `$`, which are special when raw. */
const unreservedOrSpecial = bytesIn(`${UNRESERVED}**$$`);
/** Bytes that a URI cannot contain (RFC 3986 §2): controls, space, `"<>\^` + "`" + `{|}`, and everything beyond ASCII. */
const outsideUri = bytesIn('\0 ""<<>>\\\\^^``{}\x7f\xff');

const asIs: CanonicalForm = { encode: nul, decode: none, decodeInQuery: none };

const rfc9309Form: CanonicalForm = {
  encode: outsideUri,
  decode: unreservedOrSpecial,
  decodeInQuery: bytesIn("//::?@"),
};

/** The 1996 drafts, §3.2.2: every escape except `%2F` is decoded. NUL stays escaped: see docs/format.md. */
const form1996: CanonicalForm = { ...asIs, decode: bytesIn("\x01.0\xff") };

/** RFC 9309 (2022). */
const rfc9309: Dialect = {
  name: "rfc9309",
  id: 1,
  flags:
    READS_UTF16 |
    READS_ALLOW |
    CUTS_TOKEN |
    CUTS_VERSION |
    CUTS_CALLER |
    STAR_WITH_TEXT |
    MERGES |
    MERGES_STAR |
    EMPTY_GROUPS |
    LONGEST_FIRST |
    WILDCARDS |
    ROBOTS_TXT_ALLOWED |
    PATTERN_UPPER_CASE |
    URL_UPPER_CASE,
  token: "extended",
  lineCapBytes: 0x7fffffff,
  pattern: rfc9309Form,
  url: rfc9309Form,
};

/** google/robotstxt. */
const google: Dialect = {
  name: "google",
  id: 2,
  flags:
    PREFIX_KEYS |
    TYPOS |
    MISSING_COLON |
    NUL_ENDS_LINE |
    PARTIAL_MARK |
    TRIMS_VERTICAL_SPACE |
    READS_ALLOW |
    CUTS_TOKEN |
    CUTS_VERSION |
    ANY_AGENT |
    EMPTY_MATCHES |
    STAR_WITH_TEXT |
    MERGES |
    MERGES_STAR |
    EMPTY_GROUPS |
    LONGEST_FIRST |
    WILDCARDS |
    ANY_URL |
    INDEX_HTML |
    PATTERN_UPPER_CASE |
    URL_NUL_ENDS |
    URL_SKIPS_SLASHES,
  token: "strict",
  // google/robotstxt keeps 2083 * 8 bytes of a line; the last one is a NUL.
  lineCapBytes: 2083 * 8 - 1,
  pattern: { ...asIs, encode: bytesIn("\0\0\x80\xff") },
  url: asIs,
};

/** draft-koster-robots-00 (December 1996). */
const norobots1996: Dialect = {
  ...rfc9309,
  name: "norobots1996",
  id: 3,
  flags:
    BLANK_LINE_ENDS_GROUP |
    READS_ALLOW |
    CUTS_CALLER |
    TOKEN_CONTAINS |
    EMPTY_GROUPS |
    ROBOTS_TXT_ALLOWED |
    PATTERN_UPPER_CASE |
    URL_UPPER_CASE,
  pattern: form1996,
  url: form1996,
};

/** A Method for Robots Exclusion, draft version 1 (15 November 1996). */
const koster1996: Dialect = {
  ...norobots1996,
  name: "koster1996",
  id: 5,
  flags: BLANK_LINE_ENDS_GROUP | READS_ALLOW | CUTS_CALLER | MERGES | MERGES_STAR | PATTERN_UPPER_CASE | URL_UPPER_CASE,
  token: "rfc1945",
};

/** A Standard for Robot Exclusion (1994). */
const original1994: Dialect = {
  ...norobots1996,
  name: "original1994",
  id: 4,
  flags: BLANK_LINE_ENDS_GROUP | CUTS_VERSION | CUTS_CALLER | TOKEN_CONTAINS | TOKEN_IS_CONTAINED,
  pattern: asIs,
  url: asIs,
};

export const dialects: readonly Dialect[] = [rfc9309, google, koster1996, norobots1996, original1994];

/** @throws RangeError unless `name` is the name of a dialect. */
export function dialectNamed(name: DialectName): Dialect {
  const found = dialects.find((dialect) => dialect.name === name);
  if (found !== undefined) return found;
  throw wrongValue("dialect", `one of ${dialects.map((dialect) => dialect.name).join(", ")}`, name);
}
