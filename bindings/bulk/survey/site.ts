/** One robots.txt to survey: a file that a worker reads, what a crawl captured, or the reason why nothing is known. */
import type { AccessStatus, Verdict } from "../../access/index.ts";
import type { FolderEntry } from "../folder/index.ts";

export type Site = (FileSite | CapturedSite | LostSite) & { readonly rank?: number | undefined };

export interface FileSite {
  readonly entry: FolderEntry;
}

export interface CapturedSite {
  /** The origin, such as `https://example.com`. */
  readonly site: string;
  readonly status: AccessStatus;
  readonly verdict: Verdict;
  readonly httpStatus?: number;
  /** The URLs that redirects led to, in order. */
  readonly redirects: readonly string[];
  readonly fetchedAtMs?: number;
  /** If the verdict is `rules`. */
  readonly body?: Uint8Array;
  /** Why the site could not be reached. */
  readonly error?: string;
  /** Why the capture cannot be used: nothing is known of the site. */
  readonly unusable?: string;
}

export interface LostSite {
  /** Where it is: a record of a WARC file, or the rest of one. */
  readonly place: string;
  readonly reason: string;
}
