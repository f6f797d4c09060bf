/**
 * The WebAssembly module for bundlers with unwasm, which Nitro uses with `experimental.wasm`. On Cloudflare it is a file of the worker:
 * Nitro loads routes during a request, when workerd compiles no bytes. Other presets compile bytes, so where that is blocked, the
 * import fails and the TypeScript fallback decides.
 */
import type { WriteText } from "../../../base/utf8.ts";

export const wasmModule: unknown = await import("./engine.wasm?module").then(
  ({ default: module }) => module,
  () => undefined,
);

export const writeUtf16: WriteText | undefined = undefined;
export const writeAscii: WriteText | undefined = undefined;
