/** Reads WARC files: sorts all captures on disk, then replays them for each origin. Runs in Node only. */

import type { AccessPolicy } from "../../access/index.ts";
import type { Description } from "../archive/description.ts";
import type { State } from "../archive/state.ts";
import { Captures } from "./captures.ts";
import type { CompileStats } from "./compile-stats.ts";
import { replay } from "./replay.ts";
import { Turns } from "./turns.ts";
import { captureOf } from "./warc-capture.ts";
import { recordsOf } from "./warc-records.ts";

export interface WarcPlan {
  readonly description: Omit<Description, "policy">;
  readonly policy: AccessPolicy;
  readonly warcs: readonly string[];
  /** A prefix for the names of temporary files. */
  readonly temporary: string;
  readonly stats: CompileStats;
  readonly signal: AbortSignal;
}

/** @param add called for each origin. @throws ERR_INPUT for a damaged file; the reason of the signal when it aborts. */
export async function addCaptures(plan: WarcPlan, add: (origin: URL, state: State) => void): Promise<void> {
  const { policy, warcs, stats, signal } = plan;
  const captures = new Captures(plan.temporary);
  try {
    for (const path of warcs) await readWarc(plan, path, captures);
    await captures.finish(signal);
    const turns = new Turns(signal);
    for (const { origin, state } of replay(captures, policy, (reason) => stats.skip(reason))) {
      add(origin, state);
      await turns.step();
    }
  } finally {
    captures.close();
  }
}

async function readWarc({ description, policy, stats, signal }: WarcPlan, path: string, captures: Captures) {
  const { crawlers, ...options } = description;
  for await (const record of recordsOf(path)) {
    signal.throwIfAborted();
    stats.records++;
    const capture = await captureOf(record, { crawlers, parse: options, policy, onTruncated: () => stats.truncated++ });
    if (capture === undefined) continue;
    if ("skipped" in capture) stats.skip(capture.skipped);
    else captures.add(capture);
  }
}
