/**
 * Finds a few values of a JSON object in the bytes of its line, without making the rest. It finds what `JSON.parse` would find, or it
 * gives up: at escapes in those values, at bytes beyond ASCII, at keys that come twice, and at values of another kind than text and number.
 */
import type { Line } from "./line.ts";

/** Keys that lead to a value, and how far it was found. */
interface Node {
  readonly key: string;
  readonly below: readonly Node[];
  /** The number of the path that ends here; -1 if none does. */
  readonly path: number;
  /** The number of the line that had it last: keys that come twice are refused. */
  line: number;
}

const nodesOf = (paths: readonly (readonly [keys: readonly string[], path: number])[]): readonly Node[] =>
  [...new Set(paths.flatMap(([keys]) => keys.slice(0, 1)))].map((key) => {
    const below = paths.filter(([keys]) => keys[0] === key).map(([keys, path]) => [keys.slice(1), path] as const);
    const path = below.find(([keys]) => keys.length === 0)?.[1] ?? -1;
    return { key, below: nodesOf(below), path, line: 0 };
  });

const MAX_DEPTH = 32;
const SPACE = 32;
const QUOTE = 34;
const PLUS = 43;
const COMMA = 44;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const COLON = 58;
const BACKSLASH = 92;
const TILDE = 126;
const LARGE_EXPONENT = 69;
const EXPONENT = 101;
const LIST = 91;
const LIST_END = 93;
const OBJECT = 123;
const OBJECT_END = 125;
const LITERALS = ["true", "false", "null"];
/** What may follow a backslash: `"\\/bfnrt`. Escapes of four digits are left to `JSON.parse`. */
const ESCAPES: readonly number[] = [34, 92, 47, 98, 102, 110, 114, 116];
/** Whether a byte can stand in a text as it is. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= SPACE && byte <= TILDE && byte !== QUOTE && byte !== BACKSLASH),
);

export class Skimmer {
  readonly #root: Node;
  /** Of each path, in the line: where its value starts and ends; -1 without one. Texts have no quotes. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly isText: Uint8Array;
  #line: Line = { text: "", at: 0, bytes: new Uint8Array(), view: new DataView(new ArrayBuffer(0)) };
  /** In the bytes of the block. */
  #at = 0;
  #depth = 0;
  /** Whether the last text has escapes. */
  #isEscaped = false;
  #lines = 0;

  /** @param paths of keys, such as `request.uri`. A list stands for its first element. */
  constructor(paths: readonly string[]) {
    const below = nodesOf(paths.map((path, i) => [path.split("."), i]));
    this.#root = { key: "", below, path: -1, line: 0 };
    this.starts = new Int32Array(paths.length);
    this.ends = new Int32Array(paths.length);
    this.isText = new Uint8Array(paths.length);
  }

  /** @returns false if it gives up */
  skim(line: Line): boolean {
    this.#line = line;
    this.#lines++;
    this.#at = line.at;
    this.#depth = 0;
    this.starts.fill(-1);
    if (line.bytes[line.at] !== OBJECT || !this.#object(this.#root)) return false;
    return this.#at === line.at + line.text.length;
  }

  #value(node: Node | undefined): boolean {
    const byte = this.#line.bytes[this.#at]!;
    if (byte === QUOTE) return this.#text(node);
    if (byte === OBJECT) return (node === undefined || node.path < 0) && this.#object(node);
    if (byte === LIST) return this.#list(node);
    if (byte === MINUS || (byte >= ZERO && byte < COLON)) return this.#number(node);
    return (node === undefined || node.path < 0) && this.#literal();
  }

  #object(node: Node | undefined): boolean {
    if (++this.#depth > MAX_DEPTH) return false;
    this.#at++;
    if (this.#isNext(OBJECT_END)) return this.#close();
    do {
      if (!this.#member(node)) return false;
    } while (this.#isNext(COMMA));
    return this.#isNext(OBJECT_END) && this.#close();
  }

  #member(node: Node | undefined): boolean {
    if (!this.#isAt(QUOTE)) return false;
    const from = this.#at + 1;
    if (!this.#string() || this.#isEscaped) return false;
    const child = node === undefined || node.below.length === 0 ? undefined : this.#childOf(node, from);
    if (child !== undefined && child.line === this.#lines) return false;
    if (child !== undefined) child.line = this.#lines;
    return this.#isNext(COLON) && this.#skipSpaces() && this.#value(child);
  }

  /** Of a list on a path, the first element counts. */
  #list(node: Node | undefined): boolean {
    if (node !== undefined && node.below.length > 0) return false;
    if (++this.#depth > MAX_DEPTH) return false;
    this.#at++;
    if (this.#isNext(LIST_END)) return this.#close();
    if (node !== undefined && !this.#isAt(QUOTE)) return false;
    let first = node;
    do {
      if (!this.#skipSpaces() || !this.#value(first)) return false;
      first = undefined;
    } while (this.#isNext(COMMA));
    return this.#isNext(LIST_END) && this.#close();
  }

  #close(): boolean {
    this.#depth--;
    return true;
  }

  /** The node of the key that has just been read. */
  #childOf({ below }: Node, from: number): Node | undefined {
    const { text, at } = this.#line;
    const length = this.#at - 1 - from;
    for (const node of below) if (node.key.length === length && text.startsWith(node.key, from - at)) return node;
    return undefined;
  }

  #text(node: Node | undefined): boolean {
    const from = this.#at + 1;
    if (!this.#string() || (this.#isEscaped && node !== undefined && node.path >= 0)) return false;
    this.#keep(node, from, this.#at - 1, 1);
    return true;
  }

  #keep(node: Node | undefined, from: number, end: number, isText: number): void {
    if (node === undefined || node.path < 0) return;
    this.starts[node.path] = from - this.#line.at;
    this.ends[node.path] = end - this.#line.at;
    this.isText[node.path] = isText;
  }

  /** A text in quotes. No line end is plain, so that it ends within the line. */
  #string(): boolean {
    const { bytes } = this.#line;
    let at = this.#at + 1;
    this.#isEscaped = false;
    for (;;) {
      while (PLAIN[bytes[at]!] === 1) at++;
      if (bytes[at] !== BACKSLASH || !ESCAPES.includes(bytes[at + 1]!)) break;
      this.#isEscaped = true;
      at += 2;
    }
    this.#at = at + 1;
    return bytes[at] === QUOTE;
  }

  #number(node: Node | undefined): boolean {
    const { bytes } = this.#line;
    const from = this.#at;
    if (bytes[this.#at] === MINUS) this.#at++;
    const isZero = bytes[this.#at] === ZERO;
    const digits = this.#digits();
    if (digits === 0 || (isZero && digits > 1)) return false;
    if (!this.#fraction() || !this.#exponent()) return false;
    this.#keep(node, from, this.#at, 0);
    return true;
  }

  #fraction(): boolean {
    if (this.#line.bytes[this.#at] !== POINT) return true;
    this.#at++;
    return this.#digits() > 0;
  }

  #exponent(): boolean {
    const { bytes } = this.#line;
    if (bytes[this.#at] !== EXPONENT && bytes[this.#at] !== LARGE_EXPONENT) return true;
    this.#at++;
    if (bytes[this.#at] === PLUS || bytes[this.#at] === MINUS) this.#at++;
    return this.#digits() > 0;
  }

  /** @returns how many there are */
  #digits(): number {
    const { bytes } = this.#line;
    const from = this.#at;
    while (bytes[this.#at]! >= ZERO && bytes[this.#at]! < COLON) this.#at++;
    return this.#at - from;
  }

  #literal(): boolean {
    const { text, at } = this.#line;
    const found = LITERALS.find((literal) => text.startsWith(literal, this.#at - at));
    this.#at += found?.length ?? 0;
    return found !== undefined;
  }

  #skipSpaces(): true {
    while (this.#line.bytes[this.#at] === SPACE) this.#at++;
    return true;
  }

  #isAt(byte: number): boolean {
    this.#skipSpaces();
    return this.#line.bytes[this.#at] === byte;
  }

  /** Skips a byte if it is the next one. */
  #isNext(byte: number): boolean {
    if (!this.#isAt(byte)) return false;
    this.#at++;
    return true;
  }
}
