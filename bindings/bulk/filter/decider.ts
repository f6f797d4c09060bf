/** Builds a decider from a plan. The plan is plain data, so that it can be sent to worker threads. */
import { blanketRules } from "../../core/deciding.ts";
import { BlockFilter } from "./block-filter.ts";
import type { OutputSpec } from "./block-result.ts";
import { openLibrary } from "./libraries.ts";
import type { CompileTarget } from "./origin-rules.ts";
import { type Fetcher, type OnMissing, Origins } from "./origins.ts";
import type { Decider } from "./pipeline.ts";
import { SharedPrograms } from "./shared-programs.ts";
import type { UrlField } from "./url-field.ts";

export interface FilterPlan extends CompileTarget {
  /** The path of a library. */
  readonly robots: string | undefined;
  /** Its descriptors if it is an archive, one for each shard: opened once, so that all threads read the same files. */
  readonly archiveFiles?: readonly number[];
  readonly missing: "allow" | "deny" | "fetch";
  readonly output: OutputSpec;
  readonly field?: UrlField | undefined;
  /** How many bytes of compiled rules each thread keeps. */
  readonly memoryBytes: number;
  readonly shared?: SharedArrayBuffer;
}

export function blockFilterOf(plan: FilterPlan, fetcher: Fetcher): BlockFilter {
  const verdict = plan.missing === "deny" ? "disallow" : "allow";
  const missing: OnMissing =
    plan.missing === "fetch" ? fetcher : { rules: blanketRules(verdict, plan.dialect), cause: "missing" };
  const shared = plan.shared === undefined ? undefined : new SharedPrograms(plan.shared);
  const library = plan.robots === undefined ? undefined : openLibrary(plan.robots, plan, plan.archiveFiles);
  return new BlockFilter(new Origins(library, missing, plan.memoryBytes, shared), plan.output, plan.field);
}

/** Decides in this thread. */
export function ownDecider(plan: FilterPlan, fetcher: Fetcher): Decider {
  const filter = blockFilterOf(plan, fetcher);
  return { concurrency: 1, decide: (block) => filter.decide(block), close: async () => {} };
}
