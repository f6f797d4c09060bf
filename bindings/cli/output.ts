/** Writing results: text, tables for people, NDJSON for programs. A reader that goes away ends the program quietly. */

import type { Rule } from "../core/engine/program.ts";

/** Writes to standard output; returns 0, the exit code of having answered. */
export function write(text: string): number {
  process.stdout.write(text);
  return 0;
}

export function writeError(text: string): void {
  process.stderr.write(text);
}

const FAILED = 2;

/**
 * `robots-wasm … | head` closes our output: that is no error of ours. A full disk is one, and ends the program. Messages
 * that nobody reads end nothing.
 */
export function closeOnBrokenPipe(): void {
  process.stderr.on("error", () => {});
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
    writeError(`robots-wasm: expected to write to standard output; got ${error.message}\n`);
    process.exit(FAILED);
  });
}

/** Resolves when the reader has taken enough, so that output never piles up. */
export async function writeFully(text: string): Promise<void> {
  if (process.stdout.write(text)) return;
  await new Promise<void>((resolve) => process.stdout.once("drain", resolve));
}

const coloured = (): boolean => process.stdout.isTTY === true && !process.env["NO_COLOR"];

export function verdictText(allowed: boolean): string {
  const word = allowed ? "allowed" : "refused";
  return coloured() ? `\u001b[${allowed ? 32 : 31}m${word}\u001b[0m` : word;
}

/** A rule as the file has it, after its line. */
export const ruleText = ({ directive, pattern, line }: Rule): string =>
  `line ${line}: ${directive === "allow" ? "Allow" : "Disallow"}: ${pattern}`;

/** Control characters of a hostile file or URL must not reach a terminal. */
export const printable = (text: string): string =>
  text.replace(/\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`);
