/**
 * The WebAssembly modules as tests read them. `npm run test:changed` compiles changed sources without optimising them, into
 * build/quick/, and names these modules in ROBOTS_QUICK_MODULES.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export type EmbedModule = "embed" | "embed-scalar";
export type PartsModule = "parts" | "parts-scalar";

export const quickModules: readonly string[] = (process.env["ROBOTS_QUICK_MODULES"] ?? "").split(",").filter(Boolean);

/** Both, or after a change of assembly/ those that were compiled since. */
export const embedModules: readonly EmbedModule[] = (["embed", "embed-scalar"] as const).filter(
  (name) => quickModules.length === 0 || quickModules.includes(name),
);

/** Tests of commands change the working directory later, and fuzzing bundles this file. */
const BUILD = resolve("build");

export const readModule = (name: "node" | EmbedModule | PartsModule): Uint8Array<ArrayBuffer> =>
  readFileSync(join(BUILD, quickModules.includes(name) ? "quick" : "", `${name}.wasm`));
