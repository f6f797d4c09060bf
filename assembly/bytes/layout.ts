/**
 * Where things lie: in linear memory, in a dialect, and in a program. Constants only, because scripts/build-wasm.mjs copies
 * them into bindings/core/layout.ts: this file is the one source for both languages.
 *
 * The host writes a dialect before its first use, and again after a leniency option made another one with its id; a URL or a chunk of lines into INPUT, and programs into the arena above ARENA. Every
 * region ends in PADDING bytes that the module may read past the region's end and whose values do not matter.
 *
 *   FOUND     second results of reading a file; the addresses are low because small numbers make a small module
 *   DIALECTS  MAX_DIALECTS x DIALECT_BYTES, one for each dialect: how bytes are spelled canonically
 *   INPUT     64 KiB: one URL of at most MAX_URL_BYTES, or lines
 *   RESULTS   64 KiB: one byte for each line; or the sitemaps of a file that was read: their count, how many of them are not known
 *             to be URLs, then where each starts and ends in the file
 *   CANONICAL a path in canonical form: three bytes for each byte of the longest URL
 *   FAILURE   the failure function of a segment or of a token, two bytes for each byte of the longest path; or the marks of a
 *             file that is read
 *   ARENA     programs, their indexes, and the tables that compiling needs
 */
export const PADDING: usize = 64;
export const MAX_URL_BYTES: usize = 8192;
/** Percent-encoding makes three bytes of one. */
export const MAX_EXPANSION: usize = 3;
/** Canonical patterns up to this length can be compared with a path of any length: FAILURE has room for them. */
export const MAX_PATTERN_BYTES: usize = MAX_EXPANSION * MAX_URL_BYTES;
export const INPUT_BYTES: usize = 65536;

/** RFC 9309 §2.5 and Google: at least 500 KiB of a robots.txt must be read. */
export const LEAST_READ_BYTES: u32 = 512_000;
/**
 * The rules of LEAST_READ_BYTES are not longer. A rule has at most three readings (compile.ts). For a pattern of n bytes each
 * takes 4n + 12: n bytes escaped, n as the file spells them, lengths and flags; the line takes n + 7. Other fields take less.
 */
export const MAX_PROGRAM_BYTES: u32 = 12 * 512_000 + 4096;
/** The most that a caller can have read. Compiled rules store line numbers in 26 bits. */
export const MOST_READ_BYTES: u32 = 1 << 26;

export const FOUND: usize = 16;
/** The list of the user-agent lines, in file order, with NO_RECORD behind it; whether there are `License` lines. */
export const AGENT_LINES: usize = FOUND;
export const HAS_LICENSE: usize = FOUND + 4;
/** Where the listed fields start; the first user-agent line that selected a group, or 0; whether it names the agent. */
export const FIELDS_START: usize = FOUND + 8;
export const SELECTING_LINE: usize = FOUND + 12;
export const IS_NAMED: usize = FOUND + 16;
export const NO_RECORD: u32 = 0xffff_ffff;

export const DIALECTS: usize = 4096;
/** A dialect's id is below it: its dialect lies at DIALECTS + id * DIALECT_BYTES. A power of two. */
export const MAX_DIALECTS: usize = 8;
export const DIALECT_BYTES: usize = 768;
export const INPUT: usize = DIALECTS + MAX_DIALECTS * DIALECT_BYTES + PADDING;
export const RESULTS: usize = INPUT + INPUT_BYTES + PADDING;
/** A file with more sitemaps is read again by the host. */
export const MAX_SITEMAPS: u32 = 8191;
export const CANONICAL: usize = RESULTS + INPUT_BYTES + PADDING;
export const FAILURE: usize = CANONICAL + MAX_PATTERN_BYTES + PADDING;
export const ARENA: usize = FAILURE + 2 * MAX_PATTERN_BYTES + PADDING;

/**
 * A dialect as the module reads it: an entry for each byte value, the tables of noncanonical.ts for URLs and
 * patterns, flags, the longest line that is read, and the names that a line can start with: for each letter the number of the
 * first name that starts with it, from 1, or 0; then NAME_BYTES for each name, then for each name of a field about pace, and zeros.
 */
export const URL_NONCANONICAL_AT: usize = 256;
export const PATTERN_NONCANONICAL_AT: usize = 288;
export const DIALECT_FLAGS_AT: usize = 320;
export const LINE_CAP_AT: usize = 324;
export const NAME_NUMBERS_AT: usize = 328;
export const NAMES_AT: usize = 368;
/** A table for the bytes that no plain host holds. */
export const NO_HOST_AT: usize = 736;

/** A name in lower case, padded with zeros, then the kind of record that it makes, then its length. */
export const NAME_BYTES: usize = 16;
export const NAME_KIND_AT: usize = 14;
export const NAME_LENGTH_AT: usize = 15;

/** Bits of a byte's entry for patterns; those for URLs are the same, shifted by URL_SHIFT. */
export const ENCODE: u8 = 1;
export const DECODE: u8 = 2;
export const DECODE_IN_QUERY: u8 = 4;
export const URL_SHIFT: u8 = 3;
/** The byte is a wildcard when it stands in a pattern. */
export const BYTE_IS_WILDCARD: u8 = 64;
/** The byte can stand in a product token. */
export const BYTE_IS_TOKEN: u8 = 128;

/** Flags of a dialect: bindings/core/dialects.ts says what each means. */
export const PATTERN_UPPER_CASE: u32 = 1;
export const URL_UPPER_CASE: u32 = 2;
export const URL_NUL_ENDS: u32 = 4;
export const URL_SKIPS_SLASHES: u32 = 8;
export const WILDCARDS: u32 = 16;
export const LONGEST_FIRST: u32 = 32;
export const INDEX_HTML: u32 = 64;
export const ROBOTS_TXT_ALLOWED: u32 = 128;
export const PREFIX_KEYS: u32 = 1 << 8;
export const MISSING_COLON: u32 = 1 << 9;
export const NUL_ENDS_LINE: u32 = 1 << 10;
export const PARTIAL_MARK: u32 = 1 << 11;
export const TRIMS_VERTICAL_SPACE: u32 = 1 << 12;
export const BLANK_LINE_ENDS_GROUP: u32 = 1 << 13;
export const CUTS_TOKEN: u32 = 1 << 14;
export const TOKEN_CONTAINS: u32 = 1 << 15;
export const TOKEN_IS_CONTAINED: u32 = 1 << 16;
/** Both: how tokens are compared. */
export const TOKEN_MATCH: u32 = TOKEN_CONTAINS | TOKEN_IS_CONTAINED;
export const STAR_WITH_TEXT: u32 = 1 << 17;
export const MERGES: u32 = 1 << 18;
export const MERGES_STAR: u32 = 1 << 19;
export const CUTS_VERSION: u32 = 1 << 20;
export const EMPTY_GROUPS: u32 = 1 << 21;
export const ANY_URL: u32 = 1 << 22;
/** The host reads these before it calls the module. */
export const TYPOS: u32 = 1 << 23;
export const READS_ALLOW: u32 = 1 << 24;
export const READS_UTF16: u32 = 1 << 25;
export const CUTS_CALLER: u32 = 1 << 26;
export const ANY_AGENT: u32 = 1 << 27;
export const EMPTY_MATCHES: u32 = 1 << 28;
/** The compiler copies it to the program: URLs are decided as they are written. */
export const WRITTEN: u32 = 1 << 29;

/** Kinds of records: what a line is. OTHER is every field that the protocol does not name, BLANK an empty line. */
export const KIND_OTHER: u32 = 0;
export const KIND_USER_AGENT: u32 = 1;
export const KIND_ALLOW: u32 = 2;
export const KIND_DISALLOW: u32 = 3;
export const KIND_SITEMAP: u32 = 4;
export const KIND_BLANK: u32 = 5;

/** A record: RECORD_STRIDE numbers of four bytes. After its kind come a 1-based line, and where its key and value stand. */
export const LINE: usize = 1;
export const KEY_START: usize = 2;
export const KEY_END: usize = 3;
export const VALUE_START: usize = 4;
export const VALUE_END: usize = 5;
export const RECORD_STRIDE: usize = 6;

/** What compileFile returns for arguments that cannot be true. */
export const REFUSED: i32 = -0x80000000;

/** The program's offsets: docs/format.md. */
export const MAGIC: u32 = 0x31505752;
export const VERSION: u8 = 2;
export const VERSION_AT: usize = 4;
export const DIALECT_AT: usize = 5;
export const FLAGS_AT: usize = 6;
export const TOTAL_BYTES_AT: usize = 8;
export const CHECKSUM_AT: usize = 12;
export const RULE_COUNT_AT: usize = 16;
export const PATTERN_BYTES_AT: usize = 20;
export const ORIGINAL_BYTES_AT: usize = 24;
export const AGENT_BYTES_AT: usize = 28;
export const HEADER_BYTES: usize = 32;
export const RULE_BYTES: usize = 8;

/** Header flags of a program. */
export const PROGRAM_ROBOTS_TXT_ALLOWED: u8 = 1;
export const PROGRAM_NAMED: u8 = 2;
export const PROGRAM_GROUPED: u8 = 4;
/** Texts are compared as they are written; otherwise in all their readings. */
export const PROGRAM_WRITTEN: u8 = 8;

/** Rule flags of a program; the line number is in the bits above them. */
export const ALLOW: u32 = 1;
export const ALLOWED: u32 = 2;
export const ANCHORED: u32 = 4;
export const HAS_WILDCARD: u32 = 8;
export const ORIGINAL: u32 = 16;
export const TRAILING_STAR: u32 = 32;
export const LINE_SHIFT: u32 = 6;
/** In the line of a field: it is about pace, and belongs to user-agent lines that do not name the agent. Lines have 26 bits. */
export const OTHER_RUN: u32 = 1 << 30;

/** A program in the arena is preceded by PREFIX_BYTES: the address of its index, or 0, and its count of decisions. */
export const PREFIX_BYTES: usize = 16;
export const INDEX_BEFORE: usize = 16;
export const DECISIONS_BEFORE: usize = 12;

/** Nodes and sets of an index start at multiples of this. */
export const CACHE_LINE_BYTES: usize = 64;

/** Room for notes on a URL (path-index.ts): so much, so much for each of its bytes, and twice the bytes of the program. */
export const PATH_INDEX_BYTES: usize = 8 * 65664;
export const PATH_INDEX_FACTOR: usize = 32;

/**
 * Special decisions: no rule matched; the text is not a URL; the path is `/robots.txt`; the URL may have several readings;
 * decideUrl wants an index first, or decideUrlAt in its place.
 */
export const NO_MATCH: i32 = -1;
export const NOT_A_URL: i32 = -2;
export const ROBOTS_TXT: i32 = -3;
export const NOT_NORMALISED: i32 = -4;
/** What stands for it among verdicts. */
export const NOT_NORMALISED_VERDICT: u8 = 2;
export const WANTS_INDEX: i32 = -0x80000000;
export const WANTS_ROOM: i32 = -0x7fffffff;
