/** Reads WARC files: sorts all captures on disk, then replays them for each origin. Runs in Node only. */

import type { AccessPolicy } from "../../access/index.ts";
import type { Description, OriginState } from "../archive/internal.ts";

import { type Captured, isRobotsTxt, type Unnumbered } from "./capture.ts";
import { Captures } from "./captures.ts";
import { type CompileStats, NOT_HTTP } from "./compile-stats.ts";
import { replay } from "./replay.ts";
import { Yielder } from "./turns.ts";
import { captureOf, type Unnamed } from "./warc-capture.ts";
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
export async function addCaptures(plan: WarcPlan, add: (origin: URL, state: OriginState) => void): Promise<void> {
  const { policy, warcs, stats, signal } = plan;
  const captures = new Captures(plan.temporary);
  try {
    for (const path of warcs) await readWarc(plan, path, captures);
    await captures.finish(signal);
    const yielder = new Yielder(signal);
    for (const { origin, state } of replay(captures, policy, stats)) {
      add(origin, state);
      await yielder.pause();
    }
  } finally {
    captures.close();
  }
}

async function readWarc({ description, policy, stats, signal }: WarcPlan, path: string, captures: Captures) {
  const { crawlers, ...options } = description;
  let records = 0;
  for await (const record of recordsOf(path)) {
    signal.throwIfAborted();
    stats.records++;
    records++;
    const read = await captureOf(record, { crawlers, parse: options, policy, onTruncated: () => stats.truncated++ });
    if (read === undefined) continue;
    if ("skipped" in read) countUnnamed(stats, read, `record ${records} of ${path}`);
    else {
      countCapture(stats, read.captured);
      captures.add(read.kind, read.captured);
    }
  }
}

function countUnnamed(stats: CompileStats, { skipped, target }: Unnamed, place: string): void {
  if (skipped !== NOT_HTTP) stats.captures++;
  stats.skip(skipped, target === undefined ? place : `${place}: ${JSON.stringify(target)}`);
}

/** Other pages say nothing of an origin, unless a redirect leads to them: then the redirect is counted. */
function countCapture(stats: CompileStats, captured: Unnumbered<Captured>): void {
  if (!isRobotsTxt(captured.url)) return;
  stats.captures++;
  if ("skipped" in captured) stats.skip(captured.skipped, captured.url);
}
