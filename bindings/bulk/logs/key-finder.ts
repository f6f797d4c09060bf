import { BRACKET } from "../../base/characters.ts";
import { QUOTE } from "./characters.ts";
import { Finder } from "./finder.ts";
import type { Line } from "./line.ts";

/** Finds the text at a key, wherever it stands, if it has no escapes. */
export class KeyFinder {
  readonly #key: Uint8Array;
  /** A letter that few keys have. */
  readonly #letters: Finder;
  readonly #letterAt: number;
  readonly #quotes: Finder = new Finder('"');
  readonly #backslashes: Finder = new Finder("\\");
  /** In the block. */
  from = 0;
  end = 0;

  constructor(path: string) {
    const key = `"${path.slice(path.lastIndexOf(".") + 1)}":`;
    this.#key = new TextEncoder().encode(key);
    this.#letterAt = Math.max(key.search(/[A-Z]/), 1);
    this.#letters = new Finder(key.charAt(this.#letterAt));
  }

  find(line: Line): boolean {
    const key = this.#placeOfKey(line, line.at);
    if (key < 0) return false;
    const value = key + this.#key.length;
    const quote = line.bytes[value] === BRACKET ? value + 1 : value;
    if (line.bytes[quote] !== QUOTE) return false;
    this.from = quote + 1;
    this.end = this.#quotes.in(line, this.from);
    const backslash = this.#backslashes.in(line, this.from);
    return this.end >= 0 && (backslash < 0 || backslash > this.end);
  }

  /** Whether the key that was found is the only one of its name: another one may be the right one. */
  isOnly(line: Line): boolean {
    return this.#placeOfKey(line, this.end) < 0;
  }

  #placeOfKey(line: Line, from: number): number {
    let at = this.#letters.in(line, from);
    while (at >= 0 && !line.has(this.#key, at - this.#letterAt)) at = this.#letters.in(line, at + 1);
    return at < 0 ? -1 : at - this.#letterAt;
  }
}
