/**
 * Chooses the engine: WebAssembly if its module could be compiled, otherwise the TypeScript fallback. The choice is made
 * while the module is evaluated, so everything after the import is synchronous, and importing never throws.
 */
import { wasmModule } from "#wasm";
import { wrongValue } from "../../base/errors.ts";
import { checkedOptions } from "../../base/options.ts";
import { DEFAULT_MEMORY_BYTES, MAX_MEMORY_BYTES, MIN_MEMORY_BYTES } from "../limits.ts";
import type { Engine } from "../program/engine.ts";
import { fallback } from "../program/fallback.ts";
import { WasmEngine } from "./wasm.ts";

let memoryBytes: number = DEFAULT_MEMORY_BYTES;

const engineOf = (module: unknown): WasmEngine => new WasmEngine(module, fallback, memoryBytes);

/** Undefined if there is no module, or no instance of it can be made. */
function loadWasm(): WasmEngine | undefined {
  try {
    return engineOf(wasmModule);
  } catch {
    return undefined;
  }
}

export let wasm: WasmEngine | undefined = loadWasm();

export let engine: Engine = wasm ?? fallback;

/**
 * The engine in use: "wasm", or "fallback" (TypeScript) where the host blocks WebAssembly. Both return the same verdicts;
 * the fallback is slower.
 */
export const engineInUse = (): "wasm" | "fallback" => (engine.name === fallback.name ? "fallback" : "wasm");

/** The settings of `configure`. Omitted settings stay unchanged. */
export interface Configuration {
  /**
   * The bytes of linear memory that may cache compiled rules, 512 KiB to 1 GiB. Default 16 MiB. No verdict depends on it: rules
   * that do not fit are decided by the TypeScript fallback, which is slower.
   */
  readonly maxMemoryBytes?: number;
}

/**
 * Configures the engine of the whole process or worker. WebAssembly memory never shrinks: set the bound first.
 * @throws RangeError (ERR_INVALID_ARG_VALUE) unless the bound is an integer in range.
 * @example
 * ```ts
 * import { configure } from "robots-wasm";
 *
 * configure({ maxMemoryBytes: 4 * 2 ** 20 });
 * ```
 */
export function configure(configuration: Configuration): void {
  const { maxMemoryBytes } = checkedOptions("configuration", configuration, { maxMemoryBytes: 1 });
  if (maxMemoryBytes === undefined) return;
  if (!Number.isInteger(maxMemoryBytes) || maxMemoryBytes < MIN_MEMORY_BYTES || maxMemoryBytes > MAX_MEMORY_BYTES) {
    const range = `${MIN_MEMORY_BYTES} to ${MAX_MEMORY_BYTES}`;
    throw wrongValue("maxMemoryBytes", `an integer from ${range}`, maxMemoryBytes);
  }
  memoryBytes = maxMemoryBytes;
  wasm?.limitMemory(maxMemoryBytes);
}

/**
 * Puts the WebAssembly engine of a compiled module in use. Keep the first instance: rules cache addresses in its memory.
 * @throws TypeError (ERR_INVALID_ARG_VALUE) or LinkError unless it is the module of this package.
 */
export function useModule(module: unknown): void {
  const made = engineOf(module);
  wasm ??= made;
  engine = wasm;
}

/** Puts another engine in use; for the slim entry, tests and benchmarks. */
export function useEngine(other: Engine): void {
  engine = other;
}
