/** What other rooms use of bulk/folder: folders of robots.txt files, one for each origin, and sorting on disk. */
export { fileNameOf, hostWithPort, type SchemeName } from "./file-name.ts";
export { truncationSummary, unreadableSummary } from "./file-summaries.ts";
export {
  checkNames,
  type FileBody,
  type FileOrigin,
  type FolderEntry,
  fileOf,
  filesOf,
  folderEntries,
} from "./folder-files.ts";
export { isFolder, warcsIn } from "./folder-names.ts";
export { merged } from "./merge.ts";
export { ROBOTS_READ_BYTES, readRobotsFile, UnreadableFile } from "./robots-file.ts";
export { openUnnamed, type Run, Sorter, writeFully } from "./sorter.ts";
export { Yielder } from "./turns.ts";
