/** The WebAssembly module for Vercel's edge runtime, which forbids compiling bytes: its bundler resolves `?module`. */
import type { WriteText } from "../../../base/utf8.ts";
import module from "./engine.wasm?module";

export const wasmModule: unknown = module;

export const writeUtf16: WriteText | undefined = undefined;
export const writeAscii: WriteText | undefined = undefined;
