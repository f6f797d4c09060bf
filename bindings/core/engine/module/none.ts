/** No module: what the slim entry is bundled with (scripts/build-pack.mjs), whose user brings one. */
import type { WriteText } from "../../../base/utf8.ts";

export const wasmModule: unknown = undefined;

export const writeUtf16: WriteText | undefined = undefined;
export const writeAscii: WriteText | undefined = undefined;
