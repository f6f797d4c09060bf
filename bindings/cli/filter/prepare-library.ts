/** Prepares the path of `--robots` for all threads: opens the shards of a manifest, and compiles a WARC file into a temporary archive. */
import { closeSync, mkdtempSync, openSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inputError, readInput } from "../../bulk/files/input-error.ts";
import { outputFile } from "../../bulk/files/output-file.ts";
import { startOf, withFile } from "../../bulk/files/read-start.ts";
import { ArchiveLibrary, type FilterPlan } from "../../bulk/filter/index.ts";
import { checkNames, warcsIn } from "../../bulk/folder/index.ts";
import { openShard, type ShardPath, shardsIn } from "../../bulk/shards/index.ts";
import { policyOf } from "../../core/access/internal.ts";
import { MAGIC } from "../../crawl/archive/internal.ts";
import { printableLines, writeError } from "../output.ts";
import type { FilterOptions } from "./filter-options.ts";

/** @throws whatever reading and writing throw; the reason of the signal when it aborts. */
export async function prepareRobotsSource(
  { plan, quiet, mustFind }: Pick<FilterOptions, "plan" | "quiet" | "mustFind">,
  signal: AbortSignal,
): Promise<FilterPlan> {
  const { robots } = plan;
  if (robots === undefined) return plan;
  const isFolder = statSync(robots).isDirectory();
  const warcs = isFolder ? warcsIn(robots) : [robots];
  if (warcs === undefined) {
    if (mustFind) checkNames(robots);
    return plan;
  }
  const opened = isFolder ? undefined : openArchiveFiles(robots);
  const { files: archiveFiles, shards } = opened ?? { files: [await compiled(plan, warcs, quiet, signal)] };
  // Checked here once, before each worker would fail.
  const { sizes } = readInput(robots, () => new ArchiveLibrary(archiveFiles, plan));
  if (shards !== undefined) checkSizes(shards, sizes);
  if (mustFind && sizes.every((size) => size === 0))
    throw inputError(robots, "expected an archive with origins; got an empty one; to go on, pass --missing");
  return { ...plan, archiveFiles };
}

interface OpenArchive {
  readonly files: readonly number[];
  /** What the manifest says of them, if there is one. */
  readonly shards?: readonly ShardPath[];
}

/** The archive, or its shards, if they are those that the manifest names; undefined for other files. */
function openArchiveFiles(path: string): OpenArchive | undefined {
  const file = openSync(path, "r");
  if (startOf(file, MAGIC.length).toString("latin1") === MAGIC) return { files: [file] };
  const shards = shardsIn(path, file);
  closeSync(file);
  return shards && { files: shards.map(openShard), shards };
}

/** The paths of the shards that a manifest names; none for other files. */
export const shardsNamedBy = (path: string): readonly string[] =>
  withFile(path, (file) => shardsIn(path, file))?.map((shard) => shard.path) ?? [];

/** `robots-wasm archive` also compares the SHA-256 of shards. */
function checkSizes(shards: readonly ShardPath[], sizes: readonly number[]): void {
  for (const [i, { path, origins }] of shards.entries())
    if (sizes[i] !== origins)
      throw inputError(path, `expected ${origins} origins, as its manifest says; got ${sizes[i]}`);
}

/** The WARC files as an open archive. Only here is the compiler loaded: starting takes longer with each file that is. */
async function compiled(
  plan: FilterPlan,
  warcs: readonly string[],
  quiet: boolean,
  signal: AbortSignal,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "robots-wasm-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const output = outputFile(join(folder, "archive"));
  const { agents, dialect, leniency } = plan;
  const { CompileStats } = await import("../../bulk/warc/index.ts");
  const { compileArchive } = await import("../../bulk/compile/index.ts");
  const stats = new CompileStats();
  await compileArchive({
    description: { crawlers: [agents], dialect, leniency },
    policy: policyOf(dialect),
    folders: [],
    warcs,
    output,
    temporary: join(folder, "temporary"),
    stats,
    signal,
  });
  output.commit();
  if (!quiet) writeError(`${printableLines(stats.summary())}\n`);
  return openSync(join(folder, "archive"), "r");
}
