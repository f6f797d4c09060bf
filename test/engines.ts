/** Both engines, and every layout of the WebAssembly one, so that a test can ask each of them the same. */
import { baseline } from "../bindings/engine/baseline.ts";
import type { Engine } from "../bindings/engine/engine.ts";
import { useEngine, wasm } from "../bindings/engine/load.ts";
import type { WasmEngine } from "../bindings/engine/wasm.ts";

if (wasm === undefined) throw new Error("these tests need WebAssembly");
export const wasmEngine: WasmEngine = wasm;

export const engines: readonly Engine[] = [wasmEngine, baseline];

/** Runs `body` with `engine` in use and puts the WebAssembly engine back. */
export function withEngine<T>(engine: Engine, body: () => T): T {
  useEngine(engine);
  try {
    return body();
  } finally {
    useEngine(wasmEngine);
  }
}
