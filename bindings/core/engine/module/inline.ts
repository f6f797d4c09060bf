/**
 * The WebAssembly module from bytes inlined in the package, which loads everywhere without a file or a fetch. It is
 * compiled while this file is evaluated, because workerd allows that then and never later. Where compiling is blocked
 * (Content-Security-Policy, `--jitless`) there is no module and the TypeScript fallback decides.
 */
import { text } from "./bytes.ts";

const FIRST = 35;
const BACKSLASH = 92;
const BASE = 91;

/**
 * One character for each byte below 91, a prefix and a character for other bytes, all printable ASCII. Gzip sees the bytes
 * as they are: the module adds 4.7 KB to a compressed page, where base64, whose characters straddle bytes, adds 6.3 KB.
 */
function bytesOf(characters: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(characters.length);
  let length = 0;
  let prefix = 0;
  for (let i = 0; i < characters.length; i++) {
    const code = characters.charCodeAt(i);
    if (code < FIRST) prefix = code === 0x21 ? BASE : 2 * BASE;
    else {
      bytes[length++] = prefix + code - FIRST - (code > BACKSLASH ? 1 : 0);
      prefix = 0;
    }
  }
  return bytes.subarray(0, length);
}

function compileInlined(): unknown {
  try {
    return new WebAssembly.Module(bytesOf(text));
  } catch {
    return undefined;
  }
}

/** A `WebAssembly.Module`, or undefined; typed loosely so that consumers need no DOM types. */
export const wasmModule: unknown = compileInlined();
