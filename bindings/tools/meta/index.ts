/**
 * robots-wasm/meta: robots meta tags and X-Robots-Tag headers, read and combined into what one crawler may do with a
 * page. Plain TypeScript without WebAssembly; hostile input never throws and costs linear time.
 */
export type {
  Directive,
  FlagName,
  ImagePreview,
  Outcome,
} from "./directives.ts";
export type { ParsedDirectives } from "./findings.ts";
export { type MetaOptions, parseRobotsMeta } from "./meta-tag.ts";
export type { Clock } from "./options.ts";
export { type ResolveOptions, type RobotsPolicy, resolveRobots } from "./resolve.ts";
export type { Warning, WarningCode } from "./warnings.ts";
export { type HeaderOptions, type HeaderSource, parseXRobotsTag } from "./x-robots-tag.ts";
