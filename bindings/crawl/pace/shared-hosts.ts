/** A `PaceStore` behind a circuit breaker: while it does not answer, nobody waits for it. */
import { checkedNumber } from "../../base/arguments.ts";
import type { StoreEvent } from "../../client/index.ts";
import { CircuitBreaker, storeChannel } from "../../client/internal.ts";
import { MAX_INTERVAL_MS } from "./limits.ts";
import type { PaceStore } from "./pace-store.ts";

export interface SharedHostsOptions {
  readonly holdMs: number;
  readonly storeTimeoutMs: number;
  readonly onStoreError: ((error: unknown) => void) | undefined;
  readonly onStoreRecovery: (() => void) | undefined;
}

const PROBE_HOST = "probe";

export class SharedHosts {
  readonly #store: PaceStore;
  readonly #holdMs: number;
  readonly #breaker: CircuitBreaker;
  readonly #process: string = crypto.randomUUID();
  #holders = 0;

  constructor(store: PaceStore, { holdMs, storeTimeoutMs, onStoreError, onStoreRecovery }: SharedHostsOptions) {
    this.#store = store;
    this.#holdMs = holdMs;
    this.#breaker = new CircuitBreaker({
      timeoutMs: storeTimeoutMs,
      probe: () => this.#ask(PROBE_HOST, this.#process, 0),
      onOpen: (error) => {
        storeChannel.publish({ type: "down", store: "pace", error } satisfies StoreEvent);
        onStoreError?.(error);
      },
      onClose: () => {
        storeChannel.publish({ type: "up", store: "pace" } satisfies StoreEvent);
        onStoreRecovery?.();
      },
    });
  }

  /** A name that no other lease has, in any process. */
  newHolder(): string {
    return `${this.#process}:${this.#holders++}`;
  }

  /** @returns undefined if the store does not answer. @throws what `onStoreError` and `onStoreRecovery` throw. */
  hold(host: string, holder: string): Promise<number | "held" | undefined> {
    return this.#breaker.run(() => this.#ask(host, holder, this.#holdMs));
  }

  /** For how long the host is closed, in milliseconds. */
  closedMs(host: string, holder: string): Promise<number | "held" | undefined> {
    return this.#breaker.run(() => this.#ask(host, holder, 0));
  }

  /** Another answer counts as an outage of the store. A negative time would be asked for again at once, without end. */
  async #ask(host: string, holder: string, holdMs: number): Promise<number | "held"> {
    const answer = await this.#store.hold(host, holder, holdMs);
    return answer === "held" ? answer : checkedNumber("hold", answer, [0, MAX_INTERVAL_MS]);
  }

  /** Renews the hold until the function that it returns is called. */
  keep(host: string, holder: string): () => void {
    const renew = (): unknown => this.#breaker.runUnobserved(() => this.#ask(host, holder, this.#holdMs));
    const timer = setInterval(renew, Math.ceil(this.#holdMs / 3));
    // A lease that nobody releases does not keep the process running.
    (timer as { unref?(): void }).unref?.();
    return () => clearInterval(timer);
  }

  release(host: string, holder: string, waitMs: number): void {
    void this.#breaker.runUnobserved(() => this.#store.release(host, holder, waitMs));
  }
}
