/** A worker thread of `filter`: decides blocks one after another; the main thread fetches what must be fetched. */
import { parentPort, workerData } from "node:worker_threads";
import { AgentRules } from "../../core/index.ts";
import type { BlockResult } from "./block-result.ts";
import type { Block } from "./blocks.ts";
import { blockFilterOf, type FilterPlan } from "./decider.ts";
import type { FetchedMessage, ToWorker } from "./messages.ts";
import type { OriginRules } from "./origin-rules.ts";
import type { FromThread } from "./threads.ts";

const port = parentPort!;
/** Callbacks waiting for an origin: several, because lines may spell it in several ways. */
const waitingFor = new Map<string, ((found: OriginRules) => void)[]>();

const post = (message: FromThread<BlockResult, string>, transfer: ArrayBuffer[] = []): void =>
  port.postMessage(message, transfer);

function fetchByMain(origin: string): Promise<OriginRules> {
  return new Promise((resolve) => {
    const waiting = waitingFor.get(origin);
    if (waiting !== undefined) return void waiting.push(resolve);
    waitingFor.set(origin, [resolve]);
    post({ question: origin });
  });
}

const filter = blockFilterOf(workerData as FilterPlan, fetchByMain);

async function decide(block: Block): Promise<void> {
  try {
    const result = await filter.decide(block);
    const outputs = [result.output, result.denied, result.invalidLines];
    const buffers = new Set(outputs.flatMap((output) => (output === undefined ? [] : [output.buffer])));
    post({ result }, [...buffers]);
  } catch (error) {
    post({ error: error as Error, code: (error as NodeJS.ErrnoException).code });
  }
}

function fetched({ origin, program, cause }: FetchedMessage): void {
  const rules = AgentRules.fromBytes(program);
  for (const resolve of waitingFor.get(origin)!) resolve(cause === undefined ? { rules } : { rules, cause });
  waitingFor.delete(origin);
}

/** Blocks are decided one at a time: the next one waits while origins are fetched. */
let lastBlock: Promise<void> = Promise.resolve();

port.on("message", (message: ToWorker) => {
  if (message.type === "fetched") fetched(message);
  else lastBlock = lastBlock.then(() => decide(message.block));
});
