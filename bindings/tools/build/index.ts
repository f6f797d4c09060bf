/** robots-wasm/build: writes a robots.txt from typed groups. Loads no WebAssembly. */
export { type BuildOptions, buildRobotsTxt } from "./build.ts";
export type { FieldSource, GroupSource, RobotsTxtSource } from "./source.ts";
