/** Reads WARC files: sorts all captures on disk, then replays them for each origin. Runs in Node only. */

import type { AccessPolicy } from "../../access/index.ts";
import { parse } from "../../index.ts";
import { type Description, type OriginState, programsOf } from "../archive/internal.ts";
import { type Captured, isRobotsTxt, orderOf, type Unnumbered } from "./capture.ts";
import { Captures } from "./captures.ts";
import { type CompileStats, NOT_HTTP } from "./compile-stats.ts";
import { type Replayed, replay } from "./replay.ts";
import { Yielder } from "./turns.ts";
import { type CaptureOptions, captureOf, type Unnamed } from "./warc-capture.ts";
import { recordsOf } from "./warc-records.ts";
import { readInThreads } from "./warc-threads.ts";

export interface WarcPlan {
  readonly description: Omit<Description, "policy">;
  readonly policy: AccessPolicy;
  readonly warcs: readonly string[];
  /** How many threads read WARC files; by default 1, which is this one. The result is the same. */
  readonly jobs?: number;
  /** A prefix for the names of temporary files. */
  readonly temporary: string;
  readonly stats: CompileStats;
  readonly signal: AbortSignal;
}

/** @param add called for each origin. @throws ERR_INPUT for a damaged file; the reason of the signal when it aborts. */
export async function addCaptures(plan: WarcPlan, add: (origin: URL, state: OriginState) => void): Promise<void> {
  const { jobs = 1 } = plan;
  const readAll = jobs > 1 ? (captures: Captures) => readInThreads({ ...plan, jobs }, captures) : undefined;
  for await (const one of originsIn({ ...plan, keep: keeperOf(plan), ...(readAll && { readAll }) }))
    if ("origin" in one) add(one.origin, one.kept === undefined ? one.state : { ...one.state, programs: one.kept });
}

/** Keeps the rules of all crawlers. */
export function keeperOf({ description, stats }: Pick<WarcPlan, "description" | "stats">): CaptureOptions["keep"] {
  const { crawlers, ...options } = description;
  return (body) => {
    const robots = parse(body, options);
    if (robots.truncated) stats.truncated++;
    return programsOf(robots, crawlers);
  };
}

export interface ReadPlan extends Omit<WarcPlan, "description" | "jobs">, CaptureOptions {
  /** Whether what is left of a damaged file is lost, instead of everything. */
  readonly keepsDamaged?: boolean;
  /** Reads all files, instead of one after another in this thread. */
  readonly readAll?: (captures: Captures) => Promise<void>;
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
    if (plan.readAll !== undefined) await plan.readAll(captures);
    else for (const [file, path] of plan.warcs.entries()) yield* readWarc(plan, path, file, captures);
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

/** @param file its number among all, which orders captures of one date */
export async function* readWarc(
  plan: Omit<ReadPlan, "warcs" | "temporary">,
  path: string,
  file: number,
  captures: Captures,
): AsyncGenerator<Lost> {
  let records = 0;
  const { stats } = plan;
  try {
    const pieces = recordsOf(path, (bytes) => {
      stats.warcBytes += bytes;
    });
    for await (const piece of pieces) {
      plan.signal.throwIfAborted();
      for (const record of piece) {
        stats.records++;
        records++;
        const reading = captureOf(record, plan);
        const read = reading instanceof Promise ? await reading : reading;
        if (read === undefined) continue;
        if ("skipped" in read) yield* unnamed(stats, read, `record ${records} of ${path}`);
        else {
          countCapture(stats, read.captured);
          captures.add(read.kind, read.captured, orderOf(file, records));
        }
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
