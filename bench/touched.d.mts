import type { WasmEngine } from "../bindings/core/engine/wasm.ts";

export declare const LINE_BYTES: number;

export interface Touched {
  /** The address of each line. */
  readonly lines: ReadonlySet<number>;
  /** Loads and stores. */
  readonly accesses: number;
  /** The address of the program that decided last. */
  readonly program: number;
}

export declare function touchingEngine(
  file: string,
  engineOf: (module: WebAssembly.Module) => WasmEngine,
): { readonly engine: WasmEngine; touchedBy(work: () => void): Touched };

export declare class Cache {
  misses: number;
  constructor(bytes: number, ways: number);
  touch(line: number): boolean;
}
