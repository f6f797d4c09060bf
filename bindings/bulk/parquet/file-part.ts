/** Reads a part of a file. Runs in Node only. */
import { readSync } from "node:fs";

/** Returns bytes in a buffer of their own. @throws an Error if the file does not hold them */
export type FilePart = (start: number, length: number) => Uint8Array<ArrayBuffer>;

export function filePart(file: number, fileBytes: number, onRead: (bytes: number) => void): FilePart {
  return (start, length) => {
    if (!(start >= 0 && length >= 0 && start + length <= fileBytes)) throw new Error("a part outside the file");
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; ) {
      const read = readSync(file, bytes, at, length - at, start + at);
      if (read === 0) throw new Error("the end of the file");
      at += read;
    }
    onRead(length);
    return bytes;
  };
}
