/**
 * Yields the robots.txt files of a folder, with the layout of `filter --robots DIR` (filter/folder.ts), in the order of
 * the disk. Runs in Node only.
 */
import { type Dir, opendirSync } from "node:fs";
import { join } from "node:path";
import { urlOf } from "../../core/robots/url.ts";
import type { Scheme } from "../archive/origin-key.ts";
import { fileNameOf, isFolder, isUnreadable, readBeginning } from "../filter/folder.ts";
import type { SkipReason } from "./compile-stats.ts";

/** A file with the origins it serves, its path if it cannot be read, or why it is skipped. Its body is valid until the next file is read. */
export type FolderFile =
  | { readonly origins: readonly FileOrigin[]; readonly body: Uint8Array }
  | { readonly origins: readonly FileOrigin[]; readonly unreadable: string }
  | { readonly skipped: SkipReason; readonly path: string };

export interface FileOrigin {
  readonly host: string;
  readonly scheme: Scheme;
}

const schemes = ["https", "http"] as const;

export function* filesOf(folder: string): Generator<FolderFile> {
  const isSchemes = (name: string): boolean =>
    schemes.some((scheme) => scheme === name) && isFolder(join(folder, name));
  for (const name of namesOf(folder)) if (!isSchemes(name)) yield fileOf(folder, name, schemes);
  for (const scheme of schemes) {
    const inside = join(folder, scheme);
    if (isFolder(inside)) for (const name of namesOf(inside)) yield fileOf(inside, name, [scheme]);
  }
}

/** Reads one entry at a time, because a list of all may not fit in memory. */
function* namesOf(folder: string): Generator<string> {
  const open: Dir = opendirSync(folder);
  try {
    for (let entry = open.readSync(); entry !== null; entry = open.readSync()) yield entry.name;
  } finally {
    open.closeSync();
  }
}

function fileOf(folder: string, name: string, among: readonly ("https" | "http")[]): FolderFile {
  const origins = originsOf(name, among);
  const path = join(folder, name);
  if (origins.length === 0) return { skipped: "file: its name is not a host", path };
  try {
    const body = readBeginning(path);
    return body === undefined ? { skipped: "entry: not a file", path } : { origins, body };
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return { origins, unreadable: path };
  }
}

/** `name_8080` serves both the host of that name and port 8080 of the host `name`: both have this file name. */
export function originsOf(name: string, among: readonly ("https" | "http")[]): readonly FileOrigin[] {
  return [...new Set([name, name.replace(/_(\d+)$/, ":$1")])].flatMap((host): FileOrigin[] => {
    const fitting = among.filter((scheme) => isAskedFor(`${scheme}://${host}`, host, name));
    if (fitting.length === schemes.length) return [{ host, scheme: "" }];
    return fitting.map((scheme) => ({ host, scheme }));
  });
}

function isAskedFor(text: string, host: string, name: string): boolean {
  const url = /[/\\?#@]/.test(host) ? undefined : urlOf(text);
  return url?.host === host && fileNameOf(url) === name;
}
