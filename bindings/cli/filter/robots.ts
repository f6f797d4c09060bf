/** What `--robots` names, in a form that every thread can open: a WARC file is compiled to an archive for this run. */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openArchive } from "../../bulk/archive/index.ts";
import { MAGIC } from "../../bulk/archive/table.ts";
import { compileArchive } from "../../bulk/compile/compile.ts";
import { Tally } from "../../bulk/compile/tally.ts";
import type { Plan } from "../../bulk/filter/decider.ts";
import { outputFile } from "../../node/output-file.ts";
import { writeError } from "../output.ts";
import { policyForDialect } from "../policy.ts";

/** @throws what reading and writing throw; the signal's reason when it aborts. */
export async function openable(plan: Plan, quiet: boolean, signal: AbortSignal): Promise<Plan> {
  const { robots, agents, dialect, leniency } = plan;
  if (robots === undefined || statSync(robots).isDirectory()) return plan;
  if (!isArchive(robots)) return { ...plan, robots: await compiled(plan, robots, quiet, signal) };
  // Before there are workers, which would each be refused.
  openArchive(robots, { agent: agents, dialect, leniency }).close();
  return plan;
}

function isArchive(path: string): boolean {
  const file = openSync(path, "r");
  const start = Buffer.alloc(MAGIC.length);
  readSync(file, start, 0, start.length, 0);
  closeSync(file);
  return start.toString("latin1") === MAGIC;
}

async function compiled(plan: Plan, warc: string, quiet: boolean, signal: AbortSignal): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "robots-wasm-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const output = outputFile(join(folder, "archive"));
  const { agents, dialect, leniency } = plan;
  const tally = new Tally();
  await compileArchive({
    description: { agents, dialect, leniency },
    policy: policyForDialect(dialect),
    folders: [],
    warcs: [warc],
    output,
    temporary: join(folder, "temporary"),
    tally,
    signal,
  });
  output.commit();
  if (!quiet) writeError(`${tally.summary()}\n`);
  return join(folder, "archive");
}
