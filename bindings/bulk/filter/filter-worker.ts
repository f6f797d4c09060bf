/** A worker thread of `filter`: decides blocks one after another; the main thread fetches what must be fetched. */
import { parentPort, workerData } from "node:worker_threads";
import { AgentRules } from "../../core/index.ts";
import { answerTo, type FromThread } from "../files/threads.ts";
import type { BlockResult } from "./block-result.ts";
import type { FetchedMessage, ToWorker } from "./filter-messages.ts";
import { blockFilterOf, type FilterPlan } from "./filter-plan.ts";
import type { OriginRules } from "./origin-rules.ts";

const port = parentPort!;
/** Callbacks waiting for an origin: several, because lines may spell it in several ways. */
const waitingFor = new Map<string, ((found: OriginRules) => void)[]>();

function fetchByMain(origin: string): Promise<OriginRules> {
  return new Promise((resolve) => {
    const waiting = waitingFor.get(origin);
    if (waiting !== undefined) return void waiting.push(resolve);
    waitingFor.set(origin, [resolve]);
    port.postMessage({ question: origin } satisfies FromThread<BlockResult, string>);
  });
}

const filter = blockFilterOf(workerData as FilterPlan, fetchByMain);

const buffersOf = ({ output, refusedLines, invalidLines }: BlockResult): readonly ArrayBuffer[] => [
  ...new Set([output, refusedLines, invalidLines].flatMap((bytes) => (bytes === undefined ? [] : [bytes.buffer]))),
];

function fetched({ fetched: origin, program, cause, refusal }: FetchedMessage): void {
  const rules = AgentRules.fromBytes(program);
  for (const resolve of waitingFor.get(origin)!) resolve(cause === undefined ? { rules } : { rules, cause, refusal });
  waitingFor.delete(origin);
}

/** Blocks are decided one at a time: the next one waits while origins are fetched. */
let lastBlock: Promise<void> = Promise.resolve();

port.on("message", (message: ToWorker) => {
  if ("fetched" in message) fetched(message);
  else lastBlock = lastBlock.then(() => answerTo(port, () => filter.decide(message), buffersOf));
});
