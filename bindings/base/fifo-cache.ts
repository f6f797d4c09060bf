/** Keeps the last few values that are expensive to make, by name. When it is full, the oldest value is dropped. */
export class FifoCache<T> {
  readonly #limit: number;
  readonly #values: Map<string, T> = new Map();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(name: string, make: () => T): T {
    let value = this.#values.get(name);
    if (value === undefined) {
      value = make();
      if (this.#values.size === this.#limit) this.#values.delete(this.#values.keys().next().value!);
      this.#values.set(name, value);
    }
    return value;
  }
}
