/** robots-wasm/meta/robots-tag: parses Robots-Tag headers. It needs the package structured-headers. */
export { parseRobotsTag, type RobotsTagOptions } from "./robots-tag.ts";
