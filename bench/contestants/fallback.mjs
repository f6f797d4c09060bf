// The TypeScript fallback, which decides where WebAssembly is forbidden, as it is forbidden here.
import { ok } from "node:assert/strict";

WebAssembly.Module = class {
  constructor() {
    throw new WebAssembly.CompileError("forbidden for the benchmark");
  }
};
const { default: ours } = await import("./robots-wasm.mjs");
const { engineInUse } = await import("../../dist/index.js");
ok(engineInUse() === "fallback");

export default { ...ours, name: "fallback", extra: {} };
