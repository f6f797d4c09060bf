/** Reads the records of WARC files, one after another, into captures. Runs in Node only. */

import type { AccessPolicy } from "../../core/access/index.ts";
import type { OriginState } from "../../crawl/archive/internal.ts";
import { inputError } from "../files/input-error.ts";
import { type Capture, type Captured, isRobotsTxt, orderOf, type Unnumbered } from "./capture.ts";
import type { Captures } from "./captures.ts";
import { type CompileStats, NOT_HTTP } from "./compile-stats.ts";
import { stateOfAnswer } from "./replay.ts";
import { type CaptureOptions, captureOf, type ReadRecord, type Unnamed } from "./warc-capture.ts";
import { OTHER_TYPES, recordsOf, type WarcRecord } from "./warc-records.ts";

/** How the records of a file are read. */
export interface ReadPlan extends CaptureOptions {
  readonly policy: AccessPolicy;
  readonly stats: CompileStats;
  readonly signal: AbortSignal;
  /** Whether what is left of a damaged file is lost, instead of everything. */
  readonly keepsDamaged?: boolean;
}

/** What belongs to no origin that anybody could name: a record, or the rest of a damaged file. */
export interface Lost {
  readonly place: string;
  readonly reason: string;
}

/** @param first the number of the first file. @throws ERR_INPUT for a damaged file; the reason of the signal when it aborts */
export async function* readWarcs(
  plan: ReadPlan,
  warcs: readonly string[],
  captures: Captures,
  first = 0,
): AsyncGenerator<Lost> {
  for (const [i, path] of warcs.entries()) yield* readWarc(plan, path, first + i, captures);
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
export async function* readWarc(plan: ReadPlan, path: string, file: number, captures: Captures): AsyncGenerator<Lost> {
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
    const lost = {
      place: `${path} after record ${records}`,
      reason: (error as Error).message.slice(`${path}: `.length),
    };
    stats.damaged.push(`${lost.place}: ${lost.reason}`);
    yield lost;
  }
}

/** What an answer means for its origin; undefined for all that depends on other captures. */
function stateAfter(policy: AccessPolicy, { kind, captured, action }: ReadRecord): OriginState | undefined {
  if (kind !== "answer" || action === undefined || !isRobotsTxt(captured.url)) return undefined;
  return stateOfAnswer(policy, action, captured as Capture);
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
