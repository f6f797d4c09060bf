/**
 * The core without the inlined WebAssembly module. The caller passes `robots-wasm/engine.wasm` compiled: imported by a
 * bundler, from a cache, or from another thread. scripts/build-pack.mjs bundles this entry into one file.
 */

import { withCode, wrongType } from "./base/errors.ts";
import { type Engine, fallback, useEngine, useModule } from "./core/deciding.ts";

export * from "./core/index.ts";

function refuse(): never {
  const message = 'robots-wasm/slim: expected init(module) first, with the compiled "robots-wasm/engine.wasm"';
  throw withCode(new Error(message), "ERR_NOT_INITIALISED");
}

const uninitialised: Engine = {
  get name(): string {
    return refuse();
  },
  compile: refuse,
  readRecords: refuse,
  decideFile: refuse,
  decide: refuse,
  decideAscii: refuse,
  decideIf: refuse,
  decideMany: refuse,
  decideLines: refuse,
};
useEngine(uninitialised);

/**
 * Sets the WebAssembly module that decides. Synchronous; call it before any other function. The first module stays in use:
 * later calls change nothing.
 * @param module the compiled `WebAssembly.Module` of `robots-wasm/engine.wasm`, or null to use the TypeScript fallback.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) for anything else.
 */
export function init(module: unknown): void {
  if (module === null) useEngine(fallback);
  else useCallersModule(module);
}

function useCallersModule(module: unknown): void {
  try {
    useModule(module);
  } catch (cause) {
    const expected = "the WebAssembly.Module of robots-wasm/engine.wasm, or null";
    throw Object.assign(wrongType("module", expected, module), { cause });
  }
}
