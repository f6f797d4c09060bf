/** The inputs of commands that read a crawl: folders of robots.txt files, WARC files, and folders of these. */
import { statSync } from "node:fs";
import { warcsIn } from "../bulk/folder/index.ts";
import { checkedFile } from "./input.ts";

export interface CrawlInputs {
  readonly folders: readonly string[];
  readonly warcs: readonly string[];
}

/** A folder of WARC files stands for these. @throws a usage error if there is nothing at the only path: of several, it is skipped later */
export function inputsAt(paths: readonly string[]): CrawlInputs {
  const isFolderAt = paths.length > 1 ? isOpenFolder : isFolder;
  const inputs = paths.map((path) => ({ path, warcs: isFolderAt(path) ? warcsIn(path) : [path] }));
  return {
    folders: inputs.filter(({ warcs }) => warcs === undefined).map(({ path }) => path),
    warcs: inputs.flatMap(({ warcs }) => warcs ?? []),
  };
}

const isFolder = (path: string): boolean =>
  checkedFile("a folder or a WARC file", path, (one) => statSync(one).isDirectory());

function isOpenFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
