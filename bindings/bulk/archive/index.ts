/** robots-wasm/archive: compiled rules of many origins in one file, read one origin at a time. */

import { wrongType } from "../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import { checkedAgents } from "../../core/deciding.ts";
import type { DialectName, Leniency } from "../../core/index.ts";
import { dialectNamed, dialectWith } from "../../core/parsing.ts";
import { Archive } from "./archive.ts";
import type { ArchiveTarget } from "./description.ts";
import { bytesAccess, fileAccess } from "./random-access.ts";
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

const openOptions: KnownOptions<OpenOptions> = { agent: 1, dialect: 1, leniency: 1 };

/**
 * Opens an archive made by `robots-wasm compile`. Reads only its head and footer, whatever its size.
 * @param source its bytes, an object that reads them, or the path of a file if the runtime has `node:fs`.
 * @throws RangeError (`ERR_ARCHIVE`) if the archive is truncated, damaged, foreign, of another format, or compiled for
 *   other agents or another dialect; TypeError for a wrong argument; Error (ERR_INPUT) for a file that cannot be opened; whatever reading
 *   throws.
 */
export function openArchive(source: string | URL | Uint8Array | RandomAccess, options: OpenOptions = {}): Archive {
  const expected = expectedBy(options);
  const access = accessOf(source);
  try {
    return new Archive(access, expected);
  } catch (error) {
    access.close?.();
    throw error;
  }
}

/** Checked as `parse` and `agent` check them: what no archive can have been compiled for is a wrong argument. */
function expectedBy(options: OpenOptions): ArchiveTarget {
  const { agent, dialect, leniency } = checkedOptions("options", options, openOptions);
  if (dialect !== undefined) dialectNamed(dialect);
  if (leniency !== undefined) dialectWith(dialectNamed("rfc9309"), leniency);
  return { agents: agent === undefined ? undefined : checkedAgents(agent), dialect, leniency };
}

function accessOf(source: string | URL | Uint8Array | RandomAccess): RandomAccess {
  if (typeof source === "string" || source instanceof URL) return fileAccess(source);
  if (source instanceof Uint8Array) return bytesAccess(source);
  if (typeof source === "object" && source !== null && typeof source.read === "function") return source;
  throw wrongType("source", "a path, bytes or an object that reads them", source);
}
