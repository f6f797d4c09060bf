/** The last few of something that is dear to make, by name: the first in is the first out. Bounded, so never a leak. */
export class Remembered<T> {
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
