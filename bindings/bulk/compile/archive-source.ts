/** The origins of an archive to which a run adds others. Runs in Node only. */
import * as fs from "node:fs";
import { inputError } from "../../files/input-error.ts";
import { openArchive } from "../archive/index.ts";
import {
  archiveLayout,
  type Description,
  describe,
  readDescription,
  readingFrom,
  type TableEntry,
  TableReader,
} from "../archive/internal.ts";

export interface EarlierStates {
  /** In the order of their keys. */
  readonly entries: Iterable<TableEntry>;
  close(): void;
}

/**
 * Opens a whole archive, which is verified first.
 * @throws ERR_INPUT if it is damaged, a shard, or was compiled for something else
 */
export function openStates(path: string, expected: Description): EarlierStates {
  const file = fs.openSync(path, "r");
  const close = (): void => fs.closeSync(file);
  try {
    return { entries: tableOf(path, file, expected).from(new Uint8Array()), close };
  } catch (error) {
    close();
    throw error;
  }
}

function tableOf(path: string, file: number, expected: Description): TableReader {
  try {
    const access = readingFrom(fs, file);
    const table = new TableReader(access, archiveLayout);
    const description = readDescription(table.description);
    if (describe(description) !== describe(expected))
      throw inputError(path, `expected an archive of ${describe(expected)}; got ${describe(description)}`);
    openArchive(access, { agent: description.crawlers[0]! }).verify();
    return table;
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ERR_ARCHIVE") throw error;
    throw inputError(path, error);
  }
}
