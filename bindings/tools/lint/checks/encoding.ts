/** The bytes of the file: encoding, line ends, NUL, size (RFC 9309 §2.3, §2.5). */
import { hasUtf8Mark, MIN_MAX_BYTES } from "../../../core/robots/text.ts";
import type { Check, Report } from "../report.ts";
import { type Line, MAX_BYTES, type Source, type Span } from "../source.ts";

/** google/robotstxt keeps 2083 * 8 bytes of a line, including a final NUL. */
const MAX_LINE_BYTES = 2083 * 8 - 1;
/** How much of the file is searched for the start of an HTML page. */
const HEAD_BYTES = 256;
const CR = 13;
const LF = 10;

export const checkEncoding: Check = (source, report) => {
  const { bytes, lines, truncated } = source;
  if (truncated || bytes.length > MIN_MAX_BYTES) reportSize(source, report);
  const first = lines[0];
  if (first === undefined) return;
  if (hasUtf8Mark(bytes))
    report("byte-order-mark", { line: 1, start: 0, end: 3 }, { message: "the file starts with a byte order mark" });
  if (isHtml(bytes)) report("html-document", first, { message: "the file is an HTML document" });
  checkLineEnds(source, report);
  checkUtf8(source, report);
  for (const line of lines) checkLine(bytes, line, report);
};

const isHtml = (bytes: Uint8Array): boolean =>
  /^\s*(<!doctype\s|<html|<head|<\?xml)/i.test(new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES)));

/** Reports the first line that crosses the limit, else the last line that was read. */
function reportSize({ bytes, lines, truncated }: Source, report: Report): void {
  const line = lines.find(({ end }) => end > MIN_MAX_BYTES) ?? lines.at(-1) ?? { line: 1, start: 0, end: 0 };
  const size = truncated ? `more than ${MAX_BYTES}` : String(bytes.length);
  report("file-too-large", line, { message: `the file has ${size} bytes; crawlers may ignore it from here on` });
}

/** Reports only the first such line. */
function checkLineEnds({ bytes, lines }: Source, report: Report): void {
  const line = lines.find(({ end }) => bytes[end] === CR && bytes[end + 1] !== LF);
  if (line !== undefined) report("lone-cr", line, { message: "the line ends with CR but no LF" });
}

/** Reports only the first such line. */
function checkUtf8({ bytes, lines }: Source, report: Report): void {
  if (isUtf8(bytes)) return;
  const line = lines.find(({ start, end }) => !isUtf8(bytes.subarray(start, end)));
  if (line !== undefined) report("invalid-utf8", line, { message: "the line contains bytes that are not UTF-8" });
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
  if (nul >= 0) report("nul-byte", byteSpan(line, line.start + nul), { message: "the line contains a NUL byte" });
}

const byteSpan = ({ line }: Line, at: number): Span => ({ line, start: at, end: at + 1 });
