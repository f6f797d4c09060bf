/**
 * Decodes the chunked transfer coding (RFC 9112 §7.1) of a body in memory.
 */
import { CR, LF } from "../../base/characters.ts";

export interface Dechunked {
  readonly bytes: Buffer;
  /** Whether the last chunk is there. */
  readonly isWhole: boolean;
}

/** Joins the chunks; undefined if the body does not start with a chunk: some archives join them but keep the header. */
export function decodeChunked(coded: Buffer): Dechunked | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = coded.indexOf("\r\n", at, "latin1");
    const size = sizeIn(coded.subarray(at, lineEnd < 0 ? coded.length : lineEnd));
    if (size === undefined && at === 0) return undefined;
    if (size === undefined || lineEnd < 0) return { bytes: Buffer.concat(chunks), isWhole: false };
    const end = lineEnd + 2 + size;
    chunks.push(coded.subarray(lineEnd + 2, end));
    // Trailers do not belong to the body.
    if (size === 0) return { bytes: Buffer.concat(chunks), isWhole: true };
    if (coded[end] !== CR || coded[end + 1] !== LF) return { bytes: Buffer.concat(chunks), isWhole: false };
    at = end + 2;
  }
}

/** The size of a chunk from the line before it; undefined for any other line. */
function sizeIn(line: Buffer): number | undefined {
  const digits = /^([\da-f]+)[ \t]*(?:;|$)/i.exec(line.toString("latin1", 0, 64))?.[1];
  return digits === undefined ? undefined : Number.parseInt(digits, 16);
}
