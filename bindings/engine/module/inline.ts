/**
 * The WebAssembly module from bytes inlined in the package: the form that loads everywhere without a file or a fetch.
 * Compiled while the module is evaluated, because workerd allows it then and never later; where compiling is
 * forbidden (Content-Security-Policy, `--jitless`) there is no module and the naive engine decides.
 */
import { base64 } from "./bytes.ts";

function compileInlined(): unknown {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return new WebAssembly.Module(bytes);
  } catch {
    return undefined;
  }
}

/** A `WebAssembly.Module`, or undefined; typed loosely so that consumers need no DOM types. */
export const wasmModule: unknown = compileInlined();
