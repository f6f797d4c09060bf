/**
 * Finds a few values of a JSON object in the bytes of its line, without making the rest. It finds what `JSON.parse` would find, or it
 * gives up: at escapes in those values, at bytes beyond ASCII, at keys that come twice, and at values of another kind than text and number.
 * Its methods take the place where a value starts and return the place behind it. Places are kept in variables: fields take a third more time.
 */
import { BACKSLASH, BRACKET, CLOSING_BRACKET, COLON, DOT, SPACE } from "../../base/characters.ts";
import { NINE, OBJECT, OBJECT_END, QUOTE, TILDE, ZERO } from "./characters.ts";
import { Key, keysOf } from "./keys.ts";
import { isAt, type Line } from "./line.ts";
import { isSame } from "./same-bytes.ts";

/** How many keys are kept besides those of paths. Clients could send any number, such as names of headers. */
const MAX_KEYS = 128;
const MAX_DEPTH = 32;
/** Returned instead of a place. It is before the first byte, so the callers find nothing there and give up too. */
const GIVEN_UP = -1;
const PLUS = 43;
const COMMA = 44;
const MINUS = 45;
const LARGE_EXPONENT = 69;
const EXPONENT = 101;
const LITERALS = ["true", "false", "null"].map((text) => new TextEncoder().encode(text));
/** What may follow a backslash: `"\\/bfnrt`. Escapes of four digits are left to `JSON.parse`. */
const ESCAPES: readonly number[] = [34, 92, 47, 98, 102, 110, 114, 116];
/** Whether a byte can stand in a text as it is. No line end can, so that a text ends within its line. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= SPACE && byte <= TILDE && byte !== QUOTE && byte !== BACKSLASH),
);

export class Skimmer {
  readonly #root: Key;
  /** Stands for keys that are not kept. */
  readonly #other: Key = new Key("", -1, []);
  /** Of each path, in the block: where its value starts and ends; -1 without one. Texts have no quotes. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly isText: Uint8Array;
  #bytes: Uint8Array = this.#other.bytes;
  #view: DataView = this.#other.view;
  /** How many blocks and lines it has read, and how many keys it has added to those of paths. */
  #blocks = 0;
  #lines = 0;
  #keys = 0;

  /** @param paths of keys, such as `request.uri`. A list stands for its first element. */
  constructor(paths: readonly string[]) {
    this.#root = new Key("", -1, keysOf(paths.map((path, i) => [path.split("."), i])));
    this.starts = new Int32Array(paths.length);
    this.ends = new Int32Array(paths.length);
    this.isText = new Uint8Array(paths.length);
  }

  /** @returns false if it gives up */
  skim(line: Line): boolean {
    if (this.#view !== line.view) this.#blocks++;
    this.#bytes = line.bytes;
    this.#view = line.view;
    this.#lines++;
    this.starts.fill(-1);
    return line.bytes[line.at] === OBJECT && this.#object(line.at, this.#root, 1) === line.end;
  }

  #value(at: number, key: Key, depth: number): number {
    const byte = this.#bytes[at]!;
    if (byte === QUOTE) return this.#text(at, key);
    if (byte === MINUS || isDigit(byte)) return this.#number(at, key);
    if (byte === BRACKET) return this.#list(at, key, depth + 1);
    if (key.path >= 0) return GIVEN_UP;
    return byte === OBJECT ? this.#object(at, key, depth + 1) : endOfLiteral(this.#bytes, at);
  }

  #object(from: number, parent: Key, depth: number): number {
    if (depth > MAX_DEPTH) return GIVEN_UP;
    const bytes = this.#bytes;
    let at = endOfSpaces(bytes, from + 1);
    if (bytes[at] === OBJECT_END) return at + 1;
    for (let before: Key | undefined; ; ) {
      const expected = before === undefined ? parent.first : before.next;
      const key = this.#isExpected(at, expected) ? expected : this.#find(at, parent, before);
      at = endOfSpaces(bytes, this.#member(at, key, depth));
      if (bytes[at] !== COMMA) return bytes[at] === OBJECT_END ? at + 1 : GIVEN_UP;
      at = endOfSpaces(bytes, at + 1);
      before = key;
    }
  }

  #isExpected(at: number, key: Key | undefined): key is Key {
    return key !== undefined && this.#isSame(at, key.view, 0, key.bytes.length);
  }

  #find(at: number, parent: Key, before: Key | undefined): Key | undefined {
    const bytes = this.#bytes;
    const end = endOfPlain(bytes, at + 1) + 1;
    if (bytes[at] !== QUOTE || bytes[end - 1] !== QUOTE) return undefined;
    const known = parent.below.find((key) => key.bytes.length === end - at && isAt(bytes, at, key.bytes));
    const key = known ?? this.#newKey(parent, at, end);
    if (key === this.#other) return key;
    if (before === undefined) parent.first = key;
    else if (before !== this.#other) before.next = key;
    return key;
  }

  #newKey(parent: Key, from: number, end: number): Key {
    if (parent === this.#other || this.#keys === MAX_KEYS) return this.#other;
    this.#keys++;
    const key = new Key(Buffer.from(this.#bytes.subarray(from, end)).toString("latin1"), -1, []);
    parent.below.push(key);
    return key;
  }

  #member(from: number, key: Key | undefined, depth: number): number {
    if (key === undefined || key.line === this.#lines) return GIVEN_UP;
    const bytes = this.#bytes;
    if (key !== this.#other) key.line = this.#lines;
    const end = key === this.#other ? endOfPlain(bytes, from + 1) + 1 : from + key.bytes.length;
    const colon = endOfSpaces(bytes, end);
    if (bytes[colon] !== COLON) return GIVEN_UP;
    const value = endOfSpaces(bytes, colon + 1);
    return key.path >= 0 || key.isOnPath ? this.#value(value, key, depth) : this.#elsewhere(value, key, depth);
  }

  /** A value of no path. Lines repeat many of them: the same bytes before the same byte end at the same place. */
  #elsewhere(at: number, key: Key, depth: number): number {
    const isRepeated = key.block === this.#blocks && this.#isSame(at, this.#view, key.valueAt, key.valueBytes + 1);
    if (isRepeated) return at + key.valueBytes;
    const end = this.#value(at, key, depth);
    key.block = end === GIVEN_UP ? 0 : this.#blocks;
    key.valueAt = at;
    key.valueBytes = end - at;
    return end;
  }

  #isSame(at: number, other: DataView, otherAt: number, length: number): boolean {
    return at + length <= this.#view.byteLength && isSame(this.#view, at, other, otherAt, length);
  }

  /** Of a list on a path, the first element counts. */
  #list(from: number, key: Key, depth: number): number {
    if (depth > MAX_DEPTH || key.isOnPath) return GIVEN_UP;
    const bytes = this.#bytes;
    let at = endOfSpaces(bytes, from + 1);
    if (bytes[at] === CLOSING_BRACKET) return at + 1;
    if (bytes[at] !== QUOTE && key.path >= 0) return GIVEN_UP;
    for (let element = key; ; element = this.#other) {
      at = endOfSpaces(bytes, this.#value(at, element, depth));
      if (bytes[at] !== COMMA) return bytes[at] === CLOSING_BRACKET ? at + 1 : GIVEN_UP;
      at = endOfSpaces(bytes, at + 1);
    }
  }

  #text(from: number, key: Key): number {
    const bytes = this.#bytes;
    let end = endOfPlain(bytes, from + 1);
    if (key.path < 0) while (isEscape(bytes, end)) end = endOfPlain(bytes, end + 2);
    if (bytes[end] !== QUOTE) return GIVEN_UP;
    this.#keep(key, from + 1, end, 1);
    return end + 1;
  }

  #number(from: number, key: Key): number {
    const end = endOfNumber(this.#bytes, from);
    if (end !== GIVEN_UP) this.#keep(key, from, end, 0);
    return end;
  }

  #keep({ path }: Key, from: number, end: number, isText: number): void {
    if (path < 0) return;
    this.starts[path] = from;
    this.ends[path] = end;
    this.isText[path] = isText;
  }
}

function endOfPlain(bytes: Uint8Array, from: number): number {
  let at = from;
  while (PLAIN[bytes[at]!] === 1) at++;
  return at;
}

const isEscape = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === BACKSLASH && ESCAPES.includes(bytes[at + 1]!);

function endOfSpaces(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === SPACE) at++;
  return at;
}

function endOfLiteral(bytes: Uint8Array, from: number): number {
  const found = LITERALS.find((literal) => isAt(bytes, from, literal));
  return found === undefined ? GIVEN_UP : from + found.length;
}

function endOfNumber(bytes: Uint8Array, from: number): number {
  const whole = bytes[from] === MINUS ? from + 1 : from;
  let end = endOfDigits(bytes, whole);
  if (bytes[whole] === ZERO && end !== whole + 1) return GIVEN_UP;
  if (bytes[end] === DOT) end = endOfDigits(bytes, end + 1);
  if (bytes[end] !== EXPONENT && bytes[end] !== LARGE_EXPONENT) return end;
  const sign = bytes[end + 1];
  return endOfDigits(bytes, sign === PLUS || sign === MINUS ? end + 2 : end + 1);
}

/** `GIVEN_UP` without a digit. */
function endOfDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isDigit(bytes[at]!)) at++;
  return at === from ? GIVEN_UP : at;
}

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE;
