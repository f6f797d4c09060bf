import type { Line } from "./line.ts";

/**
 * Finds a character in lines, with the search of V8 through the text of the block, which takes a tenth of the time of a loop. It keeps
 * where it stopped: else each line without the character would search all lines behind it.
 */
export class Finder {
  readonly #character: string;
  #text = "";
  /** The character is not in the text between these places. */
  #from = 0;
  #found = 0;

  constructor(character: string) {
    this.#character = character;
  }

  /** The first place in the line from a place on; -1 without one. */
  in({ text, end }: Line, from: number): number {
    if (from > this.#found || from < this.#from || text !== this.#text) this.#search(text, from);
    return this.#found < end ? this.#found : -1;
  }

  #search(text: string, from: number): void {
    const found = text.indexOf(this.#character, from);
    this.#text = text;
    this.#from = from;
    this.#found = found < 0 ? text.length : found;
  }
}
