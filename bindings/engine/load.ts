/**
 * Which engine decides: the WebAssembly one where its module could be compiled, otherwise the naive one. Chosen while
 * the module is evaluated, so that everything after the import is synchronous, and never by throwing.
 */
import { wasmModule } from "#wasm";
import { baseline } from "./baseline.ts";
import type { Engine } from "./engine.ts";
import { WasmEngine } from "./wasm.ts";

/** Bound of the linear memory unless configured: room for the programs of a few thousand busy hosts. */
const MAX_MEMORY_BYTES = 32 * 1024 * 1024;

function loadWasm(): WasmEngine | undefined {
  if (wasmModule === undefined) return undefined;
  try {
    return new WasmEngine(wasmModule, baseline, MAX_MEMORY_BYTES);
  } catch {
    return undefined;
  }
}

export const wasm: WasmEngine | undefined = loadWasm();

/** The engine in use. */
export let engine: Engine = wasm ?? baseline;

/** For tests and benchmarks: makes another engine the one in use. */
export function useEngine(other: Engine): void {
  engine = other;
}
