/** No module: what the slim entry is bundled with (scripts/build-pack.mjs), whose user brings one. */
export const wasmModule: unknown = undefined;
