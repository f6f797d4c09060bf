/** Reads a robots.txt as a whole, and URLs line by line in bounded memory. */
import { isUtf8 } from "node:buffer";
import { fstatSync, readFileSync } from "node:fs";
import { isSameFile } from "../node/output-file.ts";
import { systemText, usageError } from "./errors.ts";
import { warn } from "./output.ts";

/** Lines per batch: decided in one call, and held in memory at a time. */
const BATCH_LINES = 4096;
/** Longer than any URL; strings cannot hold much more. */
const MAX_LINE_BYTES = 2 ** 26;

/** Returns `read(path)`. @throws a usage error that says what was expected and why the file cannot be read */
export function checkedFile<T>(expected: string, path: string, read: (path: string) => T): T {
  try {
    return read(path);
  } catch (error) {
    const { code, errno } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw usageError(`expected ${expected}; got ${systemText(errno) ?? code}: ${path}`);
  }
}

/** Standard input can be read only once: a second reader would see an empty file. @throws a usage error */
export function checkedInputs(files: readonly string[]): void {
  const times = files.filter((file) => file === "-").length;
  if (times > 1) throw usageError(`expected standard input in one place; got - in ${times}`);
}

/** The bytes of a file, or of standard input (`-`). @throws a usage error */
export function readFileOrInput(file: string): Uint8Array {
  if (file === "-") announceWait("a robots.txt");
  return checkedFile("a readable file", file, (path) => readFileSync(path === "-" ? 0 : path));
}

/** Says that the program waits, if a person types the input. */
export function announceWait(what: string): void {
  if (process.stdin.isTTY) warn(`reading ${what} from the terminal; press Ctrl+D to end`);
}

/** A URL that is not UTF-8 stays bytes, so that its verdict is about the bytes given. */
export type UrlOrBytes = string | Uint8Array;

export const textOf = (url: UrlOrBytes): string => (typeof url === "string" ? url : Buffer.from(url).toString());

/** The URLs to decide, in batches; empty lines of standard input are skipped unless `keepEmpty`. */
export async function* urlBatches({
  urls,
  keepEmpty = false,
}: {
  readonly urls: readonly string[];
  readonly keepEmpty?: boolean;
}): AsyncGenerator<readonly UrlOrBytes[]> {
  if (urls[0] !== "-") {
    yield urls;
    return;
  }
  announceWait("URLs, one per line,");
  const batch: UrlOrBytes[] = [];
  for await (const lines of inputLines()) {
    batch.push(...lines.map(urlInLine).filter((url) => keepEmpty || url !== ""));
    while (batch.length > BATCH_LINES) yield batch.splice(0, BATCH_LINES);
  }
  yield batch;
}

/** @param line one character for each byte */
function urlInLine(line: string): UrlOrBytes {
  const url = line.endsWith("\r") ? line.slice(0, -1) : line;
  if (!/[\x80-\xff]/.test(url)) return url;
  const bytes = Buffer.from(url, "latin1");
  return isUtf8(bytes) ? bytes.toString() : bytes;
}

/** Standard input as a stream. Node reads a folder as an empty stream. @throws a usage error for a folder */
function standardInput(): typeof process.stdin {
  if (fstatSync(0).isDirectory()) throw usageError("expected a readable standard input; got a directory");
  if (isSameFile(0, 1)) throw usageError("expected the output to be another file than the input; got the same");
  return process.stdin;
}

/**
 * Lines that end in LF or CRLF, as for `isAllowedLines`, one chunk at a time. Node's readline also splits at characters
 * that may be part of a URL, and its versions differ.
 */
async function* inputLines(): AsyncGenerator<readonly string[]> {
  let rest = "";
  for await (const chunk of standardInput().setEncoding("latin1")) {
    const lines = chunk.split("\n");
    lines[0] = rest + lines[0];
    rest = lines.pop()!;
    if (rest.length > MAX_LINE_BYTES)
      throw usageError(`expected lines of at most ${MAX_LINE_BYTES} bytes; got a longer one`);
    yield lines;
  }
  if (rest !== "") yield [rest];
}
