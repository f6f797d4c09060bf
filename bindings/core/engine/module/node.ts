/**
 * The WebAssembly module as inline.ts has it, for Node.js, Bun and Deno: their `Buffer` decodes base64 natively, in a
 * twentieth of the time. Bundlers for other hosts may choose this file too, so it does without `Buffer` as well.
 */
import { base64 } from "./base64.ts";
import { compileModule } from "./compile.ts";

const bytesOf = (): Uint8Array<ArrayBuffer> =>
  typeof Buffer === "undefined"
    ? Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    : Buffer.from(base64, "base64");

/** A `WebAssembly.Module`, or undefined; typed loosely so that consumers need no DOM types. */
export const wasmModule: unknown = compileModule(bytesOf);
