/**
 * A circuit breaker. Closed, it runs operations and retries one that fails until a time limit is over, which bridges a
 * restart. After an operation fails for that long the breaker opens: it skips operations, so that nobody waits, and runs a
 * probe at most once a second. It closes again when the probe succeeds within the time limit.
 */
import { withCode } from "../../base/errors.ts";

export interface BreakerSettings {
  /** How long an operation may take, retries included. */
  readonly timeoutMs: number;
  /** Finds out whether operations would succeed again. */
  readonly probe: () => unknown;
  /** Called once per outage, with the last error. */
  readonly onOpen: (error: unknown) => void;
  /** Called once when an outage is over. */
  readonly onClose: () => void;
}

const PROBE_PAUSE_MS = 1000;
/** The next probe waits this long for one that hangs, perhaps in the queue of a client that reconnects. */
const PROBE_PATIENCE_MS = 30_000;
/** Each pause before a retry is twice the one before, up to the longest: what fails for a second is tried six times, not twenty. */
const RETRY_PAUSE_MS = 50;
const LONGEST_RETRY_PAUSE_MS = 250;

export class CircuitBreaker {
  readonly #settings: BreakerSettings;
  #isOpen = false;
  #outages = 0;
  #nextProbeMs = 0;
  #closedAtMs = 0;
  /** Calls of `onOpen` and `onClose` that the next `run` makes, so that their exceptions reach a caller. */
  readonly #pendingCalls: (() => void)[] = [];

  constructor(settings: BreakerSettings) {
    this.#settings = settings;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** How often the breaker has opened. */
  get outages(): number {
    return this.#outages;
  }

  /** @returns the operation's result; undefined if it failed or was skipped. @throws what `onOpen` and `onClose` throw. */
  async run<T>(operation: () => T): Promise<Awaited<T> | undefined> {
    const result = await this.runUnobserved(operation);
    while (this.#pendingCalls.length > 0) this.#pendingCalls.shift()!();
    return result;
  }

  /** Like `run`, for operations that nobody waits for. Never throws. */
  async runUnobserved<T>(operation: () => T): Promise<Awaited<T> | undefined> {
    if (this.#isOpen) {
      void this.#probe();
      return undefined;
    }
    const startedAtMs = performance.now();
    try {
      return await retryFor(this.#settings.timeoutMs, operation);
    } catch (error) {
      // An operation that began before the breaker closed failed in the outage that is over.
      if (startedAtMs >= this.#closedAtMs) this.#open(error);
      return undefined;
    }
  }

  #open(error: unknown): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#outages++;
    this.#nextProbeMs = performance.now() + PROBE_PAUSE_MS;
    this.#pendingCalls.push(() => this.#settings.onOpen(error));
  }

  async #probe(): Promise<void> {
    const startedAtMs = performance.now();
    if (startedAtMs < this.#nextProbeMs) return;
    this.#nextProbeMs = startedAtMs + PROBE_PATIENCE_MS;
    const succeeded = await succeeds(this.#settings.probe);
    const nowMs = performance.now();
    if (succeeded && nowMs - startedAtMs <= this.#settings.timeoutMs) this.#close();
    else this.#nextProbeMs = succeeded ? nowMs : nowMs + PROBE_PAUSE_MS;
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#closedAtMs = performance.now();
    this.#pendingCalls.push(() => this.#settings.onClose());
  }
}

/** A probe may throw before there is a promise. */
async function succeeds(probe: () => unknown): Promise<boolean> {
  try {
    await probe();
    return true;
  } catch {
    return false;
  }
}

/** Tries until the operation succeeds or the limit is over. @throws the last error, or a timeout if a try hangs. */
async function retryFor<T>(limitMs: number, operation: () => T): Promise<Awaited<T>> {
  const untilMs = performance.now() + limitMs;
  for (let pauseMs = RETRY_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_RETRY_PAUSE_MS)) {
    try {
      return await settledBy(untilMs, limitMs, operation);
    } catch (error) {
      if (performance.now() + pauseMs >= untilMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      // On a busy machine a pause takes longer than it should.
      if (performance.now() >= untilMs) throw error;
    }
  }
}

async function settledBy<T>(untilMs: number, limitMs: number, operation: () => T): Promise<Awaited<T>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const error = withCode(new Error(`the store took longer than ${limitMs} ms`), "ERR_TIMEOUT");
    timer = setTimeout(() => reject(error), untilMs - performance.now());
  });
  try {
    return await Promise.race([operation(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
