/** What other rooms use of bulk/folder: folders of robots.txt files, one for each origin. */
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
export { ROBOTS_READ_BYTES, readRobotsFile, UnreadableFile } from "./robots-file.ts";
