/** The buffer: the one part of memory that the host writes to and reads from. */
import { OUT_OF_MEMORY } from "./errors";
import { allocate, release } from "./heap";

let bufferAt: usize = 0;
let capacity: usize = 0;
/** The buffer is not made longer than this without being asked. */
const MAX_SPARE_BYTES: usize = 1 << 26;

/** Its address, which growBuffer changes. */
export function buffer(): usize {
  return bufferAt;
}

/** Makes the buffer at least `bytes` long and returns its address, or an error. Its content is lost if it moves. */
export function growBuffer(bytes: u32): i32 {
  if (bufferAt != 0 && <usize>bytes <= capacity) return <i32>bufferAt;
  // Doubled, so that all buffers before it take no more memory than this one. At once if that is too much.
  let wanted = max(<usize>bytes, min<usize>(2 * capacity, MAX_SPARE_BYTES));
  let moved = allocate(wanted);
  if (moved == 0) {
    wanted = <usize>bytes;
    moved = allocate(wanted);
  }
  if (moved == 0) return OUT_OF_MEMORY;
  release(bufferAt);
  bufferAt = moved;
  capacity = wanted;
  return <i32>moved;
}

/** Whether the buffer has room for `first` and `second` bytes one after the other. Lengths are unsigned. */
export function holds(first: u32, second: u32): bool {
  return <u64>first + <u64>second <= <u64>capacity;
}
