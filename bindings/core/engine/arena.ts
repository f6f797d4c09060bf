/**
 * A ring of linear memory in which compiled programs are cached. JavaScript owns the programs; what stands here may be
 * overwritten by newer ones at any time and is then copied in again, so nothing has to be freed and nothing leaks.
 *
 * A place is a lap and an address, two small integers: it is intact in the lap in which it was written, and in the next
 * one until the writer has passed its address.
 */
export const PAGE_BYTES = 65536;
const ALIGNMENT = 16;
/** Engines read up to this much past the end of anything. */
const PADDING_BYTES = 64;

export class Arena {
  readonly #grow: (bytes: number) => void;
  readonly #start: number;
  #maxEnd: number;
  #end: number;
  #next: number;
  /** What stands below this address was written in this lap; it never sinks, for what was released has been written. */
  #writtenEnd: number;
  /** A program that was never placed has lap 0. */
  lap: number = 2;

  /** `grow` makes the memory at least as long as it is told; `start` and `end` are what there is of it now. */
  constructor(start: number, end: number, maxEnd: number, grow: (bytes: number) => void) {
    this.#start = start;
    this.#next = start;
    this.#writtenEnd = start;
    this.#end = end;
    this.#maxEnd = maxEnd;
    this.#grow = grow;
  }

  get capacityBytes(): number {
    return this.#maxEnd - this.#start - PADDING_BYTES;
  }

  /** The largest thing that can be allocated without overwriting all others. */
  fits(bytes: number): boolean {
    return bytes <= this.capacityBytes;
  }

  /** Another end that the memory never passes; what stands beyond it is forgotten. */
  limit(maxEnd: number): void {
    this.#maxEnd = maxEnd;
    if (this.#end <= maxEnd) return;
    this.#end = maxEnd;
    this.lap += 2;
    this.#next = this.#start;
    this.#writtenEnd = this.#start;
  }

  /** Takes room for `bytes` bytes in the current lap and returns its address. Precondition: it fits. */
  allocate(bytes: number): number {
    const needed = bytes + PADDING_BYTES;
    if (this.#next + needed > this.#end) this.#makeRoom(needed);
    const address = this.#next;
    this.#next = Math.ceil((address + bytes) / ALIGNMENT) * ALIGNMENT;
    this.#writtenEnd = Math.max(this.#writtenEnd, this.#next + PADDING_BYTES);
    return address;
  }

  isIntact(lap: number, address: number): boolean {
    return lap === this.lap || (lap === this.lap - 1 && address >= this.#writtenEnd);
  }

  /** Gives back the newest allocation from `address` on. */
  release(address: number): void {
    this.#next = Math.ceil(address / ALIGNMENT) * ALIGNMENT;
  }

  #makeRoom(needed: number): void {
    const wanted = Math.max(this.#next + needed, Math.min(this.#maxEnd, this.#end * 2));
    if (wanted <= this.#maxEnd) {
      this.#end = Math.ceil(wanted / PAGE_BYTES) * PAGE_BYTES;
      this.#grow(this.#end);
      return;
    }
    this.lap++;
    this.#next = this.#start;
    this.#writtenEnd = this.#start;
    if (this.#start + needed > this.#end) {
      this.#end = this.#maxEnd;
      this.#grow(this.#end);
    }
  }
}
