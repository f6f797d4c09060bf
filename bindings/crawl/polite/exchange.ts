/** One request until its body has ended: by itself, by its limit of time, or because its caller gives up. */
import { withCode } from "../../base/errors.ts";
import { onAbort } from "../client/aborts.ts";
import type { Visit } from "./visitor.ts";

/** How a body ended. */
export type BodyEnd = "end" | "error" | "cancel";

export class Exchange {
  readonly #visit: Visit;
  readonly #caller: AbortSignal | undefined;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #stopListening: (() => void) | undefined;
  #stop: AbortController | undefined;
  #failure: { readonly reason: unknown } | undefined;
  #giveUp: ((reason: unknown) => void) | undefined;

  constructor(visit: Visit, timeoutMs: number, caller: AbortSignal | undefined) {
    this.#visit = visit;
    this.#caller = caller;
    this.#timer = setTimeout(() => this.#abort(timeout(timeoutMs)), timeoutMs);
    // A body that nobody reads does not keep the process running.
    (this.#timer as { unref?(): void }).unref?.();
    this.#stopListening = caller && onAbort(caller, () => this.#abort(caller.reason));
    if (caller?.aborted === true) this.#abort(caller.reason);
  }

  /** Made when somebody needs it. */
  get signal(): AbortSignal {
    this.#stop ??= new AbortController();
    if (this.#failure !== undefined) this.#stop.abort(this.#failure.reason);
    return this.#stop.signal;
  }

  /** Settles as the promise does, or rejects as soon as the request is over, even if what was called does not notice. */
  within<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) reject(this.#failure.reason);
      this.#giveUp = reject;
      promise.then(resolve, reject);
    });
  }

  #abort(reason: unknown): void {
    this.#failure = { reason };
    this.#stop?.abort(reason);
    this.#giveUp?.(reason);
    this.end("error");
  }

  /** A caller who gives up says nothing about the host. */
  end(how: BodyEnd, error?: unknown): void {
    clearTimeout(this.#timer);
    this.#stopListening?.();
    if (how === "error" && this.#caller?.aborted !== true) this.#visit.fail(error);
    else this.#visit.end();
  }
}

const timeout = (ms: number): Error =>
  withCode(new Error(`expected a response with its body within ${ms} ms; got no end of it`), "ERR_TIMEOUT");
