/** From a plan, which is plain data and can be sent to another thread, to what decides by it in this one. */
import { blanketRules } from "../../core/robots/blanket-rules.ts";
import { BlockFilter } from "./block-filter.ts";
import { openLibrary } from "./libraries.ts";
import type { Question } from "./origin-rules.ts";
import { type Fetcher, type Missing, Origins } from "./origins.ts";
import type { Decider } from "./pipeline.ts";
import type { Wanted } from "./result.ts";
import { SharedPrograms } from "./shared-programs.ts";

export interface Plan extends Question {
  /** The path of a library. */
  readonly robots: string | undefined;
  readonly missing: "allow" | "deny" | "fetch";
  readonly wanted: Wanted;
  /** What each thread holds of compiled rules. */
  readonly memoryBytes: number;
  readonly shared?: SharedArrayBuffer;
}

export function blockFilterOf(plan: Plan, fetcher: Fetcher): BlockFilter {
  const verdict = plan.missing === "deny" ? "disallow" : "allow";
  const missing: Missing =
    plan.missing === "fetch" ? fetcher : { rules: blanketRules(verdict, plan.dialect), cause: "missing" };
  const shared = plan.shared === undefined ? undefined : new SharedPrograms(plan.shared);
  const library = plan.robots === undefined ? undefined : openLibrary(plan.robots, plan);
  return new BlockFilter(new Origins(library, missing, plan.memoryBytes, shared), plan.wanted);
}

/** Decides in this thread. */
export function ownDecider(plan: Plan, fetcher: Fetcher): Decider {
  const filter = blockFilterOf(plan, fetcher);
  return { concurrency: 1, decide: (block) => filter.decide(block), close: async () => {} };
}
