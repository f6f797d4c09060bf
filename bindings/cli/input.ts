/** Reading: the robots.txt whole, URLs line by line in bounded memory. */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { parse, type RobotsTxt } from "../robots/robots-txt.ts";
import type { Question } from "./arguments.ts";
import { Misuse } from "./misuse.ts";

/** Lines decided in one crossing; also what is held in memory at a time. */
const BATCH_LINES = 4096;

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

export const readFileOrInput = (file: string): Uint8Array =>
  checkedFile("a readable file", file, (path) => readFileSync(path === "-" ? 0 : path));

export const readRobots = ({ file, dialect, leniency }: Question): RobotsTxt =>
  parse(readFileOrInput(file), { dialect, leniency });

/** The URLs asked about, a batch at a time; empty lines of standard input are no URLs. */
export async function* urlBatches({ urls }: Pick<Question, "urls">): AsyncGenerator<readonly string[]> {
  if (urls[0] !== "-") {
    yield urls;
    return;
  }
  let batch: string[] = [];
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line !== "") batch.push(line);
    if (batch.length === BATCH_LINES) {
      yield batch;
      batch = [];
    }
  }
  yield batch;
}
