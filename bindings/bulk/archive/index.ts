/** robots-wasm/archive: compiled rules of many origins in one file, read one origin at a time. */

import { kindOf } from "../../core/errors.ts";
import type { DialectName, Leniency } from "../../index.ts";
import { bytesAccess, fileAccess } from "./access.ts";
import { Archive } from "./archive.ts";
import { checkFits } from "./description.ts";
import type { RandomAccess } from "./table-reader.ts";

export type { ArchivedRobots } from "./archive.ts";
export type { RandomAccess };
export { Archive };

/** What the archive must have been compiled for; what is left out may be anything. */
export interface OpenOptions {
  readonly agent?: string | readonly string[];
  readonly dialect?: DialectName;
  readonly leniency?: Leniency;
}

/**
 * Opens an archive made by `robots-wasm compile`. Reads its head and its index, a hundredth of a large one.
 * @param source its bytes, anything that reads them, or the path of a file (where there is `node:fs`).
 * @throws RangeError for what is truncated, damaged, foreign, newer, or compiled for another agent or dialect; TypeError
 *   for misuse; whatever reading throws.
 */
export function openArchive(source: string | URL | Uint8Array | RandomAccess, options: OpenOptions = {}): Archive {
  const access = accessOf(source);
  try {
    const archive = new Archive(access);
    const { agent, ...rest } = options;
    checkFits(archive, agent === undefined ? rest : { ...rest, agents: [agent].flat() });
    return archive;
  } catch (error) {
    access.close?.();
    throw error;
  }
}

function accessOf(source: string | URL | Uint8Array | RandomAccess): RandomAccess {
  if (typeof source === "string" || source instanceof URL) return fileAccess(source);
  if (source instanceof Uint8Array) return bytesAccess(source);
  if (typeof source === "object" && source !== null && typeof source.read === "function") return source;
  throw new TypeError(`source: expected a path, bytes or what reads them; got ${kindOf(source)}`);
}
