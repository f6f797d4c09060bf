/** The limits of the core, in a file of constants alone: bundlers write such constants into the code that uses them. */

/** The bound of the linear memory by default, 16 MiB: room for the programs of a few thousand busy hosts. */
export const DEFAULT_MEMORY_BYTES = 16_777_216;
/** The module's initial and maximum memory (asconfig.json), 512 KiB and 1 GiB. */
export const MIN_MEMORY_BYTES = 524_288;
export const MAX_MEMORY_BYTES = 1_073_741_824;

/** Of WebAssembly's memory. */
export const PAGE_BYTES = 65_536;
/** Programs start at multiples of it. */
export const ALIGNMENT = 16;

/** For guessing from its bytes how many lines a chunk has. */
export const TYPICAL_LINE_BYTES = 64;
/** Room for compiling, by the length of the file: enough for nearly all files. The module says how much the others need. */
export const ROOM_FACTOR = 16;
export const ROOM_BYTES = 4096;
/** Text that fits the 65,536 bytes of INPUT whatever it holds: a UTF-16 unit takes at most three bytes. */
export const MOST_UNITS = 21_845;
/** Product tokens that fit the 24,576 bytes for which assembly/read/agents.ts has room. */
export const MAX_TOKEN_UNITS = 8192;
/**
 * Texts from so many UTF-16 units on are written as UTF-16 where the host encodes slowly: two of three real files of that length are
 * not ASCII, and gain much more than the others lose (docs/performance.md).
 */
export const LONG_TEXT = 32_768;
/** Up to here an array of numbers takes less time and no more memory than an array buffer. */
export const MOST_BYTES_AS_NUMBERS = 8192;

/** Longer keys of fields are cut in programs: the length of a key is one byte. */
export const MAX_KEY_BYTES = 255;

/** Agents, and lists of agents, whose rules `RobotsTxt.isAllowed` keeps. */
export const MAX_CACHED_AGENTS = 8;

/** Servers accept no longer URLs. The limit keeps a hostile file from returning megabytes. */
export const MAX_SITEMAP_BYTES = 8192;
/** A longer delay would forbid crawling, which is the purpose of Disallow. */
export const MAX_CRAWL_DELAY_SECONDS = 86_400;
/** A DNS name has at most 253 characters, plus scheme and port. */
export const MAX_HOST_LENGTH = 300;
/** Yandex ignores longer values of Clean-param. */
export const MAX_CLEAN_PARAM_LENGTH = 500;
/** Longer values of Content-Usage and Content-Signal are ignored, so no regular expression runs on them. */
export const MAX_PREFERENCE_LENGTH = 8192;
