/**
 * robots-wasm/meta: parses robots meta tags and X-Robots-Tag headers and combines them into one policy for a crawler. Loads
 * no WebAssembly. Hostile input never throws and takes linear time.
 */

export type { ParsedDirectives } from "./directive-collector.ts";
export type {
  AiUse,
  Directive,
  FlagName,
  ImagePreview,
  Outcome,
} from "./directives.ts";
export type { MetaProfileName } from "./engines.ts";
export type { HeaderSource } from "./header-lines.ts";
export type { Moment } from "./meta-arguments.ts";
export { type MetaOptions, parseRobotsMeta } from "./meta-tag.ts";
export { type ResolveOptions, type RobotsPolicy, resolveRobots } from "./resolve.ts";
export { parseRobotsTag, type RobotsTagOptions, type StructuredHeaders } from "./robots-tag.ts";
export type { MetaWarning, MetaWarningCode } from "./warnings.ts";
export { type HeaderOptions, parseXRobotsTag } from "./x-robots-tag.ts";
