/** Reads a robots.txt as a whole, and URLs line by line in bounded memory. */
import { isUtf8 } from "node:buffer";
import { fstatSync, readFileSync } from "node:fs";
import { gunzipMembers } from "../base/gunzip.ts";
import { compressionOf } from "../base/gzip.ts";
import { splitLines } from "../base/split-lines.ts";
import { blocksOf, MAX_LINE_BYTES } from "../bulk/files/blocks.ts";
import { isSameFile } from "../bulk/files/output-file.ts";
import { systemText, usageError } from "./errors.ts";
import { warn } from "./output.ts";

/** Lines per batch: decided in one call, and held in memory at a time. */
const BATCH_LINES = 4096;
/** Bytes read at a time, unless a line is longer. */
const BLOCK_BYTES = 2 ** 20;

/** Returns `read(path)`. @throws a usage error that says what was expected and why the file cannot be read */
export function checkedFile<T>(expected: string, path: string, read: (path: string) => T): T {
  try {
    return read(path);
  } catch (error) {
    const { code, errno } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw usageError(
      `expected ${expected}; got ${code === "EISDIR" ? "a folder" : (systemText(errno) ?? code)}: ${path}`,
    );
  }
}

/** The text of a list, without a byte order mark. @throws a usage error */
export const readList = (expected: string, file: string): string =>
  new TextDecoder().decode(checkedFile(expected, file, (path) => readFileSync(path)));

/** Standard input can be read only once: a second reader would see an empty file. @throws a usage error */
export function checkedInputs(files: readonly string[]): void {
  const times = files.filter((file) => file === "-").length;
  if (times > 1) throw usageError(`expected standard input in one place; got - in ${times}`);
}

/** The bytes of a file, or of standard input (`-`). @throws a usage error */
export function readFileOrInput(file: string): Uint8Array {
  if (file !== "-") return checkedFile("a readable file", file, (path) => readFileSync(path));
  announceWait("a robots.txt");
  const body = checkedFile("a readable file", file, () => readFileSync(0));
  if (body.length === 0) warn("standard input is empty: an empty robots.txt allows everything");
  return body;
}

/** A robots.txt as it is read: one layer of gzip is undone. `parse` refuses everything of what is still compressed. */
export const readRobots = (file: string): Uint8Array => withoutGzip(file, readFileOrInput(file));

export function withoutGzip(file: string, body: Uint8Array): Uint8Array {
  const content = compressionOf(body) === "gzip" ? gunzipMembers(body) : undefined;
  if (content !== undefined) warn(gzipText(file));
  return content ?? body;
}

export const gzipText = (name: string): string =>
  `${name} is gzip: it is read as its content; without "Content-Encoding: gzip" other crawlers may find no rules in it`;

/** Says that the program waits, if a person types the input. */
export function announceWait(what: string): void {
  if (process.stdin.isTTY) warn(`reading ${what} from the terminal; press Ctrl+D to end`);
}

/** A URL that is not UTF-8 stays bytes, so that its verdict is about the bytes given. */
export type UrlOrBytes = string | Uint8Array;

export const urlText = (url: UrlOrBytes): string => (typeof url === "string" ? url : Buffer.from(url).toString());

/** The URLs to decide, in batches; empty lines of standard input are skipped unless `keepEmpty`, where lines that are too long are empty. */
export async function* urlBatches(urls: readonly string[], keepEmpty = false): AsyncGenerator<readonly UrlOrBytes[]> {
  if (urls[0] !== "-") {
    yield urls;
    return;
  }
  announceWait("URLs, one per line,");
  let isEmpty = true;
  for await (const lines of inputLines(keepEmpty)) {
    const all = lines.map(urlInLine).filter((url) => keepEmpty || url.length > 0);
    isEmpty &&= all.length === 0;
    for (let from = 0; from < all.length; from += BATCH_LINES) yield all.slice(from, from + BATCH_LINES);
  }
  if (isEmpty && !keepEmpty) throw usageError("expected URLs on standard input, one per line; got none");
}

/** The line's buffer is reused, so bytes are copied. */
const urlInLine = (line: Uint8Array): UrlOrBytes => (isUtf8(line) ? urlText(line) : line.slice());

/** Standard input as a stream. Node reads a folder as an empty stream. @throws a usage error for a folder */
function standardInput(): typeof process.stdin {
  if (fstatSync(0).isDirectory()) throw usageError("expected a readable standard input; got a directory");
  if (isSameFile(0, 1)) throw usageError("expected the output to be another file than the input; got the same");
  return process.stdin;
}

/**
 * Lines that end in LF or CRLF, as for `isAllowedLines`, one block at a time. Node's readline also splits at characters
 * that may be part of a URL, and its versions differ.
 */
async function* inputLines(keepsOverlong: boolean): AsyncGenerator<readonly Uint8Array[]> {
  const options = { blockBytes: BLOCK_BYTES, offset: 0, skip: 0, signal: new AbortController().signal };
  for await (const { bytes, overlong } of blocksOf(standardInput(), options)) {
    if (overlong > 0 && !keepsOverlong)
      throw usageError(`expected lines of at most ${MAX_LINE_BYTES} bytes; got a longer one`);
    yield [...Array<Uint8Array>(overlong).fill(new Uint8Array()), ...splitLines(bytes)];
  }
}
