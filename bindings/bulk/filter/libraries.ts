/** What `--robots` may name. One more kind of library is one more line here. Runs in Node only. */
import { statSync } from "node:fs";
import { ArchiveLibrary } from "./archive-library.ts";
import { Folder } from "./folder.ts";
import type { Library, Question } from "./origin-rules.ts";
import { Unreadable } from "./unreadable.ts";

interface Kind {
  readonly name: string;
  fits(path: string): boolean;
  open(path: string, question: Question): Library;
}

const kinds: readonly Kind[] = [
  {
    name: "a folder",
    fits: (path) => statSync(path).isDirectory(),
    open: (path, question) => new Folder(path, question),
  },
  {
    name: "an archive",
    fits: (path) => statSync(path).isFile(),
    open: (path, question) => new ArchiveLibrary(path, question),
  },
];

/** @throws Unreadable for what is no library, or a damaged one. */
export function openLibrary(path: string, question: Question): Library {
  try {
    const kind = kinds.find((one) => one.fits(path));
    if (kind !== undefined) return kind.open(path, question);
  } catch (error) {
    throw new Unreadable(path, error);
  }
  throw new Unreadable(path, `expected ${kinds.map(({ name }) => name).join(" or ")} of robots.txt files`);
}
