/** No module: what the slim entry is bundled with (scripts/build-pack.mjs), whose user brings one. */
import type { WriteUtf16 } from "../../../base/utf8.ts";

export const wasmModule: unknown = undefined;

export const writeUtf16: WriteUtf16 | undefined = undefined;
