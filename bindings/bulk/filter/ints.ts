/** A list of 32-bit integers that grows and is used again, so that reading a block allocates nothing. */
const FIRST_CAPACITY = 4096;

export class Ints {
  /** Beyond `length` it holds nothing that means anything. */
  values: Int32Array = new Int32Array(FIRST_CAPACITY);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) this.#grow();
    this.values[this.length++] = value;
  }

  #grow(): void {
    const larger = new Int32Array(2 * this.values.length);
    larger.set(this.values);
    this.values = larger;
  }
}
