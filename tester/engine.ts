/** The page's side of the workers: one for verdicts, one for everything slower, so that verdicts never queue. */
import type { Message, Reply, RequestName, Requests } from "./protocol.ts";

type Resolvers = { resolve: (answer: never) => void; reject: (error: Error) => void };

class Engine {
  readonly #worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  readonly #waiting = new Map<number, Resolvers>();
  #lastId = 0;

  constructor() {
    this.#worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => this.#settle(data));
    this.#worker.addEventListener("error", ({ message }) => this.#failAll(message));
  }

  ask<N extends RequestName>(name: N, ask: Requests[N]["ask"]): Promise<Requests[N]["answer"]> {
    const id = ++this.#lastId;
    this.#worker.postMessage({ id, name, ask } satisfies Message<N>);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if ("error" in reply) waiting?.reject(new Error(reply.error));
    else waiting?.resolve(reply.answer as never);
  }

  #failAll(message: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(message || "the worker stopped"));
    this.#waiting.clear();
  }
}

export const verdictEngine: Engine = new Engine();
export const toolEngine: Engine = new Engine();

/**
 * Sends the newest request when the engine is free and drops those in between, so that fast typing leaves no queue.
 * `merge` joins two requests of which the first was not sent.
 */
export function newestOnly<A, T>(
  send: (ask: A) => Promise<T>,
  receive: (answer: T) => void,
  fail: (error: Error) => void,
  merge: (first: A, second: A) => A = (_, second) => second,
): (ask: A) => void {
  let next: { ask: A } | undefined;
  let busy = false;
  const run = async (): Promise<void> => {
    busy = true;
    while (next !== undefined) {
      const { ask } = next;
      next = undefined;
      await send(ask).then(receive, fail);
    }
    busy = false;
  };
  return (ask) => {
    next = { ask: next === undefined ? ask : merge(next.ask, ask) };
    if (!busy) void run();
  };
}
