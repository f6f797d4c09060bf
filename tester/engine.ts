/** The page's side of the workers: one for answers and lists, one for everything slower, so that answers never queue. */
import type { ListProgress, Message, Reply, RequestName, Requests } from "./protocol.ts";
import { fail } from "./state/status.ts";

type Resolvers = { resolve: (answer: never) => void; reject: (error: Error) => void };

class Engine {
  readonly #worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  readonly #waiting = new Map<number, Resolvers>();
  #lastId = 0;
  onProgress: (progress: ListProgress) => void = () => {};

  constructor() {
    this.#worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => this.#receive(data));
    this.#worker.addEventListener("error", ({ message }) => this.#failAll(message));
  }

  ask<N extends RequestName>(name: N, ask: Requests[N]["ask"]): Promise<Requests[N]["answer"]> {
    const id = ++this.#lastId;
    this.#worker.postMessage({ id, name, ask } satisfies Message<N>);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** Asks as `newestOnly` does; failures are shown. */
  newest<N extends RequestName>(
    name: N,
    receive: (answer: Requests[N]["answer"], ask: Requests[N]["ask"]) => void,
  ): (ask: Requests[N]["ask"]) => void {
    return newestOnly((ask: Requests[N]["ask"]) => this.ask(name, ask), receive, fail);
  }

  #receive(reply: Reply): void {
    if ("progress" in reply) this.onProgress(reply.progress);
    else this.#settle(reply);
  }

  #settle(reply: Exclude<Reply, { readonly progress: ListProgress }>): void {
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

export const answerEngine: Engine = new Engine();
export const toolEngine: Engine = new Engine();

/** Sends the newest request when the engine is free and drops those in between, so that fast typing leaves no queue. */
export function newestOnly<A, T>(
  send: (ask: A) => Promise<T>,
  receive: (answer: T, ask: A) => void,
  fail: (error: Error) => void,
): (ask: A) => void {
  let next: { ask: A } | undefined;
  let busy = false;
  const run = async (): Promise<void> => {
    busy = true;
    while (next !== undefined) {
      const { ask } = next;
      next = undefined;
      await send(ask).then((answer) => receive(answer, ask), fail);
    }
    busy = false;
  };
  return (ask) => {
    next = { ask };
    if (!busy) void run();
  };
}
