/** Refuses files that are not WARC files before anything is read: a damaged WARC is a row, another file is a wrong call. */
import { isGzip } from "../../base/gzip.ts";
import { startOf, withFile } from "../../bulk/files/read-start.ts";
import { MAGIC } from "../../crawl/archive/internal.ts";
import { usageError } from "../errors.ts";
import { checkedFile } from "../input.ts";

/** @throws a usage error */
export function checkWarcs(paths: readonly string[]): void {
  for (const path of paths) {
    const start = checkedFile("a folder or a WARC file", path, () => withFile(path, (file) => startOf(file, 5)));
    const text = start.toString("latin1");
    if (text.startsWith(MAGIC))
      throw usageError(
        `expected robots.txt files; got an archive, which holds compiled rules: ${path}; pass what it was compiled from`,
      );
    if (!isGzip(start) && text !== "WARC/")
      throw usageError(`expected a folder or a WARC file; got another file: ${path}`);
  }
}
