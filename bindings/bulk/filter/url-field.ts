/** Takes the URL out of lines with several fields, so that they can be decided like a plain list of URLs. */

import { isUtf8 } from "node:buffer";
import { LF, TAB } from "../../base/characters.ts";
import { jsonObject } from "../../base/json.ts";
import { endOfLine, withoutCr } from "../../base/split-lines.ts";
import { MAX_LINE_BYTES } from "../files/blocks.ts";
import { GrowingBytes } from "./growing-bytes.ts";

/** A column of TSV, counted from 1, or a key of NDJSON objects. */
export type UrlField = { readonly column: number } | { readonly key: string };

/** Lines by number: what is needed to copy them. */
export interface LineIndex {
  readonly bytes: Uint8Array;
  readonly count: number;
  /** For the number after the last line: where the lines end. */
  readonly lineStart: (line: number) => number;
}

/** Indexes lines that end in LF. */
export function indexLines(bytes: Uint8Array): LineIndex {
  const starts = [0];
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) starts.push(at + 1);
  return { bytes, count: starts.length - 1, lineStart: (line) => starts[line]! };
}

/** The field of each line, followed by LF; an empty line for a line without the field. */
export function fieldLines(bytes: Uint8Array, field: UrlField): Uint8Array {
  const output = new GrowingBytes(bytes.length);
  const end = Uint8Array.of(LF);
  for (let start = 0; start < bytes.length; ) {
    const lineEnd = endOfLine(bytes, start);
    // A large block may hold lines that a smaller one skips: the limit is the same.
    const isTooLong = lineEnd - start >= MAX_LINE_BYTES;
    const line = isTooLong ? NOTHING : withoutCr(bytes.subarray(start, lineEnd));
    output.append("key" in field ? keyOf(line, field.key) : columnOf(line, field.column));
    output.append(end);
    start = lineEnd + 1;
  }
  return output.bytes();
}

const NOTHING = new Uint8Array();

function columnOf(line: Uint8Array, column: number): Uint8Array {
  let start = 0;
  for (let i = 1; i < column; i++) {
    start = line.indexOf(TAB, start) + 1;
    if (start === 0) return NOTHING;
  }
  const end = line.indexOf(TAB, start);
  return line.subarray(start, end < 0 ? line.length : end);
}

/** URL parsers remove line ends at the end. A line feed before would make two URLs of it. */
function keyOf(line: Uint8Array, key: string): Uint8Array {
  const value = parsedLine(line)?.[key];
  if (typeof value !== "string") return NOTHING;
  const url = value.replace(/[\r\n]+$/, "");
  return url.includes("\n") ? NOTHING : Buffer.from(url);
}

/** JSON is UTF-8 (RFC 8259 §8.1). Reading other bytes as U+FFFD would decide another URL than the line holds. */
const parsedLine = (line: Uint8Array): Readonly<Record<string, unknown>> | undefined =>
  isUtf8(line) ? jsonObject(Buffer.from(line.buffer, line.byteOffset, line.length).toString("utf8")) : undefined;
