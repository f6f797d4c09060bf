/** Both engines, and every layout of the WebAssembly one, so that a test can ask each of them the same. */
import { wasmModule } from "#wasm";
import { useEngine, wasm } from "../../bindings/core/engine/choose-engine.ts";
import { type Strategy, WasmEngine } from "../../bindings/core/engine/wasm.ts";
import type { Engine } from "../../bindings/core/program/engine.ts";
import { fallback } from "../../bindings/core/program/fallback.ts";

if (wasm === undefined) throw new Error("these tests need WebAssembly");
export const wasmEngine: WasmEngine = wasm;

const MEMORY_BYTES = 64 * 2 ** 20;

/** A WebAssembly engine of its own in which every program decides by one layout. */
export const forced = (strategy: Strategy): WasmEngine => new WasmEngine(wasmModule, fallback, MEMORY_BYTES, strategy);

export const layouts: readonly WasmEngine[] = [wasmEngine, forced("scan"), forced("index")];

export const engines: readonly Engine[] = [...layouts, fallback];

/** Runs `body` with `engine` in use and puts the WebAssembly engine back. */
export function withEngine<T>(engine: Engine, body: () => T): T {
  useEngine(engine);
  try {
    return body();
  } finally {
    useEngine(wasmEngine);
  }
}
