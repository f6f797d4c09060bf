/** The WebAssembly module for Vercel's edge runtime, which forbids compiling bytes: its bundler resolves `?module`. */
import type { WriteUtf16 } from "../../../base/utf8.ts";
import module from "./engine.wasm?module";

export const wasmModule: unknown = module;

export const writeUtf16: WriteUtf16 | undefined = undefined;
