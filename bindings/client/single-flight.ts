/**
 * One flight an origin in this process, and so many origins at a time: whoever asks for an origin that is being fetched
 * waits for the same answer. The last one to stop waiting ends the flight.
 */
import pLimit, { type LimitFunction } from "p-limit";
import type { Entry } from "../access/entry.ts";
import { onAbort } from "./aborts.ts";

interface Flight {
  readonly promise: Promise<Entry>;
  readonly controller: AbortController;
  waiting: number;
}

export class Flights {
  readonly #load: (origin: string, signal: AbortSignal) => Promise<Entry>;
  readonly #limit: LimitFunction;
  readonly #flights: Map<string, Flight> = new Map();

  constructor(concurrency: number, load: (origin: string, signal: AbortSignal) => Promise<Entry>) {
    this.#limit = pLimit(concurrency);
    this.#load = load;
  }

  join(origin: string, signal: AbortSignal | undefined): Promise<Entry> {
    const flight = this.#flights.get(origin) ?? this.#launch(origin);
    flight.waiting++;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(signal!.reason);
        if (--flight.waiting > 0) return;
        this.#land(origin, flight);
        flight.controller.abort(signal!.reason);
      };
      const forget = signal && onAbort(signal, leave);
      flight.promise.then(resolve, reject).finally(forget);
    });
  }

  #launch(origin: string): Flight {
    const controller = new AbortController();
    const promise = this.#limit(() => {
      controller.signal.throwIfAborted();
      return this.#load(origin, controller.signal);
    });
    const flight: Flight = { promise, controller, waiting: 0 };
    this.#flights.set(origin, flight);
    promise.catch(() => undefined).finally(() => this.#land(origin, flight));
    return flight;
  }

  #land(origin: string, flight: Flight): void {
    if (this.#flights.get(origin) === flight) this.#flights.delete(origin);
  }
}
