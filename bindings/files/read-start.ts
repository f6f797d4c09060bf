/** Reads the start of a file. Runs in Node only. */
import { readSync } from "node:fs";

/**
 * Fills the buffer from the start of a file; returns how many bytes there were. Only a read of no bytes is the end of a file:
 * file systems may return less than was asked for anywhere. Fails for a pipe, because it reads at positions.
 */
export function readStart(file: number, buffer: Uint8Array): number {
  let length = 0;
  let some: number;
  do {
    some = readSync(file, buffer, length, buffer.length - length, length);
    length += some;
  } while (some > 0 && length < buffer.length);
  return length;
}
