/**
 * Concurrent requests for one origin share a single load, and at most `concurrency` loads run at a time. A load is aborted
 * when the last caller that waits for it gives up.
 */
import pLimit, { type LimitFunction } from "p-limit";
import type { StoredEntry } from "../../core/access/index.ts";
import { onAbort } from "./aborts.ts";

type Load = (origin: string, signal: AbortSignal) => Promise<StoredEntry>;

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
  join(origin: string, signal: AbortSignal | undefined): Promise<StoredEntry> {
    const flight = this.#flights.get(origin) ?? this.#start(origin);
    flight.waiting++;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(signal!.reason);
        if (--flight.waiting > 0) return;
        this.#finish(origin, flight);
        flight.controller.abort(signal!.reason);
      };
      const stopListening = signal && onAbort(signal, leave);
      flight.promise.then(resolve, reject).finally(stopListening);
    });
  }

  /** Waits until the load of `origin` that is running, if there is one, has ended. */
  async settled(origin: string): Promise<void> {
    await this.#flights.get(origin)?.promise.catch(() => undefined);
  }

  #start(origin: string): Flight {
    const controller = new AbortController();
    const promise = this.#limit(() => {
      controller.signal.throwIfAborted();
      return this.#load(origin, controller.signal);
    });
    const flight: Flight = { promise, controller, waiting: 0 };
    this.#flights.set(origin, flight);
    promise.catch(() => undefined).finally(() => this.#finish(origin, flight));
    return flight;
  }

  #finish(origin: string, flight: Flight): void {
    if (this.#flights.get(origin) === flight) this.#flights.delete(origin);
  }
}
