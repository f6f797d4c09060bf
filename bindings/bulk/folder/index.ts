/** What other houses use of bulk/folder: folders of robots.txt files, one for each origin, and sorting on disk. */
export { truncationSummary, unreadableSummary } from "./file-summaries.ts";
export { checkNames } from "./folder-files.ts";
export { warcsIn } from "./folder-names.ts";
