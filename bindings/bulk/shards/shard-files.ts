/** Finds the shards of an archive by their manifest. Runs in Node only. */
import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { FOOTER_BYTES } from "../../crawl/archive/internal.ts";
import { inputError, readInput } from "../files/input-error.ts";
import { startOf } from "../files/read-start.ts";
import { MAX_MANIFEST_BYTES, type Manifest, readManifest, type ShardFile } from "./manifest.ts";

export interface ShardPath extends ShardFile {
  readonly path: string;
}

/** A manifest is JSON; archives and WARC files begin with other bytes. */
const MANIFEST_START = 0x7b;

/** @param file an open descriptor. @returns undefined for other files @throws an input error for a damaged manifest. */
export function manifestIn(path: string, file: number): Manifest | undefined {
  if (startOf(file, 1)[0] !== MANIFEST_START) return undefined;
  const { size } = fstatSync(file);
  if (size > MAX_MANIFEST_BYTES)
    throw inputError(path, `expected a manifest of at most ${MAX_MANIFEST_BYTES} bytes; got ${size}`);
  const text = startOf(file, size).toString();
  return readInput(path, () => readManifest(text));
}

export const shardPaths = (manifestPath: string, { files }: Manifest): readonly ShardPath[] =>
  files.map((shard) => ({ ...shard, path: join(dirname(manifestPath), shard.file) }));

/** The shards that an open manifest names. @returns undefined unless that is a manifest */
export function shardsIn(path: string, file: number): readonly ShardPath[] | undefined {
  const manifest = manifestIn(path, file);
  return manifest && shardPaths(path, manifest);
}

/** @returns an open descriptor. @throws an input error unless the file is the one that the manifest names; system errors. */
export function openShard(shard: ShardPath): number {
  const { path } = shard;
  // Opening a pipe would wait for its writer.
  if (!statSync(path).isFile()) throw inputError(path, "expected a shard; got not a file");
  const file = openSync(path, "r");
  try {
    checkShard(shard, file);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function checkShard({ path, bytes, footer }: ShardPath, file: number): void {
  const { size } = fstatSync(file);
  if (size !== bytes) throw inputError(path, `expected a shard of ${bytes} bytes, as its manifest says; got ${size}`);
  const end = Buffer.alloc(FOOTER_BYTES);
  readSync(file, end, 0, FOOTER_BYTES, Math.max(0, size - FOOTER_BYTES));
  if (end.toString("hex") !== footer)
    throw inputError(path, "expected the shard that its manifest names; got one of another run");
}
