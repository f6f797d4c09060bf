/**
 * A ring of linear memory in which compiled programs are cached. JavaScript owns the programs; what stands here may be
 * overwritten by newer ones at any time and is then copied in again, so nothing has to be freed and nothing leaks.
 *
 * A place is one number, `lap * SPAN + address`: the ring's writing position only ever grows, and a place is intact
 * until the writer, one lap later, has passed its address. So one comparison with `floor` tells.
 */
export const PAGE_BYTES = 65536;
/** More than any address in a 32-bit memory. */
const SPAN = 2 ** 32;
const ALIGNMENT = 16;
/** Engines read up to this much past the end of anything. */
const PADDING_BYTES = 64;

export class Arena {
  readonly #grow: (bytes: number) => void;
  readonly #start: number;
  readonly #maxEnd: number;
  #end: number;
  #next: number;
  /** The place of address 0 in the current lap. */
  #lapStart: number = SPAN;
  /** Places below this have been overwritten. */
  floor: number = 0;

  /** `grow` makes the memory at least as long as it is told; `start` and `end` are what there is of it now. */
  constructor(start: number, end: number, maxEnd: number, grow: (bytes: number) => void) {
    this.#start = start;
    this.#next = start;
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

  /** Takes room for `bytes` bytes and returns its place. Precondition: it fits. */
  allocate(bytes: number): number {
    const needed = bytes + PADDING_BYTES;
    if (this.#next + needed > this.#end) this.#makeRoom(needed);
    const place = this.#lapStart + this.#next;
    this.#next = Math.ceil((this.#next + bytes) / ALIGNMENT) * ALIGNMENT;
    // A released allocation has overwritten what stood there, so the floor never sinks.
    this.floor = Math.max(this.floor, this.#lapStart - SPAN + this.#next);
    return place;
  }

  addressOf(place: number): number {
    return place >= this.#lapStart ? place - this.#lapStart : place - this.#lapStart + SPAN;
  }

  /** Gives back the newest allocation from `place` on. */
  release(place: number): void {
    this.#next = Math.ceil((place - this.#lapStart) / ALIGNMENT) * ALIGNMENT;
  }

  #makeRoom(needed: number): void {
    const wanted = Math.max(this.#next + needed, Math.min(this.#maxEnd, this.#end * 2));
    if (wanted <= this.#maxEnd) {
      this.#end = Math.ceil(wanted / PAGE_BYTES) * PAGE_BYTES;
      this.#grow(this.#end);
      return;
    }
    this.#lapStart += SPAN;
    this.#next = this.#start;
    if (this.#start + needed > this.#end) {
      this.#end = this.#maxEnd;
      this.#grow(this.#end);
    }
  }
}
