/**
 * Writes an archive in shards and its manifest. The names of shards end in a hash of their contents, and the manifest is
 * renamed last: whenever the writer is killed, readers see the previous shards or the new ones, never some of each. Runs in Node
 * only.
 */
import { createHash } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { FOOTER_BYTES, VERSION } from "../../crawl/archive/internal.ts";
import { type Output, outputFile, syncFolder } from "../files/output-file.ts";
import { withFile } from "../files/read-start.ts";
import { HASH_NAME, MANIFEST_VERSION, type Manifest, type ShardFile } from "../shards/manifest.ts";
import { manifestIn } from "../shards/shard-files.ts";
import { type CompileInputs, compileArchive, compileShards } from "./compile.ts";

interface ShardSetPlan extends CompileInputs {
  readonly shards: number;
  /** Of robots-wasm. */
  readonly version: string;
}

/**
 * Puts what was written in its place, or beside it under a name that ends in `suffix`.
 * @returns the names of old files that stay because they could not be deleted
 */
export type Replace = (suffix?: string) => readonly string[];

/** What follows the name of the manifest in the name of a shard. */
const SHARD = /^\d{5}-of-\d{5}\.([0-9a-f]{16})$/;
/** What follows it in the name of a hidden file that is written: of a shard, a manifest or captures. */
const UNFINISHED = /^(\d{5}-of-\d{5}\.)?[0-9a-f]{16}(\.\w+)?$/;

/**
 * Writes everything under temporary names. Only one process may do so beside the same manifest.
 * @param path of the manifest
 * @returns how to put the new shards in the place of the previous ones
 */
export async function writeShardSet(path: string, plan: ShardSetPlan): Promise<Replace> {
  deleteBeside(path, `.${basename(path)}.`, (rest) => UNFINISHED.test(rest));
  const outputs: HashedOutput[] = [];
  const nameOf = (shard: number): string =>
    `${path}.${[shard, plan.shards].map((n) => String(n).padStart(5, "0")).join("-of-")}`;
  const openShard = (shard: number): Output => {
    outputs.push(new HashedOutput(outputFile(nameOf(shard))));
    return outputs.at(-1)!;
  };
  const origins = await compileShards({ ...plan, openShard });
  const generation = generationOf(outputs.map(({ footer }) => footer));
  const files = outputs.map((output, shard) => ({
    file: `${basename(nameOf(shard))}.${generation}`,
    origins: origins[shard]!,
    ...output.identity(),
  }));
  const manifest = outputFile(path);
  await manifest.write(Buffer.from(`${JSON.stringify(manifestOf(plan, generation, files), null, 2)}\n`));
  return (suffix) => {
    const previous = generationAt(path);
    for (const shard of outputs) shard.commit(`.${generation}`);
    // The manifest must not survive a crash of the machine without its shards.
    syncFolder(dirname(path));
    manifest.commit(suffix);
    syncFolder(dirname(path));
    return deleteShards(path, [generation, previous]);
  };
}

/** Writes one file, which may take the place of a manifest. */
export async function writeWhole(path: string, plan: CompileInputs): Promise<Replace> {
  const output = outputFile(path);
  await compileArchive({ ...plan, output });
  return (suffix) => {
    const previous = generationAt(path);
    output.commit(suffix);
    return deleteShards(path, [previous]);
  };
}

/** Processes that have opened the previous manifest go on with its shards until the next run. */
function deleteShards(path: string, kept: readonly (string | undefined)[]): readonly string[] {
  return deleteBeside(path, `${basename(path)}.`, (rest) => {
    const found = SHARD.exec(rest)?.[1];
    return found !== undefined && !kept.includes(found);
  });
}

const generationOf = (footers: readonly Uint8Array[]): string =>
  createHash("sha256").update(Buffer.concat(footers)).digest("hex").slice(0, 16);

/** The generation that a manifest names; undefined if there is no valid manifest. */
function generationAt(path: string): string | undefined {
  try {
    // Opening a pipe would wait for its writer.
    if (!statSync(path).isFile()) return undefined;
    return withFile(path, (file) => manifestIn(path, file))?.generation;
  } catch {
    return undefined;
  }
}

/** Deletes files beside a path whose names are `start` and a rest that is old. @returns those that could not be deleted */
function deleteBeside(path: string, start: string, isOld: (rest: string) => boolean): readonly string[] {
  const old = readdirSync(dirname(path)).filter((name) => name.startsWith(start) && isOld(name.slice(start.length)));
  return old.map((name) => join(dirname(path), name)).filter((file) => !isDeleted(file));
}

/** On Windows, a file that is open cannot be deleted. */
function isDeleted(file: string): boolean {
  try {
    rmSync(file, { force: true });
    return true;
  } catch {
    return false;
  }
}

function manifestOf(
  { description: { crawlers, ...options }, policy, shards, version }: ShardSetPlan,
  generation: string,
  files: readonly ShardFile[],
): Manifest {
  return {
    version: MANIFEST_VERSION,
    "robots-wasm": version,
    generation,
    format: VERSION,
    shards,
    hash: HASH_NAME,
    agents: crawlers.flat(),
    crawlers,
    ...options,
    policy: policy.name,
    files,
  };
}

/** Counts and hashes what is written. */
class HashedOutput implements Output {
  /** The last bytes that were written. */
  footer: Uint8Array = new Uint8Array();
  readonly #output: Output;
  readonly #hash = createHash("sha256");
  #bytes = 0;

  constructor(output: Output) {
    this.#output = output;
  }

  write(piece: Uint8Array): Promise<void> {
    this.#hash.update(piece);
    this.#bytes += piece.length;
    this.footer = Buffer.concat([this.footer, piece.subarray(-FOOTER_BYTES)]).subarray(-FOOTER_BYTES);
    return this.#output.write(piece);
  }

  commit(suffix: string): void {
    this.#output.commit(suffix);
  }

  /** What a manifest says of the file. */
  identity(): Pick<ShardFile, "bytes" | "footer" | "sha256"> {
    const footer = Buffer.from(this.footer).toString("hex");
    return { bytes: this.#bytes, footer, sha256: this.#hash.digest("hex") };
  }
}
