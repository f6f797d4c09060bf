/** robots-wasm/archive: compiled rules of many origins in one file, read one origin at a time. */

import { checkedNumber, textOfUrl } from "../../base/arguments.ts";
import { withCode, wrongType } from "../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import { readUpTo } from "../../base/read-body.ts";
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

/** What `fetchArchive` takes besides. */
export interface FetchArchiveOptions extends OpenOptions {
  /** Default the runtime's own. */
  readonly fetch?: (url: string) => Promise<Response>;
  /** The most bytes that are read; a longer answer is an error. Default 512 MiB: a shard that fits beside a program. */
  readonly maxBytes?: number;
}

const MOST_FETCHED_BYTES = 2 ** 29;

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
  const access = randomAccess(source);
  try {
    return new Archive(access, expected);
  } catch (error) {
    access.close?.();
    throw error;
  }
}

/**
 * Fetches a whole archive, or one shard of it, into memory and opens it: for a runtime without files.
 * @throws what `openArchive` throws, also for an answer that ends early; Error (ERR_INPUT) for a status other than 200 or more than
 *   `maxBytes`; whatever `fetch` throws.
 */
export async function fetchArchive(url: string | URL, options: FetchArchiveOptions = {}): Promise<Archive> {
  const known = checkedOptions("options", options, { ...openOptions, fetch: 1, maxBytes: 1 });
  const { fetch = globalThis.fetch, maxBytes = MOST_FETCHED_BYTES, ...expected } = known;
  expectedBy(expected);
  if (typeof fetch !== "function") throw wrongType("fetch", "a function", fetch);
  checkedNumber("maxBytes", maxBytes, [1]);
  const response = await fetch(textOfUrl(url));
  if (response.status === 200) return openArchive(await wholeBody(response, maxBytes), expected);
  await response.body?.cancel();
  throw inputError(`status 200; got ${response.status} for ${textOfUrl(url)}`);
}

async function wholeBody({ body }: Response, maxBytes: number): Promise<Uint8Array> {
  const bytes = await readUpTo(body, maxBytes + 1);
  if (bytes.length > maxBytes) throw inputError(`at most ${maxBytes} bytes; got more`);
  return bytes;
}

const inputError = (what: string): Error => withCode(new Error(`url: expected ${what}`), "ERR_INPUT");

/** Checked as `parse` and `agent` check them: what no archive can have been compiled for is a wrong argument. */
function expectedBy(options: OpenOptions): ArchiveTarget {
  const { agent, dialect, leniency } = checkedOptions("options", options, openOptions);
  if (dialect !== undefined) dialectNamed(dialect);
  if (leniency !== undefined) dialectWith(dialectNamed("rfc9309"), leniency);
  return { agents: agent === undefined ? undefined : checkedAgents(agent), dialect, leniency };
}

function randomAccess(source: string | URL | Uint8Array | RandomAccess): RandomAccess {
  if (typeof source === "string" || source instanceof URL) return fileAccess(source);
  if (source instanceof Uint8Array) return bytesAccess(source);
  if (typeof source === "object" && source !== null && typeof source.read === "function") return source;
  throw wrongType("source", "a path, bytes or an object that reads them", source);
}
