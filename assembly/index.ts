/** The functions that the host may call. Every address it passes comes from bindings/core/engine/memory.ts. */

export { resetSteps, stepsTaken } from "./bytes/steps";
export { compileFile, decideFile, readFile } from "./compile/file-compiler";
export { decideUrl, decideUrlAt, wantsIndex } from "./match/decide";
export { buildIndex, indexBytes } from "./match/index-builder";
export { countLines, decideLines } from "./match/lines";

/** Does nothing: the floor under every call, for benchmarks. */
export function empty(length: i32): i32 {
  return length;
}
