/**
 * The WebAssembly module from bytes inlined in the package, which loads everywhere without a file or a fetch. It is
 * compiled while this file is evaluated, because workerd allows that then and never later. Where compiling is blocked
 * (Content-Security-Policy, `--jitless`) there is no module and the TypeScript fallback decides.
 */
import { locals, operators } from "./bytes.ts";
import { compileModule } from "./compile.ts";

/**
 * `operators` has one character for each byte from 251 to 255 and from 0 to 85, the most frequent ones, and a prefix and a
 * character for other bytes, all printable ASCII. `locals` has the bytes that follow local.get, local.set and local.tee, each as one
 * character, or a prefix if it stands in `operators`: apart, both texts are smaller after gzip (docs/design.md compares encodings).
 * The loop runs once and in the interpreter, so it works on bytes that the host has encoded.
 */
function bytesOf(): Uint8Array<ArrayBuffer> {
  const FIRST = 35;
  const BASE = 91;
  const OFFSET = 40;
  const encoder = new TextEncoder();
  const codes = encoder.encode(operators);
  const localCodes = encoder.encode(locals);
  const end = codes.length;
  const bytes = new Uint8Array(end + localCodes.length);
  let [length, local] = [0, 0];
  for (let at = 0; at < end; ) {
    let code = codes[at++]!;
    if (code < FIRST) code = codes[at++]! + (code === 0x21 ? BASE : 2 * BASE);
    bytes[length++] = code - OFFSET;
    if (code >= OFFSET + 0x20 && code <= OFFSET + 0x22) {
      code = localCodes[local++]!;
      if (code >= FIRST) bytes[length++] = code - OFFSET;
    }
  }
  return bytes.subarray(0, length);
}

/** A `WebAssembly.Module`, or undefined; typed loosely so that consumers need no DOM types. */
export const wasmModule: unknown = compileModule(bytesOf);
