/** Looks through the names of a folder before it is read as one robots.txt per origin. Runs in Node only. */
import { type Dir, lstatSync, opendirSync, statSync } from "node:fs";
import { join } from "node:path";
import { MAGIC } from "../../crawl/archive/internal.ts";
import { inputError } from "../files/input-error.ts";
import { startOf, withFile } from "../files/read-start.ts";

/** False also if there is no entry. @throws for a link that leads nowhere: the files behind it would seem to be missing */
export function isFolder(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined && lstatSync(path, { throwIfNoEntry: false }) !== undefined)
    throw inputError(path, "expected a folder or a file; got a link that leads nowhere");
  return stat?.isDirectory() === true;
}

/** Entries that the system returns at a time. */
const BATCH = 1024;

/** Reads some entries at a time, because a list of all may not fit in memory. */
export function* namesOf(folder: string): Generator<string> {
  const open: Dir = opendirSync(folder, { bufferSize: BATCH });
  try {
    for (let entry = open.readSync(); entry !== null; entry = open.readSync()) yield entry.name;
  } finally {
    open.closeSync();
  }
}

const WARC = /\.warc(\.gz)?$/i;
const SHARD_FILE = /^(.+)\.\d{5}-of-\d{5}\.[0-9a-f]{16}$/;

/**
 * The WARC files of a folder that holds nothing else; undefined for other folders. Hidden files do not count.
 * @throws ERR_INPUT for WARC files among others, and for a folder with shards of an archive: both would look like missing files
 */
export function warcsIn(folder: string): readonly string[] | undefined {
  const warcs: string[] = [];
  let other: string | undefined;
  for (const name of namesOf(folder)) {
    if (name.startsWith(".")) continue;
    if (WARC.test(name)) warcs.push(join(folder, name));
    else other ??= name;
    if (SHARD_FILE.test(name)) refuseLoneShard(folder, name);
  }
  if (warcs.length === 0) return undefined;
  if (other === undefined) return warcs.sort();
  throw inputError(folder, `expected robots.txt files or WARC files; got both, such as ${other} and ${warcs[0]}`);
}

function refuseLoneShard(folder: string, name: string): void {
  const start = withFile(join(folder, name), (file) => startOf(file, MAGIC.length));
  if (start.toString("latin1") !== MAGIC) return;
  const manifest = join(folder, name.replace(SHARD_FILE, "$1"));
  throw inputError(
    folder,
    `expected one robots.txt per origin; got shards of an archive, such as ${name}; pass ${manifest}`,
  );
}
