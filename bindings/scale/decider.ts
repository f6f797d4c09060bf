/** From a plan, which is plain data and can be sent to another thread, to what decides by it in this one. */
import { statSync } from "node:fs";
import type { DialectName, Leniency } from "../index.ts";
import { type Library, wholeOrigin } from "./access.ts";
import { ArchiveLibrary } from "./archive-library.ts";
import { BlockFilter, type Wanted } from "./block-filter.ts";
import type { Decider } from "./drive.ts";
import { Folder } from "./folder.ts";
import { type Fetcher, type Missing, Origins } from "./origins.ts";
import { SharedPrograms } from "./shared-programs.ts";

export interface Plan {
  readonly agents: readonly string[];
  readonly dialect: DialectName;
  readonly leniency: Leniency;
  /** A folder of robots.txt files, or an archive. */
  readonly robots: string | undefined;
  readonly missing: "allow" | "deny" | "fetch";
  readonly wanted: Wanted;
  readonly shared?: SharedArrayBuffer;
}

export function libraryOf({ robots, agents, dialect, leniency }: Plan): Library | undefined {
  if (robots === undefined) return undefined;
  if (statSync(robots).isDirectory()) return new Folder(robots, agents, { dialect, leniency });
  return new ArchiveLibrary(robots, agents, dialect, leniency);
}

export function blockFilterOf(plan: Plan, fetcher: Fetcher): BlockFilter {
  const verdict = plan.missing === "deny" ? "disallow" : "allow";
  const missing: Missing =
    plan.missing === "fetch" ? fetcher : { rules: wholeOrigin(verdict, plan.dialect), cause: "missing" };
  const shared = plan.shared === undefined ? undefined : new SharedPrograms(plan.shared);
  return new BlockFilter(new Origins(libraryOf(plan), missing, shared), plan.wanted);
}

/** Decides in this thread. */
export function ownDecider(plan: Plan, fetcher: Fetcher): Decider {
  const filter = blockFilterOf(plan, fetcher);
  return { concurrency: 1, decide: (block) => filter.decide(block), close: async () => {} };
}
