/** The functions that the host may call. Every address it passes comes from bindings/core/engine/memory.ts. */
export { buildIndex, indexBytes } from "./build";
export { compileFile, decideFile } from "./compile-file";
export { decideInput, decideLong, wantsIndex } from "./decide";
export { countLines, decideLines } from "./lines";
export { resetSteps, stepsTaken } from "./steps";

/** Does nothing: the floor under every call, for benchmarks. */
export function empty(length: i32): i32 {
  return length;
}
