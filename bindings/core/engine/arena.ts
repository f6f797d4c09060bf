/**
 * A ring of linear memory that caches compiled programs. JavaScript owns the programs. Newer programs may overwrite the
 * copies here at any time; an overwritten program is copied in again. So nothing has to be freed and nothing leaks.
 *
 * A place is a generation and an address, two small integers. The place is intact in the generation in which it was
 * written, and in the next one until the writer has passed its address.
 */
import { PADDING } from "../layout.ts";
import { ALIGNMENT, PAGE_BYTES } from "../limits.ts";

const aligned = (address: number): number => (address + ALIGNMENT - 1) & -ALIGNMENT;

export class Arena {
  readonly #grow: (bytes: number) => boolean;
  readonly #start: number;
  #maxEnd: number;
  #end: number;
  #next: number;
  /** Everything below this address was written in this generation. It never sinks: released bytes were written too. */
  #writtenEnd: number;
  /** A program that was never placed has generation 0. */
  generation: number = 2;

  /**
   * `grow` makes the memory at least as long as asked, or returns false; the arena now lies from `start` to `end`.
   */
  constructor(start: number, end: number, maxEnd: number, grow: (bytes: number) => boolean) {
    this.#start = start;
    this.#next = start;
    this.#writtenEnd = start;
    this.#end = end;
    this.#maxEnd = maxEnd;
    this.#grow = grow;
  }

  get capacityBytes(): number {
    return this.#maxEnd - this.#start - PADDING;
  }

  /** Whether so many bytes can be allocated, unless the host refuses to make the memory longer. */
  fits(bytes: number): boolean {
    return bytes <= this.capacityBytes;
  }

  /** Sets another end that the memory never passes; whatever lies beyond it is forgotten. */
  limit(maxEnd: number): void {
    this.#maxEnd = maxEnd;
    if (this.#end <= maxEnd) return;
    this.#end = maxEnd;
    this.generation += 2;
    this.#next = this.#start;
    this.#writtenEnd = this.#start;
  }

  /**
   * Takes room for `bytes` bytes in the current generation and returns its address, or -1 if the memory cannot grow so far.
   * Precondition: they fit.
   */
  allocate(bytes: number): number {
    const needed = bytes + PADDING;
    if (this.#next + needed > this.#end && !this.#makeRoom(needed)) return -1;
    const address = this.#next;
    this.#next = aligned(address + bytes);
    this.#writtenEnd = Math.max(this.#writtenEnd, this.#next + PADDING);
    return address;
  }

  isIntact(generation: number, address: number): boolean {
    return generation === this.generation || (generation === this.generation - 1 && address >= this.#writtenEnd);
  }

  /** Gives back the newest allocation from `address` on. */
  release(address: number): void {
    this.#next = aligned(address);
  }

  #makeRoom(needed: number): boolean {
    const wanted = Math.max(this.#next + needed, Math.min(this.#maxEnd, this.#end * 2));
    if (wanted <= this.#maxEnd && this.#growTo(Math.ceil(wanted / PAGE_BYTES) * PAGE_BYTES)) return true;
    this.generation++;
    this.#next = this.#start;
    this.#writtenEnd = this.#start;
    const end = this.#start + needed;
    return end <= this.#end || (end <= this.#maxEnd && this.#growTo(this.#maxEnd));
  }

  /** What the host refuses once becomes the bound: the end moves only after the memory did. */
  #growTo(end: number): boolean {
    const hasGrown = this.#grow(end);
    if (hasGrown) this.#end = end;
    else this.#maxEnd = this.#end;
    return hasGrown;
  }
}
