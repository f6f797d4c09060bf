/** The limits of the core, in a file of constants alone: bundlers write such constants into the code that uses them. */

/** The bound of the linear memory by default, 16 MiB: room for the programs of a few thousand busy hosts. */
export const DEFAULT_MEMORY_BYTES = 16_777_216;
/** The module's initial and maximum memory (asconfig.json), 512 KiB and 1 GiB. */
export const MIN_MEMORY_BYTES = 524_288;
export const MAX_MEMORY_BYTES = 1_073_741_824;

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
