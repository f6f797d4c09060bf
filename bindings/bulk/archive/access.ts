/** Bytes in memory or in a file, for reading from anywhere. `node:fs` is asked for when a file is, and not before. */
import { type RandomAccess, refused } from "./table-reader.ts";

export const bytesAccess = (bytes: Uint8Array): RandomAccess => ({
  size: bytes.length,
  read: (offset, length) => bytes.subarray(offset, offset + length),
});

/** @throws TypeError where there is no `node:fs`; what it throws for a file that cannot be read. */
export function fileAccess(path: string | URL): RandomAccess {
  const fs = globalThis.process?.getBuiltinModule?.("node:fs");
  if (fs === undefined) throw new TypeError("source: expected bytes where there are no files; got a path");
  return readingFrom(fs, fs.openSync(path, "r"));
}

/** Closes the file when it is closed. */
export function readingFrom(
  fs: Pick<typeof import("node:fs"), "closeSync" | "fstatSync" | "readSync">,
  file: number,
): RandomAccess {
  let isOpen = true;
  return {
    size: fs.fstatSync(file).size,
    read(offset, length) {
      if (!isOpen) throw refused("an open file", "a closed one");
      const bytes = new Uint8Array(length);
      let read = 0;
      while (read < length) {
        const some = fs.readSync(file, bytes, read, length - read, offset + read);
        if (some === 0) throw refused(`${length} bytes at byte ${offset}`, read);
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
