/** The WebAssembly module for Vercel's edge runtime, which forbids compiling bytes: its bundler resolves `?module`. */
import module from "./engine.wasm?module";

export const wasmModule: unknown = module;
