/** An open file that is an archive, as the module needs it: head and footer, what they say, and pages. Runs in Node only. */
import { fstatSync, readSync } from "node:fs";
import {
  type ArchiveTarget,
  archiveError,
  crawlerFor,
  FOOTER_BYTES,
  HEADER_BYTES,
  readDescription,
} from "../archive/internal.ts";

export class ArchiveFile {
  /** The head and the footer, one right after the other. */
  readonly ends: Uint8Array;
  readonly crawler: number;
  readonly shard: { readonly number: number; readonly of: number };
  readonly #file: number;

  /** @throws RangeError unless it is for the target; the module checks the rest. */
  constructor(file: number, target: ArchiveTarget) {
    this.#file = file;
    const start = this.#read(0, HEADER_BYTES);
    const headBytes = HEADER_BYTES + start.readUInt32LE(HEADER_BYTES - 4);
    const head = this.#read(0, headBytes);
    this.ends = Buffer.concat([head, this.#read(fstatSync(file).size - FOOTER_BYTES, FOOTER_BYTES)]);
    const description = readDescription(head.toString("utf8", HEADER_BYTES));
    this.crawler = crawlerFor(description, target);
    this.shard = description.shard ?? { number: 0, of: 1 };
  }

  #read(offset: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    this.readInto(bytes, offset);
    return bytes;
  }

  /** Fills the bytes. @throws RangeError (`ERR_ARCHIVE`) at the end of the file; system errors */
  readInto(bytes: Uint8Array, offset: number): void {
    for (let read = 0; read < bytes.length; ) {
      const some = readSync(this.#file, bytes, read, bytes.length - read, offset + read);
      if (some === 0) throw archiveError(`${bytes.length} bytes at byte ${offset}`, read);
      read += some;
    }
  }
}
