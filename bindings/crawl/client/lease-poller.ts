/**
 * Waiting for the process that holds a lease: each pause is twice as long as the one before, with jitter, up to a limit in all. What the
 * holder fetched is looked for after each pause; the lease, which is free only if the holder crashed or gave up, less often.
 */

const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 320;
const FIRST_LEASE_PAUSE_MS = 500;
const MAX_LEASE_PAUSE_MS = 4000;

export class LeasePoller {
  readonly #untilMs: number;
  #pauseMs = FIRST_PAUSE_MS;
  #leaseDueMs = 0;
  #leasePauseMs = FIRST_LEASE_PAUSE_MS;

  /** @param limitMs how long the caller waits in all. */
  constructor(limitMs: number) {
    this.#untilMs = performance.now() + limitMs;
  }

  get isOver(): boolean {
    return performance.now() >= this.#untilMs;
  }

  /** Whether to ask for the lease now. */
  get isLeaseDue(): boolean {
    const nowMs = performance.now();
    if (nowMs < this.#leaseDueMs) return false;
    this.#leaseDueMs = nowMs + this.#leasePauseMs;
    this.#leasePauseMs = Math.min(MAX_LEASE_PAUSE_MS, this.#leasePauseMs * 2);
    return true;
  }

  /** @throws the signal's reason if it aborted meanwhile. */
  async pause(signal: AbortSignal): Promise<void> {
    const ms = this.#pauseMs * (0.5 + Math.random());
    this.#pauseMs = Math.min(MAX_PAUSE_MS, this.#pauseMs * 2);
    await new Promise<void>((resolve) => setTimeout(resolve, ms));
    signal.throwIfAborted();
  }
}
