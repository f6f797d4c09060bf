/** Stands for bindings/core/engine/module/node.ts while the engine has been changed and not built (vitest.config.ts). */
export { writeAscii, writeUtf16 } from "../../bindings/core/engine/module/node.ts";

import { readModule } from "./modules.ts";

export const wasmModule: unknown = new WebAssembly.Module(readModule("node"));
