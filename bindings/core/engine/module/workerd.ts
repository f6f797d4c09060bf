/**
 * The WebAssembly module for workerd (Cloudflare Workers), compiled when the worker is deployed. Bytes may be compiled
 * there only at startup, and only with a compatibility date from 2025-06-01 on.
 */
import type { WriteText } from "../../../base/utf8.ts";
import module from "./engine.wasm";

export const wasmModule: unknown = module;

export const writeUtf16: WriteText | undefined = undefined;
export const writeAscii: WriteText | undefined = undefined;
