/** An open file that is an archive, as the module needs it: head and footer, what they say, and pages. Runs in Node only. */
import * as fs from "node:fs";
import {
  type ArchiveTarget,
  crawlerFor,
  type FileAccess,
  FOOTER_BYTES,
  HEADER_BYTES,
  readDescription,
  readingFrom,
} from "../../crawl/archive/internal.ts";

export class ArchiveFile {
  /** The head and the footer, one right after the other. */
  readonly ends: Uint8Array;
  readonly crawler: number;
  readonly shard: { readonly number: number; readonly of: number };
  /** Reads pages. @throws RangeError (`ERR_ARCHIVE`) at the end of the file; system errors */
  readonly read: FileAccess["read"];

  /** @throws RangeError unless it is for the target; the module checks the rest. */
  constructor(file: number, target: ArchiveTarget) {
    const { size, read } = readingFrom(fs, file);
    const headBytes = HEADER_BYTES + Buffer.from(read(0, HEADER_BYTES)).readUInt32LE(HEADER_BYTES - 4);
    const head = Buffer.from(read(0, headBytes));
    this.ends = Buffer.concat([head, read(size - FOOTER_BYTES, FOOTER_BYTES)]);
    const description = readDescription(head.toString("utf8", HEADER_BYTES));
    this.crawler = crawlerFor(description, target);
    this.shard = description.shard ?? { number: 0, of: 1 };
    this.read = read;
  }
}
