/**
 * The WebAssembly module from bytes inlined in the package, which loads everywhere without a file or a fetch. It is
 * compiled while this file is evaluated, because workerd allows that then and never later. Where compiling is blocked
 * (Content-Security-Policy, `--jitless`) there is no module and the TypeScript fallback decides.
 */
import type { WriteText } from "../../../base/utf8.ts";
import { locals, operators } from "./bytes.ts";
import { compileModule } from "./compile.ts";

/**
 * `operators` has one character for each of 91 byte values, those from -5 to 85 after a swap that brings addition and subtraction
 * among them, and a prefix and a character for other bytes, all printable ASCII. `locals` has the bytes that follow local.get,
 * local.set and local.tee, each as one character, or a prefix if it stands in `operators`: apart, both texts are smaller after gzip
 * (docs/design.md compares encodings). The loop runs once and in the interpreter, so it works on bytes that the host has encoded.
 */
function bytesOf(): Uint8Array<ArrayBuffer> {
  const FIRST = -5;
  const OFFSET = 40;
  const encoder = new TextEncoder();
  const codes = encoder.encode(operators);
  const localCodes = encoder.encode(locals);
  const end = codes.length;
  const bytes = new Uint8Array(end + localCodes.length);
  let length = 0;
  let local = 0;
  for (let at = 0; at < end; ) {
    let byte = codes[at++]! - OFFSET;
    // The prefixes are `!` and a space.
    if (byte < FIRST) byte = codes[at++]! + (byte === 0x21 - OFFSET ? 91 : 182) - OFFSET;
    if ((byte & 6) === 2) byte ^= 0x20;
    bytes[length++] = byte;
    if (byte >= 0x20 && byte <= 0x22) {
      byte = localCodes[local++]! - OFFSET;
      if (byte >= FIRST) bytes[length++] = byte;
    }
  }
  return bytes.subarray(0, length);
}

/** A `WebAssembly.Module`, or undefined; typed loosely so that consumers need no DOM types. */
export const wasmModule: unknown = compileModule(bytesOf);

export const writeUtf16: WriteText | undefined = undefined;
export const writeAscii: WriteText | undefined = undefined;
