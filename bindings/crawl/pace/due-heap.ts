/** A binary heap of what is due when. Entries with equal times leave in the order in which they were placed. */

export interface Due {
  dueAtMs: number;
  /** Decides between equal times. */
  order: number;
  /** The place in the heap; -1 outside. */
  place: number;
}

const isBefore = (a: Due, b: Due): boolean => a.dueAtMs < b.dueAtMs || (a.dueAtMs === b.dueAtMs && a.order < b.order);

export class DueHeap<D extends Due> {
  readonly #entries: D[] = [];
  #order = 0;

  get first(): D | undefined {
    return this.#entries[0];
  }

  /** Adds an entry, or moves it if it is in the heap. */
  place(entry: D, dueAtMs: number): void {
    entry.dueAtMs = dueAtMs;
    entry.order = this.#order++;
    if (entry.place < 0) entry.place = this.#entries.length;
    this.#settle(entry, entry.place);
  }

  /** Does nothing if the entry is outside. */
  remove(entry: D): void {
    const at = entry.place;
    if (at < 0) return;
    entry.place = -1;
    const last = this.#entries.pop()!;
    if (last !== entry) this.#settle(last, at);
  }

  /** Moves the entry from `at` up while it is before its parent, then down while a child is before it. */
  #settle(entry: D, at: number): void {
    this.#put(entry, this.#sunk(entry, this.#risen(entry, at)));
  }

  #risen(entry: D, at: number): number {
    for (let i = at; ; ) {
      const parent = (i - 1) >> 1;
      if (i === 0 || !isBefore(entry, this.#entries[parent]!)) return i;
      this.#put(this.#entries[parent]!, i);
      i = parent;
    }
  }

  #sunk(entry: D, at: number): number {
    for (let i = at; ; ) {
      const child = this.#smallerChild(i);
      if (child === undefined || !isBefore(child, entry)) return i;
      const next = child.place;
      this.#put(child, i);
      i = next;
    }
  }

  #smallerChild(at: number): D | undefined {
    const [left, right] = [this.#entries[2 * at + 1], this.#entries[2 * at + 2]];
    return left !== undefined && right !== undefined && isBefore(right, left) ? right : left;
  }

  #put(entry: D, at: number): void {
    this.#entries[at] = entry;
    entry.place = at;
  }
}
