/**
 * The WebAssembly module from bytes inlined in the package, which loads everywhere without a file or a fetch. It is
 * compiled while this file is evaluated, because workerd allows that then and never later. Where compiling is blocked
 * (Content-Security-Policy, `--jitless`) there is no module and the TypeScript fallback decides.
 */
import { text } from "./bytes.ts";
import { compileModule } from "./compile.ts";

const FIRST = 35;
const BASE = 91;
const ROTATION = 5;

/**
 * One character for each byte from 251 to 255 and from 0 to 85, the most frequent ones, a prefix and a character for other
 * bytes, all printable ASCII. Gzip sees the bytes as they are (docs/design.md compares encodings). The loop runs once and in the interpreter, so it works on bytes that
 * the host has encoded.
 */
function bytesOf(characters: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(characters);
  const end = bytes.length;
  let length = 0;
  for (let at = 0; at < end; ) {
    let code = bytes[at++]!;
    if (code < FIRST) code = bytes[at++]! + (code === 0x21 ? BASE : 2 * BASE);
    bytes[length++] = code - FIRST - ROTATION;
  }
  return bytes.subarray(0, length);
}

/** A `WebAssembly.Module`, or undefined; typed loosely so that consumers need no DOM types. */
export const wasmModule: unknown = compileModule(() => bytesOf(text));
