/**
 * Which engine decides: the WebAssembly one where its module could be compiled, otherwise the naive one. Chosen while
 * the module is evaluated, so that everything after the import is synchronous, and never by throwing.
 */
import { wasmModule } from "#wasm";
import type { Engine } from "./engine.ts";
import { baseline } from "./fallback.ts";
import { WasmEngine } from "./wasm.ts";

/** Bound of the linear memory unless configured: room for the programs of a few thousand busy hosts. */
export const DEFAULT_MEMORY_BYTES: number = 16 * 2 ** 20;
/** The module's initial and maximum memory (asconfig.json). */
const MIN_MEMORY_BYTES = 512 * 2 ** 10;
const MAX_MEMORY_BYTES = 2 ** 30;

let memoryBytes = DEFAULT_MEMORY_BYTES;

const engineOf = (module: unknown): WasmEngine => new WasmEngine(module, baseline, memoryBytes);

/** Undefined also where there is no module, of which no instance can be made. */
function loadWasm(): WasmEngine | undefined {
  try {
    return engineOf(wasmModule);
  } catch {
    return undefined;
  }
}

export let wasm: WasmEngine | undefined = loadWasm();

/** The engine in use. */
export let engine: Engine = wasm ?? baseline;

/**
 * Which engine decides here: "wasm", or "fallback", the naive one, where the host forbids compiling WebAssembly. Both
 * answer the same; the fallback is slower.
 */
export const engineInUse = (): "wasm" | "fallback" => (engine.name === baseline.name ? "fallback" : "wasm");

export interface Configuration {
  /**
   * Bound of the linear memory in which programs are cached while they decide, 512 KiB to 1 GiB, default 16 MiB. Rules
   * never depend on it: what does not fit is decided by the naive engine, which answers the same, slower.
   */
  readonly maxMemoryBytes?: number;
}

/**
 * Settings of the engine, for the whole process or worker. WebAssembly memory never shrinks: set the bound first.
 * @throws RangeError for a bound that is no integer in range.
 */
export function configure({ maxMemoryBytes }: Configuration): void {
  if (maxMemoryBytes === undefined) return;
  if (!Number.isInteger(maxMemoryBytes) || maxMemoryBytes < MIN_MEMORY_BYTES || maxMemoryBytes > MAX_MEMORY_BYTES) {
    const range = `${MIN_MEMORY_BYTES} to ${MAX_MEMORY_BYTES}`;
    throw new RangeError(`maxMemoryBytes: expected an integer from ${range}; got ${String(maxMemoryBytes)}`);
  }
  memoryBytes = maxMemoryBytes;
  wasm?.limitMemory(maxMemoryBytes);
}

/**
 * Makes the WebAssembly engine of a compiled module the one in use. The first stays: rules remember where they stand in its
 * memory, and in that of another engine they would be read from where others stand, or nothing does.
 * @throws TypeError or LinkError for anything but the module of this package.
 */
export function useModule(module: unknown): void {
  const made = engineOf(module);
  wasm ??= made;
  engine = wasm;
}

/** For the slim entry, tests and benchmarks: makes another engine the one in use. */
export function useEngine(other: Engine): void {
  engine = other;
}
