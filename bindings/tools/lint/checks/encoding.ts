/** What the bytes are: text in UTF-8 with lines of a bearable length, or something else (RFC 9309 §2.3, §2.5). */
import { MIN_MAX_BYTES } from "../../../core/robots/text.ts";
import type { Check, Report } from "../report.ts";
import { type Line, MAX_BYTES, type Source, type Span } from "../source.ts";

/** google/robotstxt keeps 2083 * 8 bytes of a line, the last of them a NUL. */
const MAX_LINE_BYTES = 2083 * 8 - 1;
/** Where a page announces itself. */
const HEAD_BYTES = 256;
const CR = 13;
const LF = 10;

export const checkEncoding: Check = (source, report) => {
  const { bytes, lines, truncated } = source;
  if (truncated || bytes.length > MIN_MAX_BYTES) reportSize(source, report);
  const first = lines[0];
  if (first === undefined) return;
  if (hasMark(bytes))
    report("byte-order-mark", { line: 1, start: 0, end: 3 }, { message: "a byte order mark stands first" });
  if (isHtml(bytes)) report("html-document", first, { message: "the file is an HTML document" });
  checkLineEnds(source, report);
  checkUtf8(source, report);
  for (const line of lines) checkLine(bytes, line, report);
};

const hasMark = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

const isHtml = (bytes: Uint8Array): boolean =>
  /^\s*(<!doctype\s|<html|<head|<\?xml)/i.test(new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES)));

/** At the first line that is not read whole; at the end of what is, where that line is too long for us as well. */
function reportSize({ bytes, lines, truncated }: Source, report: Report): void {
  const line = lines.find(({ end }) => end > MIN_MAX_BYTES) ?? lines.at(-1) ?? { line: 1, start: 0, end: 0 };
  const size = truncated ? `more than ${MAX_BYTES}` : String(bytes.length);
  report("file-too-large", line, { message: `the file has ${size} bytes; from here on it may not be read` });
}

/** One finding for the file, at its first line that ends so. */
function checkLineEnds({ bytes, lines }: Source, report: Report): void {
  const line = lines.find(({ end }) => bytes[end] === CR && bytes[end + 1] !== LF);
  if (line !== undefined) report("lone-cr", line, { message: "the line ends in CR without LF" });
}

/** One finding for the file, at its first line that is none. */
function checkUtf8({ bytes, lines }: Source, report: Report): void {
  if (isUtf8(bytes)) return;
  const line = lines.find(({ start, end }) => !isUtf8(bytes.subarray(start, end)));
  if (line !== undefined) report("invalid-utf8", line, { message: "the line holds bytes that are no UTF-8" });
}

const strict = new TextDecoder("utf-8", { fatal: true });

function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function checkLine(bytes: Uint8Array, line: Line, report: Report): void {
  const length = line.end - line.start;
  if (length > MAX_LINE_BYTES) report("line-too-long", line, { message: `the line has ${length} bytes` });
  const nul = bytes.subarray(line.start, line.end).indexOf(0);
  if (nul >= 0) report("nul-byte", byteSpan(line, line.start + nul), { message: "the line holds a NUL byte" });
}

const byteSpan = ({ line }: Line, at: number): Span => ({ line, start: at, end: at + 1 });
