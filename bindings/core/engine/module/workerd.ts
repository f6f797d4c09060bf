/**
 * The WebAssembly module for workerd (Cloudflare Workers), compiled when the worker is deployed. Bytes may be compiled
 * there only at startup, and only with a compatibility date from 2025-06-01 on.
 */
import module from "./engine.wasm";

export const wasmModule: unknown = module;
