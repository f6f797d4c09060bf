/**
 * The WebAssembly module as inline.ts has it, for Node.js, Bun and Deno: their `Buffer` decodes base64 natively, in a
 * twentieth of the time. Bundlers for other hosts may choose this file too, so it does without `Buffer` as well.
 */
import type { WriteText } from "../../../base/utf8.ts";
import { base64 } from "./base64.ts";
import { compileModule } from "./compile.ts";

const bytesOf = (): Uint8Array<ArrayBuffer> =>
  typeof Buffer === "undefined"
    ? Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    : Buffer.from(base64, "base64");

/** A `WebAssembly.Module`, or undefined; typed loosely so that consumers need no DOM types. */
export const wasmModule: unknown = compileModule(bytesOf);

/** The major version of Node.js; NaN elsewhere, also where its name is claimed. */
const versionOf = ({ node, bun, deno }: Record<string, string | undefined>): number =>
  bun === undefined && deno === undefined ? Number.parseInt(node!, 10) : Number.NaN;

const version = typeof process === "undefined" ? Number.NaN : versionOf(process.versions ?? {});

/**
 * Before version 25, Node.js encodes long texts beyond ASCII twelve times as slowly as it copies them (docs/performance.md). Bun's copy
 * takes as long, Deno's twenty times as long.
 */
export const writeUtf16: WriteText | undefined =
  version < 25
    ? (text, { buffer, byteOffset }) => void Buffer.from(buffer, byteOffset).write(text, "utf16le")
    : undefined;

/** From version 22 on, Node.js writes Latin-1 in a third to two thirds of the time of TextEncoder; 20 and Bun do not, Deno takes longer. */
export const writeAscii: WriteText | undefined = version >= 22 ? latin1Writer() : undefined;

function latin1Writer(): WriteText | undefined {
  const write = typeof Buffer === "undefined" ? undefined : Reflect.get(Buffer.prototype, "latin1Write");
  return typeof write === "function" ? (text, to) => void write.call(to, text, 0, text.length) : undefined;
}
