/** What a URL may hold next, so that a search over URLs takes one step for each way in which patterns can go on. */
import { has } from "../../base/byte-set.ts";
import { HASH, NUL, PERCENT, QUESTION, SPACE } from "../../base/characters.ts";
import { bytesOf } from "../../base/utf8.ts";
import type { Dialect } from "../dialects.ts";
import { URL_UPPER_CASE } from "../layout.ts";

/** A byte or an escape, with the bytes that it is compared as in both readings. */
export interface Token {
  readonly text: readonly number[];
  readonly readings: readonly [readonly number[], readonly number[]];
}

export const isHex = (byte: number): boolean => /[\dA-Fa-f]/.test(String.fromCharCode(byte));
const hexOf = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, "0");

/** Bytes that need no escape and that URL parsers leave alone; those that end no escape come first. */
const PLAIN = bytesOf("xzyqkwvhgjtnmprsluioXZYQKWVHGJ_~-!ae0123456789bcdfABCDEF");

const isPrintable = (byte: number): boolean => byte > SPACE && byte < 127 && byte !== HASH;

/** The tokens of URLs that a dialect compares with these patterns. */
export class UrlTokens {
  readonly #dialect: Dialect;
  /** The escapes that patterns hold or begin. */
  readonly #escapes: readonly string[];
  readonly #tokens = new Map<string, Token>();

  constructor(dialect: Dialect, patterns: readonly string[]) {
    this.#dialect = dialect;
    this.#escapes = escapesIn(patterns);
  }

  /** The tokens that are compared as one of the wanted bytes, or begin with it. */
  *wanted(bytes: ReadonlySet<number>, inQuery: boolean): Generator<Token> {
    const { decode, decodeInQuery } = this.#dialect.url;
    if (bytes.has(PERCENT)) for (const digits of this.#escapes) yield this.#escape(digits, inQuery);
    for (const byte of bytes) {
      if (inQuery && has(decodeInQuery, byte)) yield this.#escape(hexOf(byte), inQuery);
      if (this.#isRaw(byte)) yield this.byte(byte);
      else if (has(decode, byte)) yield this.#escape(hexOf(byte), inQuery);
    }
  }

  /** The tokens that no pattern wants: any other byte, and one that begins the query. */
  *others(wanted: ReadonlySet<number>, inQuery: boolean): Generator<Token> {
    const other = PLAIN.find((byte) => !wanted.has(byte));
    // In a query the dialect may read an escape in two ways.
    if (!inQuery && this.#dialect.url.decodeInQuery.includes(1)) yield this.byte(QUESTION);
    if (other !== undefined) yield this.byte(other);
  }

  /** Whether a URL can hold the byte as it is: an escape is preferred for one that is not printable. */
  #isRaw(byte: number): boolean {
    const { encode, decode } = this.#dialect.url;
    return byte !== NUL && byte !== HASH && !has(encode, byte) && (isPrintable(byte) || !has(decode, byte));
  }

  byte(byte: number): Token {
    return this.#token([byte], [[byte], [byte]]);
  }

  /** @param digits as the URL spells them */
  #escape(digits: string, inQuery: boolean): Token {
    const { flags, url } = this.#dialect;
    const byte = Number.parseInt(digits, 16);
    const text = [...bytesOf(`%${digits}`)];
    const kept = flags & URL_UPPER_CASE ? [...bytesOf(`%${digits.toUpperCase()}`)] : text;
    const first = has(url.decode, byte) ? [byte] : kept;
    return this.#token(text, [first, inQuery && has(url.decodeInQuery, byte) ? [byte] : first]);
  }

  #token(text: readonly number[], readings: Token["readings"]): Token {
    const key = `${text} ${readings[1]}`;
    const token = this.#tokens.get(key) ?? { text, readings };
    this.#tokens.set(key, token);
    return token;
  }
}

/** The digits of the escapes that the patterns hold, and of those that they begin. */
function escapesIn(patterns: readonly string[]): readonly string[] {
  const found = patterns
    .filter((text) => text.includes("%"))
    .flatMap((text) => [...text.matchAll(/%([\da-f])(?=([\da-f])?)/gi)]);
  return [
    ...new Set(found.flatMap(([, one, two]) => (two === undefined ? DIGITS.map((digit) => one + digit) : one! + two))),
  ];
}

const DIGITS = [..."0123456789ABCDEF"];
