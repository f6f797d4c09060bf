/** What other rooms use of bulk/engine. */
export { ArchiveFile } from "./archive-file.ts";
export {
  ALLOWED,
  BulkEngine,
  type EngineOptions,
  type Found,
  INVALID,
  type OriginVerdict,
  REFUSED,
  UNDECIDED,
  UNKNOWN_ORIGIN,
} from "./engine.ts";
export { BulkModule, ModuleError } from "./module.ts";
