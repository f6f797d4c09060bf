/**
 * The fields of WARC and HTTP heads. Lines end in LF, with or without CR; a line that begins with space or tab continues the
 * field before it, also one without a value so far (RFC 9112 §5.2). Linear in the head.
 */

import { SPACE, TAB } from "../../base/characters.ts";
import { decodeMarked } from "../../base/utf8.ts";

/** Fields by their names in lower case. Fields without a value are absent, and values of one name are joined by commas. */
export type HeadFields = ReadonlyMap<string, string>;

/** Heads are nearly always ASCII; others are UTF-8. @param text the bytes as Latin-1 */
export const utf8Head = (text: string, bytes: Uint8Array): string =>
  /[\x80-\xff]/.test(text) ? decodeMarked(bytes) : text;

/**
 * @param head the first line, the lines of fields, and the empty line
 * @param wanted the names in lower case; most fields are of no use. Default: all names.
 */
export function fieldsIn(head: string, wanted?: ReadonlySet<string>): HeadFields {
  const reader = new FieldReader(wanted);
  // A search for the colon of each line would be quadratic in a head without colons.
  let colon = -1;
  for (let start = endOfLine(head, 0) + 1; start < head.length; ) {
    const end = endOfLine(head, start);
    if (colon < start) colon = indexOrEnd(head, ":", start);
    reader.read(head, start, Math.min(colon, end), end);
    start = end + 1;
  }
  return reader.end();
}

const endOfLine = (text: string, start: number): number => indexOrEnd(text, "\n", start);

function indexOrEnd(text: string, character: string, start: number): number {
  const at = text.indexOf(character, start);
  return at < 0 ? text.length : at;
}

/** Reads one line after another. */
class FieldReader {
  readonly #fields: Map<string, string> = new Map();
  readonly #wanted: ReadonlySet<string> | undefined;
  #name = "";
  #value = "";
  #isWanted = false;
  /** Whether the next line can continue the field. */
  #isOpen = false;

  constructor(wanted: ReadonlySet<string> | undefined) {
    this.#wanted = wanted;
  }

  /** @param colon where it stands in the line; `end` in a line without one */
  read(head: string, start: number, colon: number, end: number): void {
    if (this.#isOpen && isBlankAt(head, start)) this.#continue(head.slice(start, end));
    else {
      this.#add();
      this.#name = colon < end ? head.slice(start, colon).trimStart().toLowerCase() : "";
      this.#isWanted = this.#wanted?.has(this.#name) ?? true;
      const isRead = colon < end && (this.#isWanted || this.#name === "");
      this.#value = isRead ? head.slice(colon + 1, end).trim() : "";
      this.#isOpen = this.#name !== "" || this.#value !== "";
    }
  }

  end(): HeadFields {
    this.#add();
    return this.#fields;
  }

  #continue(line: string): void {
    if (this.#isWanted) this.#value = this.#value === "" ? line.trim() : this.#value + line.trimEnd();
  }

  /** Values with CR or NUL are not those of a field (RFC 9110 §5.5). */
  #add(): void {
    const [name, value] = [this.#name, this.#value];
    if (!this.#isWanted || value === "" || value.includes("\r") || value.includes("\0")) return;
    const known = this.#fields.get(name);
    this.#fields.set(name, known === undefined ? value : `${known}, ${value}`);
  }
}

function isBlankAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === SPACE || code === TAB;
}
