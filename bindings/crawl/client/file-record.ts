/** What a record says of a robots.txt: where it was found, through which requests, and its hashes. */
import type { RobotsCopy, StoredEntry } from "../../core/access/index.ts";
import { robotsTxtUrl } from "../../core/index.ts";
import type { FileRecord, RobotsHop } from "./client-options.ts";

/** The requests of the attempt that made the entry. */
export function hopsOf(
  origin: string,
  { redirects, redirectStatuses = [], ...last }: StoredEntry,
): readonly RobotsHop[] {
  const urls = [robotsTxtUrl(origin), ...redirects];
  return urls.map((url, i) => {
    const httpStatus = redirectStatuses[i] ?? (last.errorCode === "too-many-redirects" ? undefined : last.httpStatus);
    return httpStatus === undefined ? { url } : { url, httpStatus };
  });
}

/** Where a file was found, and what it was. */
export function sourceOf({ url, hash, parsedHash }: RobotsCopy): Pick<FileRecord, "fileUrl" | "hash" | "parsedHash"> {
  return { fileUrl: url, hash, ...(parsedHash !== undefined && { parsedHash }) };
}
