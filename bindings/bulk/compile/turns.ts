/** Long work without waiting: lets signals and timers in now and then, and ends when it is told to. */
const STEPS_PER_TURN = 256;

export class Turns {
  readonly #signal: AbortSignal;
  #steps = 0;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** After each step. @throws the signal's reason when it has aborted. */
  async step(): Promise<void> {
    if (++this.#steps % STEPS_PER_TURN !== 0) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#signal.throwIfAborted();
  }
}
