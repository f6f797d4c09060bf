/** The files of a folder, by name, whatever the order of the disk: two runs give the same rows. Memory: one sorter. */
import { decodeUtf8 } from "../../base/utf8.ts";
import { type FolderEntry, folderEntries } from "../folder/folder-files.ts";
import { Sorter } from "../folder/sorter.ts";
import { Yielder } from "../folder/turns.ts";
import type { FileSite } from "./site.ts";

/** @param temporary a name for a temporary file. @throws the reason of the signal when it aborts */
export async function* folderSites(folder: string, temporary: string, signal: AbortSignal): AsyncGenerator<FileSite> {
  const sorter = new Sorter(temporary);
  const yielder = new Yielder(signal);
  try {
    for (const { name, folder: place, among } of folderEntries(folder)) {
      sorter.add({ key: Buffer.from(`${name}\0${among}`), value: Buffer.from(place) });
      await yielder.pause();
    }
    for (const { key, value } of sorter.sorted()) {
      yield { entry: folderEntry(decodeUtf8(key), decodeUtf8(value)) };
      await yielder.pause();
    }
  } finally {
    sorter.close();
  }
}

function folderEntry(key: string, folder: string): FolderEntry {
  const [name, among] = key.split("\0") as [string, string];
  return { folder, name, among: among.split(",") as unknown as FolderEntry["among"] };
}
