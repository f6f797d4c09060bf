/** The functions that the host may call. Every address it passes comes from bindings/core/engine/memory.ts. */

export { compileFile, decideFile, readFile } from "./compile/file-compiler";
export { decideUrl, decideUrlAt, wantsIndex } from "./match/decide";
export { buildIndex, indexBytes } from "./match/index-builder";
export { decideLines } from "./match/lines";
