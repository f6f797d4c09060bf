/** From WARC files to what is known of each origin: all captures sorted on the disk, then replayed. Runs in Node only. */

import type { AccessPolicy } from "../../access/index.ts";
import type { Description } from "../archive/description.ts";
import type { State } from "../archive/state.ts";
import { Captures } from "./captures.ts";
import { replay } from "./replay.ts";
import type { Tally } from "./tally.ts";
import { Turns } from "./turns.ts";
import { captureOf } from "./warc-capture.ts";
import { recordsOf } from "./warc-records.ts";

export interface WarcPlan {
  readonly description: Omit<Description, "policy">;
  readonly policy: AccessPolicy;
  readonly warcs: readonly string[];
  /** The beginning of names for temporary files. */
  readonly temporary: string;
  readonly tally: Tally;
  readonly signal: AbortSignal;
}

/** @param add told of each origin. @throws WarcError for a file that is damaged; the signal's reason when it aborts. */
export async function addCaptures(plan: WarcPlan, add: (origin: URL, state: State) => void): Promise<void> {
  const { policy, warcs, tally, signal } = plan;
  const captures = new Captures(plan.temporary);
  try {
    for (const path of warcs) await readWarc(plan, path, captures);
    await captures.finish(signal);
    const turns = new Turns(signal);
    for (const { origin, state } of replay(captures, policy, (reason) => tally.skip(reason))) {
      add(origin, state);
      await turns.step();
    }
  } finally {
    captures.close();
  }
}

async function readWarc({ description, policy, tally, signal }: WarcPlan, path: string, captures: Captures) {
  const { agents, ...options } = description;
  for await (const record of recordsOf(path)) {
    signal.throwIfAborted();
    tally.records++;
    const capture = await captureOf(record, { agents, parse: options, policy });
    if (capture === undefined) continue;
    if ("skipped" in capture) tally.skip(capture.skipped);
    else captures.add(capture);
  }
}
