/** Compiles WARC files: sorts all captures on disk, then replays them for each origin. Runs in Node only. */

import { parse } from "../../core/index.ts";
import {
  borrowPrograms,
  encodeState,
  MAX_PROGRAMS_BYTES,
  originKey,
  type Scheme,
  type TableEntry,
} from "../../crawl/archive/internal.ts";
import { stateIn } from "../warc/capture-bytes.ts";
import type { Captures } from "../warc/captures.ts";
import { readWarcs } from "../warc/read-warc.ts";
import { type Replayed, replay, replayedState } from "../warc/replay.ts";
import type { CaptureOptions } from "../warc/warc-capture.ts";
import { readInThreads, type ThreadsPlan } from "./warc-threads.ts";

export interface WarcPlan extends Omit<ThreadsPlan, "first" | "jobs"> {
  /** Partials of other runs (partial.ts), in any order. */
  readonly partials?: readonly string[];
  /** How many threads read WARC files; by default 1, which is this one. The result is the same. */
  readonly jobs?: number;
}

/**
 * Reads the captures of all files.
 * @param first the number of the first file
 * @throws ERR_INPUT for a damaged file; the reason of the signal when it aborts
 */
export async function readCaptures(plan: WarcPlan, captures: Captures, first = 0): Promise<void> {
  const { jobs = 1 } = plan;
  if (jobs > 1) await readInThreads({ ...plan, jobs, first }, captures);
  else for await (const _ of readWarcs({ ...plan, keep: keeperOf(plan) }, plan.warcs, captures, first));
}

/** What the captures say of each origin, in the order of an archive. */
export function* capturedStates(plan: WarcPlan, captures: Captures): Generator<TableEntry> {
  for (const one of replay(captures, plan)) {
    if ("key" in one) yield { key: one.originKey, value: stateIn(one.value)! };
    else yield tableEntry(one);
  }
}

function tableEntry(replayed: Replayed): TableEntry {
  const [scheme, host] = replayed.origin.split("://") as [Scheme, string];
  return { key: originKey(host, scheme), value: encodeState(replayedState(replayed)) };
}

/** Keeps the rules of all crawlers, unless they exceed what an archive has room for: one file must not end the run. */
export function keeperOf({ description, stats }: Pick<WarcPlan, "description" | "stats">): CaptureOptions["keep"] {
  const { crawlers, dialect, leniency } = description;
  // Parsing checks a leniency for each file.
  const options = { dialect, ...(Object.keys(leniency).length > 0 && { leniency }) };
  return (body) => {
    const robots = parse(body, options);
    if (robots.truncated) stats.truncated++;
    return borrowPrograms(robots, crawlers, MAX_PROGRAMS_BYTES);
  };
}
