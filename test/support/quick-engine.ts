/** Stands for bindings/core/engine/module/inline.ts while the engine has been changed and not built (vitest.config.ts). */
import { readModule } from "./modules.ts";

export const wasmModule: unknown = new WebAssembly.Module(readModule("engine"));
