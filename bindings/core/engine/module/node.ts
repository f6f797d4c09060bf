/**
 * The WebAssembly module as inline.ts has it, for Node.js, Bun and Deno: their `Buffer` decodes base64 natively, in a
 * twentieth of the time. Bundlers for other hosts may choose this file too, so it does without `Buffer` as well.
 */
import type { WriteUtf16 } from "../../../base/utf8.ts";
import { base64 } from "./base64.ts";
import { compileModule } from "./compile.ts";

const bytesOf = (): Uint8Array<ArrayBuffer> =>
  typeof Buffer === "undefined"
    ? Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    : Buffer.from(base64, "base64");

/** A `WebAssembly.Module`, or undefined; typed loosely so that consumers need no DOM types. */
export const wasmModule: unknown = compileModule(bytesOf);

/** Before version 25, Node.js encodes long texts beyond ASCII twelve times as slowly as it copies them (docs/performance.md). */
const encodesSlowly = ({ node, bun, deno }: Record<string, string | undefined>): boolean =>
  Number.parseInt(node!, 10) < 25 && bun === undefined && deno === undefined;

/** Defined where it takes less time than encoding: Bun's takes as long, Deno's twenty times as long. */
export const writeUtf16: WriteUtf16 | undefined =
  typeof process !== "undefined" && encodesSlowly(process.versions ?? {})
    ? (text, { buffer, byteOffset }) => void Buffer.from(buffer, byteOffset).write(text, "utf16le")
    : undefined;
