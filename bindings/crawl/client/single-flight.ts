/**
 * Concurrent requests for one origin with the same permission share a single load, and at most `concurrency` loads run at a time. A load is aborted
 * when the last caller that waits for it gives up.
 */
import pLimit, { type LimitFunction } from "p-limit";
import type { StoredEntry } from "../../core/access/index.ts";
import { onAbort } from "./aborts.ts";
import type { Permission } from "./permission.ts";

type Load = (origin: string, signal: AbortSignal, permission: Permission) => Promise<StoredEntry>;

interface Flight {
  readonly promise: Promise<StoredEntry>;
  readonly controller: AbortController;
  waiting: number;
}

export class SingleFlight {
  readonly #load: Load;
  readonly #limit: LimitFunction;
  readonly #flights: Map<string, Flight> = new Map();

  constructor(concurrency: number, load: Load) {
    this.#limit = pLimit(concurrency);
    this.#load = load;
  }

  /** How many loads have not ended. */
  get size(): number {
    return this.#flights.size;
  }

  /** Waits for the load of `origin`, which starts unless it is running. @throws the signal's reason when it aborts. */
  join(origin: string, signal: AbortSignal | undefined, permission: Permission): Promise<StoredEntry> {
    const key = flightKey(origin, permission.isBound);
    const flight = this.#flights.get(key) ?? this.#start(key, origin, permission);
    flight.waiting++;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(signal!.reason);
        if (--flight.waiting > 0) return;
        this.#finish(key, flight);
        flight.controller.abort(signal!.reason);
      };
      const stopListening = signal && onAbort(signal, leave);
      flight.promise.then(resolve, reject).finally(stopListening);
    });
  }

  /** Waits until the loads of `origin` that are running have ended. */
  async settled(origin: string): Promise<void> {
    for (const isBound of [false, true])
      await this.#flights.get(flightKey(origin, isBound))?.promise.catch(() => undefined);
  }

  #start(key: string, origin: string, permission: Permission): Flight {
    const controller = new AbortController();
    const promise = this.#limit(() => {
      controller.signal.throwIfAborted();
      return this.#load(origin, controller.signal, permission);
    });
    const flight: Flight = { promise, controller, waiting: 0 };
    this.#flights.set(key, flight);
    promise.catch(() => undefined).finally(() => this.#finish(key, flight));
    return flight;
  }

  #finish(key: string, flight: Flight): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}

/** A private server that the caller named does not answer for a redirect of a stranger. */
const flightKey = (origin: string, isBound: boolean): string => (isBound ? `public ${origin}` : origin);
