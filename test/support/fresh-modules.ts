/** Before the fast tests: they would give wrong verdicts with a module of other sources, so they do not begin. */
import { isFresh } from "../../scripts/build-wasm.mjs";
import { quickModules } from "./modules.ts";

/** @throws Error if assembly/ has changed since the engine was compiled. */
export default function expectFreshEngine(): void {
  if (isFresh("engine", quickModules.includes("engine"))) return;
  throw new Error("build/engine.wasm is not what assembly/ compiles to now: run npm run build:wasm first");
}
