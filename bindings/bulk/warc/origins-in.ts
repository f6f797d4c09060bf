/** What WARC files say of each origin, as a client that made the captured requests would know it. */

import { Yielder } from "../folder/index.ts";
import type { Capture } from "./capture.ts";
import { Captures } from "./captures.ts";
import { type Lost, type ReadPlan, readWarcs } from "./read-warc.ts";
import { decodeStored, type Replayed, replay, replayAlone } from "./replay.ts";

interface OriginsPlan extends ReadPlan {
  readonly warcs: readonly string[];
  /** A prefix for the names of temporary files. */
  readonly temporary: string;
}

/** Yields what is lost while it reads, then every origin whose robots.txt was captured. @throws as `readWarcs` */
export async function* originsIn(plan: OriginsPlan): AsyncGenerator<Lost | Replayed> {
  const captures = new Captures(plan.temporary);
  try {
    yield* readWarcs(plan, plan.warcs, captures);
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
