/** Prepares the path of `--robots` for all threads: compiles a WARC file into a temporary archive. */
import { mkdtempSync, openSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MAGIC } from "../../bulk/archive/table.ts";
import { compileArchive } from "../../bulk/compile/compile.ts";
import { CompileStats } from "../../bulk/compile/compile-stats.ts";
import { ArchiveLibrary } from "../../bulk/filter/archive-library.ts";
import type { FilterPlan } from "../../bulk/filter/decider.ts";
import { outputFile } from "../../node/output-file.ts";
import { readStart } from "../../node/read-start.ts";
import { policyForDialect } from "../options.ts";
import { printableLines, writeError } from "../output.ts";

/** @throws whatever reading and writing throw; the reason of the signal when it aborts. */
export async function prepareRobotsSource(plan: FilterPlan, quiet: boolean, signal: AbortSignal): Promise<FilterPlan> {
  const { robots } = plan;
  if (robots === undefined || statSync(robots).isDirectory()) return plan;
  const file = openSync(robots, "r");
  const archiveFile = isArchive(file) ? file : openSync(await compiled(plan, robots, quiet, signal), "r");
  // Checked here once, before each worker would fail.
  new ArchiveLibrary(archiveFile, plan);
  return { ...plan, archiveFile };
}

function isArchive(file: number): boolean {
  const start = Buffer.alloc(MAGIC.length);
  readStart(file, start);
  return start.toString("latin1") === MAGIC;
}

async function compiled(plan: FilterPlan, warc: string, quiet: boolean, signal: AbortSignal): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "robots-wasm-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const output = outputFile(join(folder, "archive"));
  const { agents, dialect, leniency } = plan;
  const stats = new CompileStats();
  await compileArchive({
    description: { crawlers: [agents], dialect, leniency },
    policy: policyForDialect(dialect),
    folders: [],
    warcs: [warc],
    output,
    temporary: join(folder, "temporary"),
    stats,
    signal,
  });
  output.commit();
  if (!quiet) writeError(`${printableLines(stats.summary())}\n`);
  return join(folder, "archive");
}
