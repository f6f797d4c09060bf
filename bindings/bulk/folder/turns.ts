/** Lets signals and timers run during long synchronous work, and stops it when the signal aborts. */
const STEPS_PER_TURN = 256;

export class Yielder {
  readonly #signal: AbortSignal;
  #steps = 0;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Call it after each step. @throws the reason of the signal once it has aborted. */
  async pause(): Promise<void> {
    if (++this.#steps % STEPS_PER_TURN !== 0) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#signal.throwIfAborted();
  }
}
