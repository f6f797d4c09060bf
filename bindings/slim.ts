/**
 * The package without the inlined module, for those who bring `robots-wasm/engine.wasm` compiled: as an import of their
 * bundler, from a cache, or from another thread. scripts/build.mjs bundles it into one file.
 */

import type { Engine } from "./core/engine/engine.ts";
import { fallback } from "./core/engine/fallback.ts";
import { useEngine, useModule } from "./core/engine/load.ts";

export * from "./index.ts";

function refuse(): never {
  throw new Error('robots-wasm/slim: expected init(module) first, with the compiled "robots-wasm/engine.wasm"');
}

const uninitialised: Engine = {
  get name(): string {
    return refuse();
  },
  compile: refuse,
  decide: refuse,
  decideMany: refuse,
  decideLines: refuse,
};
useEngine(uninitialised);

/**
 * Makes `module` the one that decides. Synchronous; call it before anything else. Another call changes no verdict: the
 * engine of the first module stays.
 * @param module a `WebAssembly.Module` of `robots-wasm/engine.wasm`, or null for the TypeScript fallback, where there is no module.
 * @throws TypeError for anything else.
 */
export function init(module: unknown): void {
  if (module === null) useEngine(fallback);
  else useBrought(module);
}

function useBrought(module: unknown): void {
  try {
    useModule(module);
  } catch (cause) {
    const expected = "the WebAssembly.Module of robots-wasm/engine.wasm, or null";
    throw new TypeError(`module: expected ${expected}; got ${kindOf(module)}`, { cause });
  }
}

const kindOf = (value: unknown): string => Object.prototype.toString.call(value).slice("[object ".length, -1);
