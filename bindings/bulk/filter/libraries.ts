/** Opens what `--robots` accepts: a folder, or an archive, whole or in shards. Runs in Node only. */
import { inputError } from "../../files/input-error.ts";
import { ArchiveLibrary } from "./archive-library.ts";
import { Folder } from "./folder.ts";
import type { CompileTarget, OriginSource } from "./origin-rules.ts";

/** @throws an Error with the code ERR_INPUT if the path holds no library, or a damaged one. */
export function openLibrary(path: string, target: CompileTarget, archiveFiles?: readonly number[]): OriginSource {
  try {
    return archiveFiles === undefined ? new Folder(path, target) : new ArchiveLibrary(archiveFiles, target);
  } catch (error) {
    throw inputError(path, error);
  }
}
