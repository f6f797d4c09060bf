/** Keeps the entries that were used last. A cache that counts bytes is lru-cache, which is larger than most entries of this package. */
export class RecentMap<T> {
  readonly #limit: number;
  readonly #dropped: (value: T) => void;
  readonly #values: Map<string, T> = new Map();

  /** @param dropped is called with the entry that makes room */
  constructor(limit: number, dropped: (value: T) => void = () => undefined) {
    this.#limit = limit;
    this.#dropped = dropped;
  }

  get(key: string): T | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) this.#renew(key, value);
    return value;
  }

  set(key: string, value: T): void {
    this.#renew(key, value);
    if (this.#values.size <= this.#limit) return;
    const [oldest, dropped] = this.#values.entries().next().value!;
    this.#values.delete(oldest);
    this.#dropped(dropped);
  }

  #renew(key: string, value: T): void {
    this.#values.delete(key);
    this.#values.set(key, value);
  }
}
