/** The kinds of library that `--robots` accepts. To add a kind, add an entry. Runs in Node only. */
import { statSync } from "node:fs";
import { inputError } from "../../node/input-error.ts";
import { ArchiveLibrary } from "./archive-library.ts";
import { Folder } from "./folder.ts";
import type { CompileTarget, Library } from "./origin-rules.ts";

interface Kind {
  readonly name: string;
  fits(path: string): boolean;
  open(path: string, target: CompileTarget): Library;
}

const kinds: readonly Kind[] = [
  {
    name: "a folder",
    fits: (path) => statSync(path).isDirectory(),
    open: (path, target) => new Folder(path, target),
  },
  {
    name: "an archive",
    fits: (path) => statSync(path).isFile(),
    open: (path, target) => new ArchiveLibrary(path, target),
  },
];

/** @throws an Error with the code ERR_INPUT if the path holds no library, or a damaged one. */
export function openLibrary(path: string, target: CompileTarget): Library {
  try {
    const kind = kinds.find((one) => one.fits(path));
    if (kind !== undefined) return kind.open(path, target);
  } catch (error) {
    throw inputError(path, error);
  }
  throw inputError(path, `expected ${kinds.map(({ name }) => name).join(" or ")} of robots.txt files`);
}
