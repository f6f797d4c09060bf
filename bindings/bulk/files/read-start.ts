/** Reads the start of a file, and files that are closed at once. Runs in Node only. */
import { closeSync, openSync, readSync } from "node:fs";

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

/** The first bytes of an open file; fewer if it is shorter. */
export function startOf(file: number, bytes: number): Buffer {
  const start = Buffer.alloc(bytes);
  return start.subarray(0, readStart(file, start));
}

/** Returns what `read` returns for an open descriptor, which is closed then. */
export function withFile<T>(path: string, read: (file: number) => T): T {
  const file = openSync(path, "r");
  try {
    return read(file);
  } finally {
    closeSync(file);
  }
}
