/** An archive made by `robots-wasm compile` as a library: one block of it is read for an origin. */
import { type Archive, openArchive } from "../archive/index.ts";
import { type Access, accessOf, type Library, type Question } from "./origin-rules.ts";

export class ArchiveLibrary implements Library {
  readonly #archive: Archive;

  /** @throws RangeError for what is no whole archive, or one for other agents, another dialect or other liberties. */
  constructor(path: string, { agents, dialect, leniency }: Question) {
    this.#archive = openArchive(path, { agent: agents, dialect, leniency });
  }

  find(origin: URL): Access | undefined {
    const found = this.#archive.find(origin);
    if (found === undefined) return undefined;
    const { rules, status, verdict } = found;
    return accessOf(rules, verdict, status);
  }
}
