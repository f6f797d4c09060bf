/** One robots.txt to survey: a file that a worker reads, what a crawl captured, or the reason why nothing is known. */
import type { FolderEntry } from "../folder/folder-files.ts";
import type { Lost } from "../warc/read-warc.ts";
import type { Replayed } from "../warc/replay.ts";

export type Site = (FileSite | Replayed | Lost) & { readonly rank?: number | undefined };

export interface FileSite {
  readonly entry: FolderEntry;
}
