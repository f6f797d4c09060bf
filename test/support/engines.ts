/** Both engines, and every layout of the WebAssembly one, so that a test can ask each of them the same. */
import { wasmModule } from "#wasm";
import { useEngine, wasm } from "../../bindings/core/engine/choose-engine.ts";
import { WasmEngine } from "../../bindings/core/engine/wasm.ts";
import { DECISIONS_BEFORE, INDEX_BEFORE, WANTS_INDEX } from "../../bindings/core/layout.ts";
import type { Engine } from "../../bindings/core/program/engine.ts";
import { fallback } from "../../bindings/core/program/fallback.ts";

if (wasm === undefined) throw new Error("these tests need WebAssembly");
export const wasmEngine: WasmEngine = wasm;

const MEMORY_BYTES = 64 * 2 ** 20;

/** How programs decide: by scanning, by an index from the first decision on, or by whichever is cheaper in the long run. */
type Layout = "scan" | "index" | "auto";

/** A WebAssembly engine of its own in which every program decides by one layout. */
export const forced = (layout: Layout, memoryBytes: number = MEMORY_BYTES, module: unknown = wasmModule): WasmEngine =>
  withLayout(new WasmEngine(module, fallback, memoryBytes), layout);

/** Changes what the module's exports say about indexes: the engine calls them one by one. */
function withLayout(engine: WasmEngine, layout: Layout): WasmEngine {
  if (layout === "auto") return engine;
  const { exports } = engine;
  const wants = layout === "scan" ? neverWants(exports) : wantsAtOnce(exports);
  const decideUrl: Exports["decideUrl"] = (program, length, asWritten) =>
    wants(program) ? WANTS_INDEX : exports.decideUrl(program, length, asWritten);
  const wantsIndex: Exports["wantsIndex"] = (program) => Number(wants(program));
  return Object.assign(engine, { name: `wasm, ${layout}`, exports: { ...exports, decideUrl, wantsIndex } });
}

type Exports = WasmEngine["exports"];
type Wants = (program: number) => boolean;

const NEVER = 0xffffffff;

/** The number so many bytes before a program. */
const wordBefore = ({ memory }: Exports, program: number, bytes: number): Uint32Array =>
  new Uint32Array(memory.buffer, program - bytes, 1);

/** A program that has decided so often wants no index any more. */
function neverWants(exports: Exports): Wants {
  return (program) => {
    wordBefore(exports, program, DECISIONS_BEFORE)[0] = NEVER;
    return false;
  };
}

/**
 * A program without an index wants one at once, but only once. If the engine finds no room for it, it writes NEVER where the program
 * lies by then; `last` is where the program lay when it asked.
 */
function wantsAtOnce(exports: Exports): Wants {
  let last = 0;
  return (program) => {
    const hasAsked = program === last || wordBefore(exports, program, DECISIONS_BEFORE)[0] === NEVER;
    if (hasAsked || wordBefore(exports, program, INDEX_BEFORE)[0] !== 0) return false;
    last = program;
    return true;
  };
}

export const layouts: readonly WasmEngine[] = [wasmEngine, forced("scan"), forced("index")];

export const engines: readonly Engine[] = [...layouts, fallback];

/** Runs `body` with `engine` in use and puts the WebAssembly engine back. */
export function withEngine<T>(engine: Engine, body: () => T): T {
  useEngine(engine);
  try {
    return body();
  } finally {
    useEngine(wasmEngine);
  }
}
