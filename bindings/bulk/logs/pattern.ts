/** Reads lines of a pattern. What follows the last value that counts is left aside. */
import { BACKSLASH, SPACE } from "../../base/characters.ts";
import { ByteCache } from "./byte-cache.ts";
import { TILDE } from "./characters.ts";
import type { Crawler } from "./crawlers.ts";
import { Finder } from "./finder.ts";
import type { Line } from "./line.ts";
import { type Meaning, type Pattern, patternOf, type Step } from "./pattern-steps.ts";
import {
  AMBIGUOUS,
  addressOf,
  type FindCrawler,
  hostOf,
  type LineReader,
  type LineValues,
  PERSON,
  type ReadLine,
  requestOf,
  UNREADABLE,
} from "./request.ts";
import { endOfLast, NONE, ONE, split } from "./splits.ts";
import { anyTime, Clock, digitsIn, textOfBytes } from "./values.ts";

/**
 * @param text may have quotes as in the files of Apache: `\"%r\"`
 * @throws RangeError (ERR_INVALID_ARG_VALUE) unless it has an address, a time, a request, a status, and a User-Agent header
 */
export const patternReader = (text: string): LineReader => new PatternReader(patternOf(text));

type RequestParts = Pick<LineValues, "method" | "target" | "isPlain">;

class PatternReader implements LineReader {
  readonly #pattern: Pattern;
  readonly #agent: number;
  readonly #stepOf: Partial<Record<Meaning, number>>;
  /** Where the values of the line start and end in the block, two numbers for each step. */
  readonly #places: Int32Array;
  /** The last step that a client may have made, and where in the text that ends it a byte stands that few values have. */
  readonly #lastFree: number;
  readonly #markAt: number;
  readonly #marks: Finder;
  readonly #quotes: Finder = new Finder('"');
  readonly #backslashes: Finder = new Finder("\\");
  readonly #clock: Clock = new Clock((text) => anyTime(unescaped(text)));
  /** Logs repeat addresses and hosts, so each is made once. */
  readonly #addresses: ByteCache<string | undefined>;
  readonly #hosts: ByteCache<string | undefined> = new ByteCache((text) => hostOf(unescaped(text)));

  constructor(pattern: Pattern) {
    const { steps } = pattern;
    this.#pattern = pattern;
    this.#agent = steps.findIndex(({ meaning }) => meaning === "agent");
    this.#places = new Int32Array(2 * steps.length);
    this.#stepOf = Object.fromEntries(steps.map(({ meaning }, i) => [meaning, i]));
    this.#lastFree = steps.findLastIndex(({ isFree }, i) => isFree && i < steps.length - 1);
    const { end } = steps[Math.max(this.#lastFree, 0)]!;
    // Spaces are everywhere.
    this.#markAt = end[0] === SPACE && end.length > 1 ? 1 : 0;
    this.#marks = new Finder(String.fromCharCode(end[this.#markAt]!));
    const hasPort = this.#stepOf.address === undefined;
    this.#addresses = new ByteCache((text) => addressOf(unescaped(hasPort ? text.replace(/:\d+$/, "") : text)));
  }

  read(line: Line, find: FindCrawler): ReadLine {
    if (!this.#split(line)) return this.#readSlowly(line, find);
    const crawler = this.#crawlerOf(line, find);
    if (crawler === undefined && !this.#pattern.steps[this.#agent]!.isFree) return PERSON;
    if (!this.#isSplitOnce(line)) return this.#readSlowly(line, find);
    return crawler === undefined ? PERSON : requestOf(crawler, this.#valuesIn(line));
  }

  /** Looks at all ways to split the line. */
  #readSlowly(line: Line, find: FindCrawler): ReadLine {
    if (this.#lastFree < 0) return UNREADABLE;
    const ways = split(line, this.#pattern, this.#places);
    if (ways !== ONE) return ways === NONE ? UNREADABLE : AMBIGUOUS;
    const crawler = this.#crawlerOf(line, find);
    return crawler === undefined ? PERSON : requestOf(crawler, this.#valuesIn(line));
  }

  /**
   * Whether no value can end later than at the first text that ends it, from the last value on that a client may have made: `limit` is
   * the last place at which the next value can start.
   */
  #isSplitOnce(line: Line): boolean {
    let limit = line.end;
    for (let i = this.#lastFree; i >= 0; i--) {
      const found = this.#places[2 * i + 1]!;
      const endsAgain = this.#endsAgain(line, i, found + 1, limit);
      if (endsAgain && this.#pattern.steps[i]!.isFree) return false;
      if (!endsAgain) limit = found;
    }
    return true;
  }

  #endsAgain(line: Line, i: number, from: number, limit: number): boolean {
    const { end } = this.#pattern.steps[i]!;
    if (i !== this.#lastFree) {
      for (let at = from; at + end.length <= limit; at++)
        if (line.bytes[at] === end[0] && line.has(end, at)) return true;
      return false;
    }
    let mark = this.#marks.in(line, from + this.#markAt);
    while (mark >= 0 && !line.has(end, mark - this.#markAt)) mark = this.#marks.in(line, mark + 1);
    return mark >= 0;
  }

  #crawlerOf(line: Line, find: FindCrawler): Crawler | undefined {
    const [from, end] = [this.#places[2 * this.#agent]!, this.#places[2 * this.#agent + 1]!];
    const backslash = this.#backslashes.in(line, from);
    const isPlain = backslash < 0 || backslash >= end;
    return isPlain ? find.at(line, from, end) : find.named(unescaped(line.text.slice(from, end)));
  }

  /** Finds the values. @returns false unless the line has the form of the pattern */
  #split(line: Line): boolean {
    const { start, steps } = this.#pattern;
    if (!line.has(start, line.at)) return false;
    const places = this.#places;
    let at = line.at + start.length;
    for (let i = 0; i < steps.length; i++) {
      const step = steps[i]!;
      const isLast = i === steps.length - 1;
      const found = step.isQuoted ? this.#endOfQuoted(line, at, step, isLast) : endOfBare(line, at, step, isLast);
      if (found < 0) return false;
      places[2 * i] = at;
      places[2 * i + 1] = found;
      at = found + step.end.length;
    }
    return true;
  }

  /** A quote behind a backslash is part of the value. */
  #endOfQuoted(line: Line, from: number, { end }: Step, isLast: boolean): number {
    let at = this.#quotes.in(line, from);
    while (at >= 0 && isEscaped(line.bytes, from, at)) at = this.#quotes.in(line, at + 1);
    return isLast || line.has(end, at) ? at : -1;
  }

  /** The value of a step; undefined if the pattern does not have the step. */
  #value({ text }: Line, step: number | undefined): string | undefined {
    return step === undefined ? undefined : unescaped(text.slice(this.#places[2 * step], this.#places[2 * step + 1]));
  }

  #valuesIn(line: Line): LineValues {
    const steps = this.#stepOf;
    const parts = steps.request === undefined ? this.#partsOf(line) : this.#requestIn(line, steps.request);
    // Without a spread, which takes 2 µs here.
    return {
      method: parts.method,
      target: parts.target,
      isPlain: parts.isPlain,
      time: this.#timeIn(line),
      address: this.#kept(line, steps.address ?? steps.peer, this.#addresses),
      host: this.#kept(line, steps.host ?? steps.vhost, this.#hosts),
      status: this.#numberIn(line, steps.status),
      bytes: this.#numberIn(line, steps.bytes),
      signatureAgent: this.#value(line, steps.signature),
    };
  }

  /** Digits are read where they stand: cutting a text for them takes five times as long. */
  #numberIn(line: Line, step: number | undefined): string | number | undefined {
    if (step === undefined) return undefined;
    const number = digitsIn(line.bytes, this.#places[2 * step]!, this.#places[2 * step + 1]!);
    return number < 0 ? this.#value(line, step) : number;
  }

  #partsOf(line: Line): RequestParts {
    const { target, method, query } = this.#stepOf;
    return {
      method: this.#value(line, method) ?? "GET",
      target: textOfBytes(this.#value(line, target)! + (this.#value(line, query) ?? "")),
      isPlain: false,
    };
  }

  #requestIn(line: Line, step: number): RequestParts {
    const plain = plainRequest(line, this.#places[2 * step]!, this.#places[2 * step + 1]!);
    if (plain !== undefined) return plain;
    const request = this.#value(line, step)!;
    const [target, query] = [writtenTarget(request), this.#value(line, this.#stepOf.query) ?? ""];
    return {
      method: methodIn(request),
      target: target === undefined ? undefined : textOfBytes(target + query),
      isPlain: false,
    };
  }

  #timeIn(line: Line): number {
    const step = this.#stepOf.time!;
    return this.#clock.at(line, this.#places[2 * step]!, this.#places[2 * step + 1]!);
  }

  #kept<Value>(line: Line, step: number | undefined, values: ByteCache<Value>): Value | undefined {
    return step === undefined ? undefined : values.get(line, this.#places[2 * step]!, this.#places[2 * step + 1]!);
  }
}

/** Where a value without quotes ends: at the end's text, and the last one at least with its line or word. */
function endOfBare(line: Line, from: number, step: Step, isLast: boolean): number {
  const { bytes } = line;
  const { end } = step;
  for (let at = from; at < line.end; at++) if (bytes[at] === end[0] && line.has(end, at)) return at;
  return isLast ? endOfLast(line, from, step) : -1;
}

function isEscaped(bytes: Uint8Array, from: number, at: number): boolean {
  let backslashes = 0;
  while (at - backslashes > from && bytes[at - backslashes - 1] === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}

const ESCAPE = /\\(?:x([\da-fA-F]{2})|(.))/g;
const LETTERS: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", v: "\v", b: "\b", f: "\f" };

/** Decodes the escapes of nginx (`\x22`) and Apache (`\"`). */
export const unescaped = (text: string): string =>
  text.includes("\\")
    ? text.replace(ESCAPE, (_, hex: string | undefined, letter: string) =>
        hex === undefined ? (LETTERS[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text;

/** The most frequent ones. Texts that are cut from lines would have to be hashed again and again. */
const METHODS = ["GET", "HEAD", "POST"] as const;
const VERSION_LENGTH = " HTTP/1.1".length;

/** The parts of most requests: a path of characters that every reader shows as they are. Undefined for other text. */
function plainRequest({ text, bytes }: Line, from: number, end: number): RequestParts | undefined {
  const method = METHODS.find((one) => text.startsWith(one, from));
  const targetEnd = end - VERSION_LENGTH;
  if (method === undefined || !text.startsWith(" HTTP/", targetEnd)) return undefined;
  const targetFrom = from + method.length + 1;
  if (bytes[targetFrom - 1] !== SPACE) return undefined;
  if (targetFrom >= targetEnd || !isPlain(bytes, targetFrom, targetEnd)) return undefined;
  return { method, target: text.slice(targetFrom, targetEnd), isPlain: true };
}

function isPlain(bytes: Uint8Array, from: number, end: number): boolean {
  for (let at = from; at < end; at++) {
    const byte = bytes[at]!;
    if (byte <= SPACE || byte > TILDE || byte === BACKSLASH) return false;
  }
  return true;
}

/** Of `GET /path HTTP/1.1`; empty in other text, such as the bytes of a TLS handshake. */
const methodIn = (request: string): string => /^[!#$%&'*+.^`|~\w-]{1,32}(?= )/.exec(request)?.[0] ?? "";

/** Of `GET /path HTTP/1.1`; undefined in other text. HTTP/0.9 has no version. */
function writtenTarget(request: string): string | undefined {
  const from = request.indexOf(" ") + 1;
  const end = request.lastIndexOf(" HTTP/");
  const target = request.slice(from, end < from ? undefined : end);
  return from < 2 || target === "" || methodIn(request) === "" ? undefined : target;
}
