/** Reads WARC files: sorts all captures on disk, then replays them for each origin. Runs in Node only. */

import type { AccessPolicy } from "../../access/index.ts";
import { parse } from "../../core/index.ts";
import { inputError } from "../../files/input-error.ts";
import {
  type Description,
  encodeState,
  MAX_PROGRAMS_BYTES,
  type OriginState,
  originKey,
  programsOf,
  type Scheme,
  type TableEntry,
} from "../archive/internal.ts";
import { type Capture, type Captured, isRobotsTxt, orderOf, type Unnumbered } from "./capture.ts";
import { stateIn } from "./capture-bytes.ts";
import { Captures } from "./captures.ts";
import { type CompileStats, NOT_HTTP } from "./compile-stats.ts";
import { decodeStored, type Replayed, replay, replayAlone } from "./replay.ts";
import { Yielder } from "./turns.ts";
import { type CaptureOptions, captureOf, type ReadRecord, type Unnamed } from "./warc-capture.ts";
import { OTHER_TYPES, recordsOf, type WarcRecord } from "./warc-records.ts";
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

/**
 * Reads the captures of all files. Close them in the end.
 * @throws ERR_INPUT for a damaged file; the reason of the signal when it aborts
 */
export async function readCaptures(plan: WarcPlan, captures: Captures): Promise<void> {
  const { jobs = 1 } = plan;
  if (jobs > 1) await readInThreads({ ...plan, jobs }, captures);
  else for await (const _ of readWarcs({ ...plan, keep: keeperOf(plan) }, captures));
  await captures.finish(plan.signal);
}

/** What the captures say of each origin, in the order of an archive. */
export function* capturedStates(plan: WarcPlan, captures: Captures): Generator<TableEntry> {
  for (const one of replay(captures, plan)) {
    if ("key" in one) yield { key: one.originKey, value: stateIn(one.value)! };
    else yield entryOf(one);
  }
}

function entryOf(replayed: Replayed): TableEntry {
  const [scheme, host] = replayed.origin.split("://") as [Scheme, string];
  return { key: originKey(host, scheme), value: encodeState(stateOf(replayed)) };
}

const stateOf = ({ state, kept }: Replayed): OriginState => (kept === undefined ? state : { ...state, programs: kept });

/** Keeps the rules of all crawlers, unless they exceed what an archive has room for: one file must not end the run. */
export function keeperOf({ description, stats }: Pick<WarcPlan, "description" | "stats">): CaptureOptions["keep"] {
  const { crawlers, dialect, leniency } = description;
  // Parsing checks a leniency for each file.
  const options = { dialect, ...(Object.keys(leniency).length > 0 && { leniency }) };
  return (body) => {
    const robots = parse(body, options);
    if (robots.truncated) stats.truncated++;
    return programsOf(robots, crawlers, MAX_PROGRAMS_BYTES);
  };
}

export interface ReadPlan extends Omit<WarcPlan, "description" | "jobs">, CaptureOptions {
  /** Whether what is left of a damaged file is lost, instead of everything. */
  readonly keepsDamaged?: boolean;
}

/** What belongs to no origin that anybody could name: a record, or the rest of a damaged file. */
export interface Lost {
  readonly place: string;
  readonly reason: string;
}

/** Yields what is lost while it reads, then every origin whose robots.txt was captured. @throws as `readCaptures` */
export async function* originsIn(plan: ReadPlan): AsyncGenerator<Lost | Replayed> {
  const captures = new Captures(plan.temporary);
  try {
    yield* readWarcs(plan, captures);
    await captures.finish(plan.signal);
    const yielder = new Yielder(plan.signal);
    for (const one of replay(captures, plan)) {
      yield "key" in one ? replayAlone(plan.policy, decodeStored(one) as Capture) : one;
      await yielder.pause();
    }
  } finally {
    captures.close();
  }
}

async function* readWarcs(plan: ReadPlan, captures: Captures): AsyncGenerator<Lost> {
  for (const [file, path] of plan.warcs.entries()) yield* readWarc(plan, path, file, captures);
}

/** Finds files that hold no capture because they are of another kind: what a capture would refuse must not be missing. */
class Contents {
  /** Responses, or resources, which crawlers write to files of their own. */
  #isOriginal = false;
  /** The type of the first record that is about a response in another file. */
  #other: string | undefined;

  see({ type }: WarcRecord): void {
    if (type === "resource" || !OTHER_TYPES.has(type)) this.#isOriginal = true;
    else if (type !== "warcinfo") this.#other ??= type;
  }

  /** @throws ERR_INPUT for a file with records such as requests and no response */
  check(path: string): void {
    if (this.#isOriginal || this.#other === undefined) return;
    const got = `none, but records such as ${this.#other}, as WAT and WET files have: pass the WARC files they were made from`;
    throw inputError(path, `expected records of responses; got ${got}`);
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
  const contents = new Contents();
  const { stats, policy } = plan;
  try {
    const pieces = recordsOf(path, (bytes) => {
      stats.warcBytes += bytes;
    });
    for await (const piece of pieces) {
      plan.signal.throwIfAborted();
      for (const record of piece) {
        stats.records++;
        records++;
        contents.see(record);
        const reading = captureOf(record, plan);
        const read = reading instanceof Promise ? await reading : reading;
        if (read === undefined) continue;
        if ("skipped" in read) yield* unnamed(stats, read, `record ${records} of ${path}`);
        else {
          countCapture(stats, read.captured);
          captures.add(read.kind, read.captured, orderOf(file, records), stateAfter(policy, read));
        }
      }
    }
    contents.check(path);
  } catch (error) {
    if (!plan.keepsDamaged || (error as NodeJS.ErrnoException).code !== "ERR_INPUT") throw error;
    yield { place: `${path} after record ${records}`, reason: (error as Error).message.slice(`${path}: `.length) };
  }
}

/** What an answer means for its origin; undefined for all that depends on other captures. */
function stateAfter(policy: AccessPolicy, { kind, captured }: ReadRecord): OriginState | undefined {
  if (kind !== "answer" || !isRobotsTxt(captured.url)) return undefined;
  return stateOf(replayAlone(policy, captured as Capture));
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
