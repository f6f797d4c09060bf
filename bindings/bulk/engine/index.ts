/** What other rooms use of bulk/engine. */
export { ArchiveFile } from "./archive-file.ts";
export { ALLOWED, BulkEngine, type EngineOptions, type Found, INVALID, REFUSED, UNDECIDED } from "./engine.ts";
export { ModuleError } from "./module.ts";
