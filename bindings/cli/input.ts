/** Reading: the robots.txt whole, URLs line by line in bounded memory. */
import { isUtf8 } from "node:buffer";
import { fstatSync, readFileSync } from "node:fs";
import { parse, type RobotsTxt } from "../core/robots/robots-txt.ts";
import type { Question } from "./arguments.ts";
import { clearError } from "./failure.ts";
import { Misuse } from "./misuse.ts";

/** Lines decided in one crossing; also what is held in memory at a time. */
const BATCH_LINES = 4096;
/** More than any URL has; what strings can hold is not much more. */
const MAX_LINE_BYTES = 2 ** 26;

const reasons: Record<string, string> = {
  ENOENT: "no such file",
  EISDIR: "a directory",
  EACCES: "no permission to read it",
};

/** What `read` makes of the file at `path`. @throws Misuse that says what was expected of it and why it cannot be had. */
export function checkedFile<T>(expected: string, path: string, read: (path: string) => T): T {
  try {
    return read(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new Misuse(`expected ${expected}; got ${reasons[code] ?? code}: ${path}`);
  }
}

/** Read a second time, standard input is empty, which would pass for an empty file. @throws Misuse */
export function checkedInputs(files: readonly string[]): void {
  const times = files.filter((file) => file === "-").length;
  if (times > 1) throw new Misuse(`expected standard input in one place; got - in ${times}`);
}

export const readFileOrInput = (file: string): Uint8Array =>
  checkedFile("a readable file", file, (path) => readFileSync(path === "-" ? 0 : path));

export const readRobots = ({ file, dialect, leniency }: Question): RobotsTxt =>
  parse(readFileOrInput(file), { dialect, leniency });

/** A URL that is no UTF-8 stays bytes, so that what is decided is what was asked. */
export type Asked = string | Uint8Array;

export const textOfAsked = (url: Asked): string => (typeof url === "string" ? url : Buffer.from(url).toString());

/** The URLs asked about, a batch at a time; empty lines of standard input are no URLs. */
export async function* urlBatches({ urls }: Pick<Question, "urls">): AsyncGenerator<readonly Asked[]> {
  if (urls[0] !== "-") {
    yield urls;
    return;
  }
  const batch: Asked[] = [];
  for await (const lines of inputLines()) {
    batch.push(...lines.map(askedOf).filter((url) => url !== ""));
    while (batch.length > BATCH_LINES) yield batch.splice(0, BATCH_LINES);
  }
  yield batch;
}

/** @param line a character a byte */
function askedOf(line: string): Asked {
  const url = line.endsWith("\r") ? line.slice(0, -1) : line;
  if (!/[\x80-\xff]/.test(url)) return url;
  const bytes = Buffer.from(url, "latin1");
  return isUtf8(bytes) ? bytes.toString() : bytes;
}

/** Standard input as a stream; of a folder Node makes an empty one. @throws Misuse */
function standardInput(): typeof process.stdin {
  if (fstatSync(0).isDirectory()) throw new Misuse("expected a readable standard input; got a directory");
  return process.stdin;
}

/**
 * Lines that end in LF or CRLF, as for `isAllowedLines`, those of a chunk at a time. Node's readline ends lines at what is
 * part of a URL as well, and not at the same in every version.
 */
async function* inputLines(): AsyncGenerator<readonly string[]> {
  let rest = "";
  for await (const chunk of inputText()) {
    const lines = chunk.split("\n");
    lines[0] = rest + lines[0];
    rest = lines.pop()!;
    if (rest.length > MAX_LINE_BYTES)
      throw new Misuse(`expected lines of at most ${MAX_LINE_BYTES} bytes; got a longer one`);
    yield lines;
  }
  yield [rest];
}

/** A character a byte. */
async function* inputText(): AsyncGenerator<string> {
  try {
    yield* standardInput().setEncoding("latin1");
  } catch (error) {
    throw clearError(error);
  }
}
