/**
 * The robots.txt files of a folder, laid out as `filter --robots DIR` reads it (scale/folder.ts), one after another, in
 * whatever order the disk has them. Runs in Node only.
 */
import { type Dir, opendirSync } from "node:fs";
import { join } from "node:path";
import { urlOf } from "../../core/robots/url.ts";
import type { Scheme } from "../archive/origin-key.ts";
import { fileNameOf, isFolder, readBeginning } from "../filter/folder.ts";

/** A file that holds for origins, or why it holds for none. Its body is valid until the next file is read. */
export type FolderFile =
  | { readonly origins: readonly FileOrigin[]; readonly body: Uint8Array }
  | { readonly skipped: string };

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

/** One at a time: a list of all may be too long. */
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
  if (origins.length === 0) return { skipped: "files whose name is no host" };
  const body = readBeginning(join(folder, name));
  return body === undefined ? { skipped: "what is no file" } : { origins, body };
}

/** `name_8080` is a host of that name as well as a port of the host `name`: both are asked for by this name. */
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
