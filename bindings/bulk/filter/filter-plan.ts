/** What a run of `filter` decides by: plain data, so that it can be sent to worker threads. */
import { blanketRules } from "../../core/deciding.ts";
import { ArchiveFile } from "../engine/archive-file.ts";
import { readInput } from "../files/input-error.ts";
import { ArchiveLibrary } from "./archive-library.ts";
import { BlockFilter } from "./block-filter.ts";
import type { OutputSpec } from "./block-result.ts";
import { Folder } from "./folder.ts";
import { LineDecider } from "./line-decider.ts";
import type { Fetcher, OnMissing } from "./lookups.ts";
import type { CompileTarget, OriginRules, OriginSource } from "./origin-rules.ts";
import type { UrlField } from "./url-field.ts";

export interface FilterPlan extends CompileTarget {
  /** The path of a library. */
  readonly robots: string | undefined;
  /** Its descriptors if it is an archive, one for each shard: opened once, so that all threads read the same files. */
  readonly archiveFiles?: readonly number[];
  readonly missing: "allow" | "refuse" | "mark" | "fetch";
  readonly output: OutputSpec;
  readonly field?: UrlField | undefined;
  /** How much memory each thread keeps between blocks. */
  readonly memoryBytes: number;
}

export const blockFilterOf = (plan: FilterPlan, fetcher: Fetcher): BlockFilter =>
  new BlockFilter(lineDeciderOf(plan, fetcher), plan.output, plan.field);

function lineDeciderOf(plan: FilterPlan, fetcher: Fetcher): LineDecider {
  const { agents, dialect, leniency, memoryBytes, robots, archiveFiles } = plan;
  const missing: OnMissing = plan.missing === "fetch" ? fetcher : missingRules(plan);
  const open = (): OriginSource =>
    archiveFiles === undefined ? new Folder(robots!, plan) : new ArchiveLibrary(archiveFiles, plan);
  const library = robots === undefined ? undefined : readInput(robots, open);
  const archives = (archiveFiles ?? []).map((file) => new ArchiveFile(file, { agents, dialect, leniency }));
  const explains = plan.output.format === "json";
  return new LineDecider({ dialect, agents, library, archives, missing, memoryBytes, explains });
}

const missingRules = ({ missing, dialect }: FilterPlan): OriginRules => ({
  rules: blanketRules(missing === "allow" ? "allowed" : "refused", dialect),
  cause: "missing",
  isUnknown: missing === "mark",
});
