/** robots-wasm/archive: compiled rules of many origins in one file, read one origin at a time. */

import { wrongType } from "../../core/errors.ts";
import type { DialectName, Leniency } from "../../index.ts";
import { bytesAccess, fileAccess } from "./access.ts";
import { Archive } from "./archive.ts";
import type { RandomAccess } from "./table-reader.ts";

export type { ArchivedRobots } from "./archive.ts";
export { originHash, originShard } from "./origin-hash.ts";
export type { RandomAccess };
export { Archive };

/** What the archive must have been compiled for. Omit an option to accept any value. */
export interface OpenOptions {
  /** The product token of the crawler, or its tokens in order of preference. Needed if the archive has several crawlers. */
  readonly agent?: string | readonly string[];
  readonly dialect?: DialectName;
  readonly leniency?: Leniency;
}

/**
 * Opens an archive made by `robots-wasm compile`. Reads only its head and footer, whatever its size.
 * @param source its bytes, an object that reads them, or the path of a file if the runtime has `node:fs`.
 * @throws RangeError (`ERR_ARCHIVE`) if the archive is truncated, damaged, foreign, of another format, or compiled for
 *   other agents or another dialect; TypeError for a wrong argument; whatever reading throws.
 */
export function openArchive(source: string | URL | Uint8Array | RandomAccess, options: OpenOptions = {}): Archive {
  const access = accessOf(source);
  try {
    const { agent, dialect, leniency } = options;
    return new Archive(access, { agents: agent === undefined ? undefined : [agent].flat(), dialect, leniency });
  } catch (error) {
    access.close?.();
    throw error;
  }
}

function accessOf(source: string | URL | Uint8Array | RandomAccess): RandomAccess {
  if (typeof source === "string" || source instanceof URL) return fileAccess(source);
  if (source instanceof Uint8Array) return bytesAccess(source);
  if (typeof source === "object" && source !== null && typeof source.read === "function") return source;
  throw wrongType("source", "a path, bytes or an object that reads them", source);
}
