/**
 * Reads one file of a folder of robots.txt files. A file that exists and cannot be used is not missing: what it forbids is
 * unknown. Runs in Node only.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, type Stats } from "node:fs";
import { gunzipMembers } from "../../base/gunzip.ts";
import { isGzip } from "../../base/gzip.ts";
import { LEAST_READ_BYTES } from "../../core/parsing.ts";
import { readStart } from "../files/read-start.ts";

/** The parsing limit (RFC 9309 §2.5) in UTF-16, two bytes a character: plus two for its mark, and two that show that the file is longer. */
export const ROBOTS_READ_BYTES: number = 2 * LEAST_READ_BYTES + 4;

/** A file that exists but that nobody can use. The message has its path and the reason. */
export class UnreadableFile extends Error {
  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`);
    this.name = "UnreadableFile";
  }
}

/** Codes with which opening fails for one file while the disk works, and what they mean. */
const UNREADABLE_REASONS: Readonly<Record<string, string>> = {
  ELOOP: "a loop of links",
  EACCES: "permission denied",
  EPERM: "permission denied",
  ENXIO: "a socket or a device",
  ENOENT: "a link that leads nowhere",
  ENOTDIR: "a link that leads nowhere",
};

/** Codes with which looking at a name fails because no file can have it. */
const ABSENT: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG"]);

/** False for a link that leads nowhere. */
function isAbsent(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code)) return true;
    throw error;
  }
}

/** Opening a pipe must not wait for its writer. */
const OPEN_FLAGS: number = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const readBuffer: Uint8Array = new Uint8Array(ROBOTS_READ_BYTES);

/**
 * The first ROBOTS_READ_BYTES of a file; undefined if no file has that name. Valid until the next call. For nearly all files these
 * are four system calls: open, two reads, close.
 * @param into takes the bytes instead, as many as fit
 * @param expectsNone looks first whether there is a file, because an exception takes longer
 * @throws UnreadableFile for what is not a file with text; other system errors
 */
export function readRobotsFile(
  path: string,
  expectsNone = false,
  into: Uint8Array = readBuffer,
): Uint8Array | undefined {
  if (expectsNone && isAbsent(path)) return undefined;
  const file = openExisting(path);
  if (file === undefined) return undefined;
  try {
    return readOpen(path, file, into);
  } finally {
    closeSync(file);
  }
}

function openExisting(path: string): number | undefined {
  try {
    return openSync(path, OPEN_FLAGS);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (ABSENT.has(code) && isAbsent(path)) return undefined;
    throw code !== undefined && code in UNREADABLE_REASONS
      ? new UnreadableFile(path, UNREADABLE_REASONS[code]!)
      : error;
  }
}

function readOpen(path: string, file: number, into: Uint8Array): Uint8Array {
  let length: number;
  try {
    length = readStart(file, into);
  } catch (error) {
    // Reading a folder, a pipe or a terminal fails. A disk that fails must not look like an unreadable file.
    checkKind(path, fstatSync(file));
    throw error;
  }
  // A device ends at once or never.
  if (length === 0 || length === into.length) checkKind(path, fstatSync(file));
  const stored = into.subarray(0, length);
  // Longer files are cut here, and gzip that is cut is refused.
  const body = (isGzip(stored) ? gunzipMembers(stored) : undefined)?.subarray(0, into.length) ?? stored;
  checkFormat(path, body);
  return body;
}

function checkKind(path: string, stat: Stats): void {
  if (stat.isFile()) return;
  const kind = stat.isDirectory() ? "a folder" : stat.isFIFO() ? "a pipe" : "a device";
  throw new UnreadableFile(path, `expected a file; got ${kind}`);
}

/** What is not text would parse as a file without rules, which allows everything. */
const FORMATS: readonly { readonly start: Uint8Array; readonly name: string; readonly advice: string }[] = [
  { start: Uint8Array.of(0x1f, 0x8b), name: "gzip", advice: "decompress it" },
  { start: Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd), name: "zstd", advice: "decompress it" },
  { start: Buffer.from("PK\x03\x04"), name: "ZIP", advice: "unpack it" },
  { start: Buffer.from("WARC/"), name: "WARC", advice: "pass it itself, or a folder of WARC files alone" },
  { start: Buffer.from("PAR1"), name: "Parquet", advice: "write its robots.txt bodies to one file per origin" },
  { start: Buffer.from("RWAR"), name: "an archive of robots-wasm", advice: "pass it itself" },
];

function checkFormat(path: string, body: Uint8Array): void {
  for (const { start, name, advice } of FORMATS)
    if (start.every((byte, i) => body[i] === byte))
      throw new UnreadableFile(path, `expected a robots.txt as text; got ${name}: ${advice}`);
}
