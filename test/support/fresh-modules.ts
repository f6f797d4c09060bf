/** Before the fast tests: they would give wrong verdicts with a module of other sources, so they do not begin. */
import { isFresh } from "../../scripts/build-wasm.mjs";
import { quickModules } from "./modules.ts";

/** @throws Error if assembly/ has changed since the engine was compiled, or the modules that `npm run test:changed` names. */
export default function expectFreshModules(): void {
  const isQuick = quickModules.length > 0;
  if ((isQuick ? quickModules : ["node"]).every((name) => isFresh(name, isQuick))) return;
  throw new Error("build/engine.wasm is not what assembly/ compiles to now: run node scripts/build-wasm.mjs first");
}
