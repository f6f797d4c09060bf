/**
 * The WebAssembly module from bytes inlined in the package: the form that loads everywhere without a file or a fetch.
 * Compiled while the module is evaluated, because workerd allows it then and never later; where compiling is
 * forbidden (Content-Security-Policy, `--jitless`) there is no module and the naive engine decides.
 */
import { text } from "./bytes.ts";

const FIRST = 35;
const BACKSLASH = 92;
const BASE = 91;

/**
 * A character a byte below 91, a prefix and a character for others, all printable ASCII. Gzip sees the bytes as they
 * are: the module costs 4.7 KB of a compressed page, and 6.3 KB as base64, whose characters straddle bytes.
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
