/** The manifest of an archive in shards, which `compile --shards` writes beside them (docs/archive.md). */
import { archiveError, type Description, VERSION } from "../../crawl/archive/internal.ts";

export const MANIFEST_VERSION = 2;
/** Room for 65,536 files with names of 255 bytes. */
export const MAX_MANIFEST_BYTES: number = 2 ** 26;

/** The file of one shard. Files stand in the order of their shards. */
export interface ShardFile {
  /** A name in the folder of the manifest. */
  readonly file: string;
  readonly origins: number;
  readonly bytes: number;
  /**
   * The end of the file, in hexadecimal. It depends on every byte, because each reference has the checksum of its page. Readers
   * read it on opening anyway, so they know a file of another run at no cost.
   */
  readonly footer: string;
  /** Of the file, in hexadecimal. */
  readonly sha256: string;
}

export interface Manifest extends Omit<Description, "shard"> {
  readonly version: number;
  /** The version of robots-wasm that wrote it. */
  readonly "robots-wasm": string;
  /** Identifies the contents of all files, and ends their names: the start of the SHA-256 of all footers. */
  readonly generation: string;
  /** The format of the shards. */
  readonly format: number;
  readonly shards: number;
  readonly hash: string;
  /** The tokens of all crawlers. */
  readonly agents: readonly string[];
  readonly files: readonly ShardFile[];
}

export const HASH_NAME = "fnv1a-32(host)";

/** @throws RangeError (`ERR_ARCHIVE`) unless the text is a manifest that this version reads. */
export function readManifest(text: string): Manifest {
  const read = parsed(text) as Partial<Manifest> | null | undefined;
  if (read?.version !== MANIFEST_VERSION)
    throw archiveError(`a manifest of version ${MANIFEST_VERSION}`, `${read?.version}; compile the archive again`);
  if (read.format !== VERSION)
    throw archiveError(`a manifest of format ${VERSION}`, `${read.format}; compile the archive again`);
  if (read.hash !== HASH_NAME) throw archiveError(`the hash ${HASH_NAME}`, String(read.hash));
  const { generation, shards, files } = read;
  if (!isText(generation)) throw archiveError("a manifest with a generation", "none");
  const isWhole = Array.isArray(files) && files.length > 0 && files.length === shards && files.every(isShardFile);
  if (!isWhole) throw archiveError("a manifest with a file for each shard", `${shards} shards and other files`);
  return read as Manifest;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw archiveError("a manifest in JSON", "other text");
  }
}

/** A name with a slash would lead out of the folder. */
const isShardFile = (one: Partial<ShardFile> | null): boolean =>
  isText(one?.file) &&
  /^[^/\\\0]+$/.test(one.file) &&
  ![".", ".."].includes(one.file) &&
  [one.origins, one.bytes].every((count) => Number.isSafeInteger(count)) &&
  isText(one.footer) &&
  isText(one.sha256);

const isText = (value: unknown): value is string => typeof value === "string";
