/** The origins of an archive to which a run adds others. Runs in Node only. */
import * as fs from "node:fs";
import { openArchive } from "../../crawl/archive/index.ts";
import {
  archiveLayout,
  type Description,
  describe,
  readDescription,
  readingFrom,
  type TableEntry,
  TableReader,
} from "../../crawl/archive/internal.ts";
import { inputError } from "../files/input-error.ts";
import { mergeEntries } from "../folder/merge-entries.ts";
import { openShard, shardsIn } from "../shards/shard-files.ts";

export interface EarlierStates {
  /** In the order of their keys. */
  readonly entries: Iterable<TableEntry>;
  close(): void;
}

/**
 * Opens a whole archive, or all shards that a manifest names. They are verified first.
 * @throws ERR_INPUT if it is damaged, a shard, or was compiled for something else
 */
export function openStates(path: string, expected: Description): EarlierStates {
  const files = [fs.openSync(path, "r")];
  const close = (): void => files.forEach(fs.closeSync);
  try {
    return {
      entries: mergeEntries(tablesOf(path, files, expected).map((table) => table.from(new Uint8Array()))),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** @param files the open file; those of shards are added */
function tablesOf(path: string, files: number[], expected: Description): readonly TableReader[] {
  const [file] = files as [number];
  const shards = shardsIn(path, file);
  if (shards === undefined) return [tableOf(path, file, expected)];
  return shards.map((shard, number) => {
    const opened = openShard(shard);
    files.push(opened);
    return tableOf(shard.path, opened, { ...expected, shard: { number, of: shards.length } }, 1 / shards.length);
  });
}

function tableOf(path: string, file: number, expected: Description, cacheShare = 1): TableReader {
  try {
    const access = readingFrom(fs, file);
    const table = new TableReader(access, archiveLayout, cacheShare);
    // That of the archive that is made has the name of its own snapshot.
    const description = { ...readDescription(table.description), snapshot: undefined };
    if (describe(description) !== describe(expected))
      throw inputError(path, `expected an archive of ${describe(expected)}; got ${describe(description)}`);
    openArchive(access, { agent: description.crawlers[0]! }).verify();
    return table;
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ERR_ARCHIVE") throw error;
    throw inputError(path, error);
  }
}
