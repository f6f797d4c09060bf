/** A worker thread of `filter`: decides blocks one after another, and asks the main thread for what must be fetched. */
import { parentPort, workerData } from "node:worker_threads";
import { AgentRules } from "../../index.ts";
import type { Block } from "./blocks.ts";
import { blockFilterOf, type Plan } from "./decider.ts";
import type { FetchedMessage, FetchMessage, ToMain, ToWorker } from "./messages.ts";
import type { Access } from "./origin-rules.ts";

const port = parentPort!;
/** Who waits for an origin: lines may spell one in several ways. */
const asked = new Map<string, ((access: Access) => void)[]>();

const post = (message: ToMain, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);

function fetchByMain(origin: string): Promise<Access> {
  return new Promise((resolve) => {
    const waiting = asked.get(origin);
    if (waiting !== undefined) return void waiting.push(resolve);
    asked.set(origin, [resolve]);
    post({ type: "fetch", origin } satisfies FetchMessage);
  });
}

const filter = blockFilterOf(workerData as Plan, fetchByMain);

async function decide(block: Block): Promise<void> {
  try {
    const result = await filter.decide(block);
    const buffers = new Set([result.output.buffer, ...(result.denied === undefined ? [] : [result.denied.buffer])]);
    post({ type: "result", result }, [...buffers]);
  } catch (error) {
    post({ type: "error", error: error as Error, code: (error as NodeJS.ErrnoException).code });
  }
}

function fetched({ origin, program, cause }: FetchedMessage): void {
  const rules = AgentRules.fromBytes(program);
  for (const resolve of asked.get(origin)!) resolve(cause === undefined ? { rules } : { rules, cause });
  asked.delete(origin);
}

/** One block at a time: while origins are fetched, the next one waits. */
let turn: Promise<void> = Promise.resolve();

port.on("message", (message: ToWorker) => {
  if (message.type === "fetched") fetched(message);
  else turn = turn.then(() => decide(message.block));
});
