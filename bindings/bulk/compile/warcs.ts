/** Reads WARC files: sorts all captures on disk, then replays them for each origin. Runs in Node only. */

import type { AccessPolicy } from "../../access/index.ts";
import { AgentRules, parse } from "../../index.ts";
import { type Description, type OriginState, programIn, programsOf } from "../archive/internal.ts";
import { type Captured, isRobotsTxt, type Unnumbered } from "./capture.ts";
import { Captures } from "./captures.ts";
import { type CompileStats, NOT_HTTP } from "./compile-stats.ts";
import { type Replayed, replay } from "./replay.ts";
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
  const { crawlers, ...options } = plan.description;
  const keep = (body: Uint8Array): Uint8Array => {
    const robots = parse(body, options);
    if (robots.truncated) plan.stats.truncated++;
    return programsOf(robots, crawlers);
  };
  const rulesIn = (kept: Uint8Array): AgentRules => AgentRules.fromBytes(programIn(kept, 0));
  for await (const one of originsIn({ ...plan, keep, rulesIn }))
    if ("origin" in one) add(one.origin, one.kept === undefined ? one.state : { ...one.state, programs: one.kept });
}

export interface ReadPlan extends Omit<WarcPlan, "description"> {
  /** Returns what to keep of a body, and the rules in it: `CaptureOptions`, `ReplayOptions`. */
  readonly keep: (body: Uint8Array) => Uint8Array;
  readonly rulesIn: (kept: Uint8Array) => AgentRules;
  /** Whether what is left of a damaged file is lost, instead of everything. */
  readonly keepsDamaged?: boolean;
}

/** What belongs to no origin that anybody could name: a record, or the rest of a damaged file. */
export interface Lost {
  readonly place: string;
  readonly reason: string;
}

/** Yields what is lost while it reads, then every origin whose robots.txt was captured, by URL. @throws as `addCaptures` */
export async function* originsIn(plan: ReadPlan): AsyncGenerator<Lost | Replayed> {
  const captures = new Captures(plan.temporary);
  try {
    for (const path of plan.warcs) yield* readWarc(plan, path, captures);
    await captures.finish(plan.signal);
    const yielder = new Yielder(plan.signal);
    for (const replayed of replay(captures, plan)) {
      yield replayed;
      await yielder.pause();
    }
  } finally {
    captures.close();
  }
}

async function* readWarc(plan: ReadPlan, path: string, captures: Captures): AsyncGenerator<Lost> {
  let records = 0;
  try {
    for await (const record of recordsOf(path)) {
      plan.signal.throwIfAborted();
      plan.stats.records++;
      records++;
      const read = await captureOf(record, plan);
      if (read === undefined) continue;
      if ("skipped" in read) yield* unnamed(plan.stats, read, `record ${records} of ${path}`);
      else {
        countCapture(plan.stats, read.captured);
        captures.add(read.kind, read.captured);
      }
    }
  } catch (error) {
    if (!plan.keepsDamaged || (error as NodeJS.ErrnoException).code !== "ERR_INPUT") throw error;
    yield { place: `${path} after record ${records}`, reason: (error as Error).message.slice(`${path}: `.length) };
  }
}

function* unnamed(stats: CompileStats, { skipped, target }: Unnamed, place: string): Generator<Lost> {
  stats.skip(skipped, target === undefined ? place : `${place}: ${JSON.stringify(target)}`);
  if (skipped === NOT_HTTP) return;
  stats.captures++;
  yield { place, reason: skipped };
}

/** Other pages say nothing of an origin, unless a redirect leads to them: then the redirect is counted. */
function countCapture(stats: CompileStats, captured: Unnumbered<Captured>): void {
  if (!isRobotsTxt(captured.url)) return;
  stats.captures++;
  if ("skipped" in captured) stats.skip(captured.skipped, captured.url);
}
