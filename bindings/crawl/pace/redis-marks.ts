/**
 * What this process has told Redis about hosts, until it expires. A Redis that has forgotten hosts is told again: a look twice a second
 * finds out, while there is something to tell. Meanwhile no process takes a host.
 */

/** A host that this process holds, or has closed. Times by `performance.now()`. */
export interface Mark {
  readonly host: string;
  /** Which epoch of the store knows it. */
  epoch: string;
  holder: string | undefined;
  heldUntilMs: number;
  closedUntilMs: number;
}

/** How marks are compared with Redis and told again. */
export interface MarkKeeper {
  /** The epoch of the host's keys now. */
  epochOf(host: string): Promise<string>;
  tell(mark: Mark): Promise<unknown>;
}

const LOOK_EVERY_MS = 500;

export class RedisMarks {
  readonly #marks = new Map<string, Mark>();
  readonly #keeper: MarkKeeper;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isLooking = false;

  constructor(keeper: MarkKeeper) {
    this.#keeper = keeper;
  }

  isHeldBy(host: string, holder: string): boolean {
    return this.#marks.get(host)?.holder === holder;
  }

  hold(host: string, holder: string, epoch: string, holdMs: number): void {
    Object.assign(this.#markOf(host, epoch), { holder, epoch, heldUntilMs: performance.now() + holdMs });
  }

  /** `waitMs` may be 0. Another holder's mark stays. */
  release(host: string, holder: string, epoch: string, waitMs: number): void {
    const mark = this.#markOf(host, epoch);
    if (mark.holder === holder) mark.holder = undefined;
    mark.epoch = epoch;
    mark.closedUntilMs = Math.max(mark.closedUntilMs, performance.now() + waitMs);
    this.#dropIfOver(mark);
  }

  #markOf(host: string, epoch: string): Mark {
    const mark = this.#marks.get(host) ?? { host, epoch, holder: undefined, heldUntilMs: 0, closedUntilMs: 0 };
    this.#marks.set(host, mark);
    if (this.#timer === undefined) {
      this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS);
      // Marks do not keep the process running.
      (this.#timer as { unref?(): void }).unref?.();
    }
    return mark;
  }

  #dropIfOver(mark: Mark): void {
    const nowMs = performance.now();
    if (mark.heldUntilMs <= nowMs) mark.holder = undefined;
    if (mark.holder !== undefined || mark.closedUntilMs > nowMs) return;
    this.#marks.delete(mark.host);
    if (this.#marks.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** A client that reconnects keeps the first look until it is connected, so no second one is sent meanwhile. */
  async #look(): Promise<void> {
    for (const mark of this.#marks.values()) this.#dropIfOver(mark);
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      for (const { host, epoch } of this.#oneOfEachEpoch())
        if ((await this.#keeper.epochOf(host)) !== epoch) await this.#tell(epoch);
    } catch {
      // An outage: the next look is soon.
    } finally {
      this.#isLooking = false;
    }
  }

  /** The nodes of a cluster forget one by one. */
  #oneOfEachEpoch(): Iterable<Mark> {
    return new Map(Array.from(this.#marks.values(), (mark) => [mark.epoch, mark])).values();
  }

  /** The clock of Redis was set: keys may have expired early. */
  tellAll(): void {
    for (const mark of this.#marks.values()) void this.#keeper.tell(mark).catch(() => undefined);
  }

  async #tell(epoch: string): Promise<void> {
    const lost = [...this.#marks.values()].filter((mark) => mark.epoch === epoch);
    await Promise.all(lost.map((mark) => this.#keeper.tell(mark)));
  }
}
