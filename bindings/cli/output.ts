/** Writes text for people and NDJSON for programs. If the reader goes away, the program ends quietly. */
import { readFileSync } from "node:fs";
import { formatNumber } from "../base/numbers.ts";
import { printable } from "../base/printable.ts";
import { systemText } from "./errors.ts";

export { jsonLine, printable, printableLines } from "../base/printable.ts";

export function version(): string {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return JSON.parse(manifest).version;
}

/** Writes to standard output; returns 0, the exit code of success. */
export function write(text: string): number {
  process.stdout.write(text);
  return 0;
}

/** Writes one line of warning to standard error. */
export const warn = (text: string): void => writeError(`robots-wasm: ${printable(text)}\n`);

export function writeError(text: string): void {
  process.stderr.write(text);
}

/** The exit code after a wrong call or a failure. */
export const FAILED = 2;

let besideOutput: readonly string[] = [];
let codeSoFar = 0;

/** Names files that are complete only if all of standard output is written: without them, a closed pipe is an error. */
export function failOnBrokenPipe(files: readonly string[]): void {
  besideOutput = files;
}

/** Names the exit code for a reader that goes away before the end, as `head` does. */
export function exitSoFar(code: number): void {
  codeSoFar = code;
}

function endOnBrokenPipe(): never {
  if (besideOutput.length === 0) process.exit(process.exitCode ?? codeSoFar);
  const files = printable(besideOutput.join(", "));
  writeError(`robots-wasm: standard output was closed before all was written; not written: ${files}\n`);
  process.exit(FAILED);
}

/**
 * `robots-wasm … | head` closes our output, which is not an error. A full disk is one, and ends the program. A closed
 * standard error is ignored.
 */
export function closeOnBrokenPipe(): void {
  process.stderr.on("error", () => {});
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") endOnBrokenPipe();
    writeError(`robots-wasm: could not write to standard output: ${systemText(error.errno) ?? error.code}\n`);
    process.exit(FAILED);
  });
}

/** Resolves when the reader has caught up, so that output never piles up in memory. */
export async function writeFully(text: string): Promise<void> {
  if (process.stdout.write(text)) return;
  await new Promise<void>((resolve) => process.stdout.once("drain", resolve));
}

/** Written at a time: much less than the longest string. */
const PIECE_CHARACTERS = 65_536;

/** Writes pieces of text, many at a time. */
export async function writeAll(pieces: Iterable<string>): Promise<void> {
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length < PIECE_CHARACTERS) continue;
    await writeFully(text);
    text = "";
  }
  await writeFully(text);
}

/** Whether the stream is a terminal that wants colour; Node reads NO_COLOR and TERM. FORCE_COLOR also holds for pipes and files. */
export function wantsColour(stream: { hasColors?: () => boolean }): boolean {
  const forced = process.env["FORCE_COLOR"];
  return forced === undefined ? (stream.hasColors?.() ?? false) : forced !== "0" && forced !== "false";
}

const colours = { red: 31, green: 32, yellow: 33, cyan: 36 } as const;

/** Text for standard output, in colour if it wants that. */
export const coloured = (colour: keyof typeof colours, text: string): string =>
  wantsColour(process.stdout) ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text;

export const verdictText = (allowed: boolean): string =>
  allowed ? coloured("green", "allowed") : coloured("red", "refused");

type Cell = string | number;

/** Columns of numbers are aligned to the right. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const texts = [head, ...rows.map((row) => row.map((cell) => (typeof cell === "number" ? formatNumber(cell) : cell)))];
  const widths = head.map((_, i) => Math.max(...texts.map((row) => row[i]!.length)));
  const isNumber = head.map((_, i) => typeof rows[0]?.[i] === "number");
  return texts.map((row) =>
    row
      .map((cell, i) => (isNumber[i] ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join("  ")
      .trimEnd(),
  );
}
