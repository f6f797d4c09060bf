/** What WARC files say of each origin, as a client that made the captured requests would know it. */

import { Yielder } from "../folder/turns.ts";
import type { Capture } from "./capture.ts";
import { Captures } from "./captures.ts";
import { CompileStats } from "./compile-stats.ts";
import { type Lost, type ReadPlan, readWarcs } from "./read-warc.ts";
import { decodeStored, type Replayed, replay, replayAlone } from "./replay.ts";

interface OriginsPlan extends Pick<ReadPlan, "policy" | "signal"> {
  readonly warcs: readonly string[];
  /** A prefix for the names of temporary files. */
  readonly temporary: string;
}

/**
 * Yields what is lost while it reads, then every origin whose robots.txt was captured, with its body, in the order of an archive.
 * @throws the reason of the signal when it aborts
 */
export async function* originsIn({ policy, warcs, temporary, signal }: OriginsPlan): AsyncGenerator<Lost | Replayed> {
  const plan = { policy, signal, stats: new CompileStats(), keepsDamaged: true, keep: (body: Uint8Array) => body };
  const captures = new Captures(temporary);
  try {
    yield* readWarcs(plan, warcs, captures);
    await captures.finish(signal);
    const yielder = new Yielder(signal);
    for (const stored of replay(captures, plan)) {
      const one = "key" in stored ? replayAlone(policy, decodeStored(stored) as Capture) : stored;
      // The table's block is read over: a copy outlives it.
      yield one.kept === undefined ? one : { ...one, kept: Uint8Array.from(one.kept) };
      await yielder.pause();
    }
  } finally {
    captures.close();
  }
}
