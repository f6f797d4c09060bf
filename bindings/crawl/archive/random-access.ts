/** Random access to bytes in memory or in a file. Loads `node:fs` only for a file, so that the rest runs anywhere. */
import { withCode } from "../../base/errors.ts";
import { builtinModule } from "../../base/runtime.ts";
import { archiveError } from "./archive-error.ts";
import type { RandomAccess } from "./table-reader.ts";

export const bytesAccess = (bytes: Uint8Array): RandomAccess => ({
  size: bytes.length,
  read: (offset, length) => bytes.subarray(offset, offset + length),
});

/** @throws TypeError if the runtime has no `node:fs`; Error (ERR_INPUT) if the file cannot be opened. */
export function fileAccess(path: string | URL): RandomAccess {
  const fs = builtinModule("node:fs");
  if (fs === undefined)
    throw withCode(
      new TypeError("source: expected bytes, because this runtime has no files; got a path"),
      "ERR_UNSUPPORTED",
    );
  let file: number;
  try {
    file = fs.openSync(path, "r");
  } catch (cause) {
    const { message } = cause as Error;
    throw withCode(
      new Error(`source: expected a file that can be read; got ${path}: ${message}`, { cause }),
      "ERR_INPUT",
    );
  }
  return readingFrom(fs, file);
}

/** Access to a file, which reads into memory that the caller may have. */
export interface FileAccess extends RandomAccess {
  read(offset: number, length: number, to?: Uint8Array): Uint8Array;
}

/** Reads from an open file. `close` closes that file. */
export function readingFrom(
  fs: Pick<typeof import("node:fs"), "closeSync" | "fstatSync" | "readSync">,
  file: number,
): FileAccess {
  let isOpen = true;
  return {
    size: fs.fstatSync(file).size,
    read(offset, length, bytes = new Uint8Array(length)) {
      if (!isOpen) throw archiveError("an open file", "a closed one");
      let read = 0;
      while (read < length) {
        const some = fs.readSync(file, bytes, read, length - read, offset + read);
        if (some === 0) throw archiveError(`${length} bytes at byte ${offset}`, read);
        read += some;
      }
      return bytes;
    },
    close() {
      if (isOpen) fs.closeSync(file);
      isOpen = false;
    },
  };
}
