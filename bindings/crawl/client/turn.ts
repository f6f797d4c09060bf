import { refusal } from "../../base/errors.ts";

/** The lease of a turn, as far as its check reads it. */
interface Holding {
  readonly isCurrent?: boolean;
}

/**
 * Whether a request still has its turn. Others get the host of a process that stands still for longer than its hold, so the lease is read
 * again wherever nothing more is awaited: before `fetch` is called and, with undici, before the request is written to its connection.
 */
export class TurnCheck {
  readonly #lease: Holding;
  #isLost = false;

  constructor(lease: Holding) {
    this.#lease = lease;
  }

  /** Others may have the host. Timers that end a request now say nothing about it. */
  get isOver(): boolean {
    return this.#lease.isCurrent === false;
  }

  /** The request was not sent. It is to be asked in a new turn. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** @throws Error (ERR_NOT_DUE) if the turn is lost. */
  check(): void {
    this.#isLost ||= this.isOver;
    if (this.#isLost) throw turnLost(Date.now());
  }
}

const turnLost = (dueAt: number): Error =>
  Object.assign(refusal("pace: expected to have the turn still; the process stood still", "ERR_NOT_DUE", dueAt), {
    dueAt,
  });
