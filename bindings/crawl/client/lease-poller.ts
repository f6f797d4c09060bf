/** Waiting for the process that holds a lease: each pause is twice as long as the one before, with jitter, up to a limit in all. */

const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 320;

export class LeasePoller {
  readonly #untilMs: number;
  #pauseMs = FIRST_PAUSE_MS;

  /** @param limitMs how long the caller waits in all. */
  constructor(limitMs: number) {
    this.#untilMs = performance.now() + limitMs;
  }

  get isOver(): boolean {
    return performance.now() >= this.#untilMs;
  }

  /** @throws the signal's reason if it aborted meanwhile. */
  async pause(signal: AbortSignal): Promise<void> {
    const ms = this.#pauseMs * (0.5 + Math.random());
    this.#pauseMs = Math.min(MAX_PAUSE_MS, this.#pauseMs * 2);
    await new Promise<void>((resolve) => setTimeout(resolve, ms));
    signal.throwIfAborted();
  }
}
