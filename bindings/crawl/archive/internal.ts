/** What other houses use of crawl/archive beyond its public entry. */
export { archiveError } from "./archive-error.ts";
export { crc32 } from "./crc32.ts";
export { type ArchiveTarget, crawlerFor, type Description, describe, readDescription } from "./description.ts";
export { hostHash, hostOfKey, originKey, type Scheme, splitKey } from "./origin-key.ts";
export { archiveLayout, MAX_PROGRAMS_BYTES } from "./page-layout.ts";
export { borrowPrograms } from "./programs.ts";
export { type FileAccess, readingFrom } from "./random-access.ts";
export { decodeState, encodeState, type OriginState, stateBytes, writeState } from "./state.ts";
export { TableReader } from "./table-reader.ts";
export {
  compareBytes,
  FOOTER_BYTES,
  HEADER_BYTES,
  MAGIC,
  type TableEntry,
  VERSION,
  writeTable,
} from "./table-writer.ts";
