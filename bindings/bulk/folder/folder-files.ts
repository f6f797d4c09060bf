/**
 * Yields the robots.txt files of a folder, with the layout of `filter --robots DIR` (filter/folder.ts), in the order of
 * the disk. Runs in Node only.
 */
import { join } from "node:path";
import { pluralise } from "../../base/numbers.ts";
import type { Scheme } from "../../crawl/archive/internal.ts";
import { inputError } from "../files/input-error.ts";
import { hostWithPort, isNamed, type SchemeName } from "./file-name.ts";
import { isFolder, namesOf } from "./folder-names.ts";
import { readRobotsFile, UnreadableFile } from "./robots-file.ts";

/** A file with the origins it serves and those that it may serve, or why it is skipped. Its body is valid until the next file is read. */
type FolderFile =
  | FileBody
  /** The path and why it cannot be read. */
  | (FileOrigins & { readonly unreadable: string })
  | { readonly skipped: "file: its name is not a host" | "entry: not a file"; readonly path: string };

export interface FileBody extends FileOrigins {
  readonly body: Uint8Array;
}

interface FileOrigins {
  readonly origins: readonly FileOrigin[];
  /** Hosts such as `b_8080`, whose file has the name of the file of `b:8080`: nobody can know whose it is. */
  readonly ambiguous: readonly FileOrigin[];
}

export interface FileOrigin {
  readonly host: string;
  readonly scheme: Scheme;
}

const schemes = ["https", "http"] as const;

/** An entry of the folder, or of its sub-folder for a scheme. */
export interface FolderEntry {
  readonly folder: string;
  readonly name: string;
  /** The schemes that a file in this place can serve. */
  readonly among: readonly SchemeName[];
}

/** @throws an input error if the folder has files, and no name is that of a host: `example.com.txt` serves no site */
export function checkNames(folder: string): void {
  let others = 0;
  let first = "";
  for (const { name, among } of folderEntries(folder)) {
    if (!name.endsWith(".txt") && originsOf(name, among).origins.length > 0) return;
    if (others++ === 0) first = name;
  }
  if (others === 0) return;
  const got = `${pluralise(others, "name that is not a host", "names that are not hosts")}, such as ${first}`;
  throw inputError(folder, `expected files named as the host that they serve, such as example.com; got ${got}`);
}

export function* filesOf(folder: string): Generator<FolderFile> {
  for (const entry of folderEntries(folder)) yield fileOf(entry);
}

export function* folderEntries(folder: string): Generator<FolderEntry> {
  const isSchemes = (name: string): boolean =>
    schemes.some((scheme) => scheme === name) && isFolder(join(folder, name));
  for (const name of namesOf(folder)) if (!isSchemes(name)) yield { folder, name, among: schemes };
  for (const scheme of schemes) {
    const inside = join(folder, scheme);
    if (isFolder(inside)) for (const name of namesOf(inside)) yield { folder: inside, name, among: [scheme] };
  }
}

/** @param into reads as much as fits. Default: the parsing limit. */
export function fileOf({ folder, name, among }: FolderEntry, into?: Uint8Array): FolderFile {
  const served = originsOf(name, among);
  const path = join(folder, name);
  if (served.origins.length === 0) return { skipped: "file: its name is not a host", path };
  try {
    const body = readRobotsFile(path, false, into);
    // Removed since its name was read.
    return body === undefined ? { skipped: "entry: not a file", path } : { ...served, body };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { ...served, unreadable: error.message };
  }
}

function originsOf(name: string, among: readonly SchemeName[]): FileOrigins {
  const withPort = hostWithPort(name, among);
  const named = namedOrigins(name, name, among);
  if (withPort === undefined) return { origins: named, ambiguous: [] };
  return { origins: namedOrigins(withPort, name, among), ambiguous: named };
}

function namedOrigins(host: string, name: string, among: readonly SchemeName[]): readonly FileOrigin[] {
  const fitting = among.filter((scheme) => isNamed(scheme, host, name));
  if (fitting.length === schemes.length) return [{ host, scheme: "" }];
  return fitting.map((scheme) => ({ host, scheme }));
}
