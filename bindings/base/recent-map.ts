/** A map of bounded size, which forgets what was not used for longest. The caller says what its entries weigh. */

interface RecentMapOptions<T> {
  /** What an entry weighs, a positive number. Default 1: the limit counts entries. */
  readonly sizeOf?: (value: T, key: string) => number;
  /** Is called with each entry that makes room. */
  readonly dropped?: (value: T) => void;
}

interface Kept<T> {
  readonly value: T;
  readonly size: number;
}

export class RecentMap<T> {
  readonly #limit: number;
  readonly #sizeOf: (value: T, key: string) => number;
  readonly #dropped: (value: T) => void;
  /** Insertion order is the order of use. */
  readonly #entries: Map<string, Kept<T>> = new Map();
  #newest: string | undefined;
  #totalSize = 0;

  constructor(limit: number, { sizeOf = () => 1, dropped = () => undefined }: RecentMapOptions<T> = {}) {
    this.#limit = limit;
    this.#sizeOf = sizeOf;
    this.#dropped = dropped;
  }

  /** How many entries are kept. */
  get count(): number {
    return this.#entries.size;
  }

  /** What the entries weigh together. */
  get totalSize(): number {
    return this.#totalSize;
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (key !== this.#newest) {
      this.#entries.delete(key);
      this.#append(key, entry);
    }
    return entry.value;
  }

  /** An entry that weighs more than the limit is not kept. */
  set(key: string, value: T): void {
    this.delete(key);
    const size = this.#sizeOf(value, key);
    if (size > this.#limit) return;
    this.#totalSize += size;
    this.#append(key, { value, size });
    while (this.#totalSize > this.#limit) this.#dropOldest();
  }

  delete(key: string): void {
    this.#totalSize -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }

  #append(key: string, entry: Kept<T>): void {
    this.#entries.set(key, entry);
    this.#newest = key;
  }

  #dropOldest(): void {
    const [key, { value }] = this.#entries.entries().next().value!;
    this.delete(key);
    this.#dropped(value);
  }
}
