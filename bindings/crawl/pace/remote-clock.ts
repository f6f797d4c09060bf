/**
 * The clock of another machine, as far as its replies tell: it is ahead of `performance.now()` by an amount between two bounds. Each
 * reply narrows them; one that contradicts them, as after a change of the clock or of the machine, replaces them.
 */
export class RemoteClock {
  #leastMs = Number.NEGATIVE_INFINITY;
  #mostMs = Number.POSITIVE_INFINITY;

  /**
   * Takes the time of a reply, in milliseconds. It was read between the sending of the command and the arrival of the reply.
   * @returns by how much the clock was set forward at least, below 0 for back; 0 if it may not have been set
   */
  learn(remoteMs: number, sentAtMs: number, arrivedAtMs: number): number {
    const [leastMs, mostMs] = [remoteMs - arrivedAtMs, remoteMs + 1 - sentAtMs];
    const jumpMs = Math.max(0, leastMs - this.#mostMs) + Math.min(0, mostMs - this.#leastMs);
    const isContradiction = jumpMs !== 0;
    this.#leastMs = isContradiction ? leastMs : Math.max(leastMs, this.#leastMs);
    this.#mostMs = isContradiction ? mostMs : Math.min(mostMs, this.#mostMs);
    return jumpMs;
  }

  /** A moment of `performance.now()` by the other clock, never too late; 1 while nothing is known, which is over. */
  earliest(atMs: number): number {
    return Math.max(1, Math.floor(atMs + this.#leastMs));
  }
}
