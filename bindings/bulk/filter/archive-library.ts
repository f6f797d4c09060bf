/** An archive made by `robots-wasm compile` as a library: a look-up reads one block of it. */
import * as fs from "node:fs";
import { readingFrom } from "../archive/access.ts";
import { type Archive, openArchive } from "../archive/index.ts";
import { type CompileTarget, type Library, type OriginRules, originRulesOf } from "./origin-rules.ts";

export class ArchiveLibrary implements Library {
  readonly #archive: Archive;

  /**
   * @param file an open descriptor
   * @throws RangeError for a damaged archive, or one compiled for another target.
   */
  constructor(file: number, { agents, dialect, leniency }: CompileTarget) {
    this.#archive = openArchive(readingFrom(fs, file), { agent: agents, dialect, leniency });
  }

  find(origin: URL): OriginRules | undefined {
    const found = this.#archive.find(origin);
    return found && originRulesOf(found.rules, found.verdict, found.status);
  }
}
