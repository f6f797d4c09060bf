/** The bytes of the file: encoding, line ends, NUL, size (RFC 9309 §2.3, §2.5). */

import { CR, LF } from "../../../base/characters.ts";
import { isHtml } from "../../../base/html.ts";
import { hasUtf8Mark } from "../../../base/utf8.ts";
import { LEAST_READ_BYTES } from "../../../core/parsing.ts";
import type { AddFinding, Check } from "../findings.ts";
import { type Line, type LintFile, MAX_BYTES, type Span } from "../lint-file.ts";

/** google/robotstxt keeps 2083 * 8 bytes of a line, including a final NUL. */
const MAX_LINE_BYTES = 2083 * 8 - 1;

export const checkEncoding: Check = (source, report) => {
  const { bytes, lines, truncated } = source;
  if (truncated || bytes.length > LEAST_READ_BYTES) reportSize(source, report);
  const first = lines[0];
  if (first === undefined) return;
  if (hasUtf8Mark(bytes))
    report("byte-order-mark", { line: 1, start: 0, end: 3 }, { message: "the file starts with a byte order mark" });
  if (isHtml(bytes)) report("html-document", first, { message: "the file is an HTML page, not a robots.txt" });
  checkLineEnds(source, report);
  checkUtf8(source, report);
  for (const line of lines) checkLine(source, line, report);
};

/** Reports the first line that crosses the limit of crawlers, and the last line if the linter itself stopped there. */
function reportSize({ lines, truncated }: LintFile, report: AddFinding): void {
  const last = lines.at(-1) ?? { line: 1, start: 0, end: 0 };
  const line = lines.find(({ end }) => end > LEAST_READ_BYTES) ?? last;
  const message = `the file has more than ${LEAST_READ_BYTES} bytes; crawlers may ignore it from here on`;
  report("file-too-large", line, { message });
  if (truncated)
    report("not-checked", last, { message: `the file has more than ${MAX_BYTES} bytes; the rest is not checked` });
}

/** Reports only the first such line. */
function checkLineEnds({ bytes, lines }: LintFile, report: AddFinding): void {
  const line = lines.find(({ end }) => bytes[end] === CR && bytes[end + 1] !== LF);
  if (line !== undefined) report("lone-cr", line, { message: "the line ends with CR but no LF" });
}

/** Reports only the first such line. */
function checkUtf8({ bytes, lines }: LintFile, report: AddFinding): void {
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

function checkLine({ octets }: LintFile, line: Line, report: AddFinding): void {
  const length = line.end - line.start;
  if (length > MAX_LINE_BYTES) report("line-too-long", line, { message: `the line has ${length} bytes` });
  const nul = octets.slice(line.start, line.end).indexOf("\0");
  if (nul >= 0) report("nul-byte", byteSpan(line, line.start + nul), { message: "the line contains a NUL byte" });
}

const byteSpan = ({ line }: Line, at: number): Span => ({ line, start: at, end: at + 1 });
