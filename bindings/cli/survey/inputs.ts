/** Refuses files that are not WARC files before anything is read: a damaged WARC is a row, another file is a wrong call. */
import { closeSync, openSync } from "node:fs";
import { isGzip } from "../../base/gzip.ts";
import { readStart } from "../../files/read-start.ts";
import { usageError } from "../errors.ts";
import { checkedFile } from "../input.ts";

const ARCHIVE = "RWAR";

/** @throws a usage error */
export function checkWarcs(paths: readonly string[]): void {
  for (const path of paths) {
    const start = checkedFile("a folder or a WARC file", path, firstBytes);
    const text = Buffer.from(start).toString("latin1");
    if (text.startsWith(ARCHIVE))
      throw usageError(
        `expected robots.txt files; got an archive, which holds compiled rules: ${path}; pass what it was compiled from`,
      );
    if (!isGzip(start) && text !== "WARC/")
      throw usageError(`expected a folder or a WARC file; got another file: ${path}`);
  }
}

function firstBytes(path: string): Uint8Array {
  const file = openSync(path, "r");
  try {
    const bytes = new Uint8Array(5);
    return bytes.subarray(0, readStart(file, bytes));
  } finally {
    closeSync(file);
  }
}
