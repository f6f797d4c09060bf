/** Decodes one layer of gzip that is in memory, as browsers and curl do: bytes after the last whole member mean nothing. */
import { isGzip } from "./gzip.ts";
import { readUpTo } from "./read-body.ts";
import { builtinModule } from "./runtime.ts";

/** More is not decoded at once, so that little gzip with much in it fills no memory. */
const MAX_CONTENT_BYTES = 2 ** 24;

/** The beginning of the content. @throws for gzip that ends early or is damaged. */
export async function gunzipStart(gzip: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  const whole = gunzipMembers(gzip)?.subarray(0, maxBytes);
  if (whole !== undefined) return whole;
  const stream = new Blob([gzip as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream("gzip"));
  return readUpTo(stream, maxBytes);
}

/**
 * The content of all members (RFC 1952 §2.2); undefined if one ends early, is damaged, or is longer than what is decoded, and where
 * the runtime has no zlib.
 */
export function gunzipMembers(gzip: Uint8Array): Uint8Array | undefined {
  const zlib = builtinModule("node:zlib");
  if (zlib === undefined) return undefined;
  const limit = { maxOutputLength: MAX_CONTENT_BYTES };
  try {
    let end = 0;
    while (isGzip(gzip.subarray(end))) {
      const start = contentStart(gzip, end);
      // It says where the content ends, and does not look at what follows.
      const { engine } = zlib.inflateRawSync(gzip.subarray(start), { ...limit, info: true }) as unknown as Inflated;
      end = start + engine.bytesWritten + TRAILER_BYTES;
    }
    return zlib.gunzipSync(gzip.subarray(0, end), limit);
  } catch {
    return undefined;
  }
}

/** What Node returns for the option `info`. */
interface Inflated {
  readonly engine: { readonly bytesWritten: number };
}

/** The checksum and the length of the content. */
const TRAILER_BYTES = 8;

/** RFC 1952 §2.3: flags say which optional fields follow the ten bytes of the header. */
function contentStart(gzip: Uint8Array, member: number): number {
  const [CRC, EXTRA, NAME, COMMENT] = [2, 4, 8, 16];
  const flags = gzip[member + 3] ?? 0;
  let at = member + 10;
  if (flags & EXTRA!) at += 2 + gzip[at]! + 256 * gzip[at + 1]!;
  for (const text of [NAME, COMMENT]) if (flags & text!) at = gzip.indexOf(0, at) + 1;
  return flags & CRC! ? at + 2 : at;
}
