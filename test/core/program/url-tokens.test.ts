/** The bytes and escapes of which a URL can consist, in both readings (RFC 9309 §2.2.2). */
import { describe, expect, it } from "vitest";
import { dialectNamed, dialects } from "../../../bindings/core/dialects.ts";
import { canonicalise } from "../../../bindings/core/program/canonical.ts";
import { isHex, UrlTokens } from "../../../bindings/core/program/url-tokens.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const text = (bytes: readonly number[]): string => String.fromCharCode(...bytes);
const shown = (tokens: Iterable<{ text: readonly number[]; readings: readonly (readonly number[])[] }>) =>
  Array.from(tokens, (token) => [text(token.text), ...token.readings.map(text)]);
const codes = (letters: string): Set<number> => new Set(Buffer.from(letters));

it.each([
  ["in a path an escape of a delimiter has one reading", false, ["%3A", "%3A", "%3A"]],
  ["in a query it has two", true, ["%3A", "%3A", ":"]],
] as const)("%s", (_, inQuery, expected) => {
  const tokens = new UrlTokens(dialectNamed("rfc9309"), ["/%3A"]);
  expect(shown(tokens.wanted(codes("%"), inQuery))).toContainEqual(expected);
});

it("a letter stands for itself, and an escape of a pattern's half is tried with every digit", () => {
  const tokens = new UrlTokens(dialectNamed("rfc9309"), ["/%4"]);
  expect(shown(tokens.wanted(codes("a"), false))).toEqual([["a", "a", "a"]]);
  expect(shown(tokens.wanted(codes("%"), false)).filter(([one]) => one!.startsWith("%4")).length).toBeGreaterThan(15);
});

it.each(dialects.map(({ name }) => name))("%s: what no pattern wants is not wanted, and is one byte", (name) => {
  for (const inQuery of [false, true])
    for (const [one, ...readings] of shown(new UrlTokens(dialectNamed(name), []).others(codes("xyz"), inQuery)))
      expect(readings).toEqual(["xyz".includes(one!) ? "wanted" : one, one]);
});

/** Every byte as it is, but for NUL and `#`, which no URL holds, and as an escape. */
const TEXTS = Array.from({ length: 256 }, (_, byte) => [
  ...(byte === 0 || byte === 0x23 ? [] : [String.fromCharCode(byte)]),
  `%${(256 + byte).toString(16).slice(1).toUpperCase()}`,
]).flat();

describe.each(
  dialects.flatMap((dialect) => [false, true].map((inQuery) => ({ dialect, name: dialect.name, inQuery }))),
)("$name, in the query: $inQuery", ({ dialect, inQuery }) => {
  const start = inQuery ? "/?" : "/";
  const readingsOf = (one: string): string[] =>
    [false, true].map((decodesQuery) => canonicalise(start + one, dialect, "url", decodesQuery).slice(start.length));
  const ways = new Map(TEXTS.map((one) => [one, readingsOf(one)]));

  it("a wanted byte has a token for each pair of readings in which a URL can hold it", () => {
    const tokens = new UrlTokens(dialect, []);
    for (let byte = 0; byte < 256; byte++) {
      const letter = String.fromCharCode(byte);
      const found = shown(tokens.wanted(new Set([byte]), inQuery));
      for (const [one, ...readings] of found) expect(readings, one).toEqual(readingsOf(one!));
      const pairs = [...ways.values()].filter((pair) => pair.includes(letter)).map((pair) => pair.join(" "));
      expect(new Set(found.map(([, ...readings]) => readings.join(" "))), letter).toEqual(new Set(pairs));
    }
  });

  it("which is the byte itself where it is printable or no escape stands for it", () => {
    const tokens = new UrlTokens(dialect, []);
    for (let byte = 1; byte < 256; byte++) {
      const letter = String.fromCharCode(byte);
      const texts = shown(tokens.wanted(new Set([byte]), inQuery)).map(([one]) => one);
      const isItself = ways.get(letter)?.[0] === letter;
      const isEscaped = !/[!-~]/.test(letter) && [...ways].some(([one, [first]]) => one !== letter && first === letter);
      expect(texts.includes(letter), letter).toBe(isItself && !isEscaped);
    }
  });

  it("an escape that a pattern holds is compared as the dialect spells it, wherever it was asked for before", () => {
    const tokens = new UrlTokens(dialect, ["/%c3%C3%3a%3A%2f%61%2a"]);
    const elsewhere = shown(tokens.wanted(codes("%"), !inQuery));
    const found = shown(tokens.wanted(codes("%"), inQuery));
    expect(found.map(([one]) => one)).toEqual(elsewhere.map(([one]) => one));
    expect(found.map(([one]) => one)).toEqual(expect.arrayContaining(["%c3", "%C3", "%3a", "%3A", "%2f", "%61"]));
    for (const [one, ...readings] of found) expect(readings, one).toEqual(readingsOf(one!));
  });

  it("what is not wanted is the first plain letter that is left, and `?` where a query can have two readings", () => {
    const hasTwo = !inQuery && dialect.url.decodeInQuery.includes(1);
    const question = hasTwo ? ["?"] : [];
    const othersOf = (letters: string) =>
      shown(new UrlTokens(dialect, []).others(codes(letters), inQuery)).map(([one]) => one);
    expect(othersOf("")).toEqual([...question, "x"]);
    expect(othersOf("xzv")).toEqual([...question, "y"]);
    expect(othersOf("-!~_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")).toEqual(question);
  });
});

describe("the escapes of patterns", () => {
  const rfc9309 = dialectNamed("rfc9309");
  const escapesOf = (...patterns: readonly string[]) =>
    shown(new UrlTokens(rfc9309, patterns).wanted(codes("%"), false))
      .map(([one]) => one)
      .filter((one) => one !== "%" && one !== "%25");

  itEach<[pattern: string, escapes: readonly string[]]>("the escapes of patterns: %s: %j", (pattern, escapes) =>
    expect(escapesOf(pattern)).toEqual(escapes),
  );

  it("are tried once for all patterns, and a token is the same object whenever it is asked for", () => {
    expect(escapesOf("/%4a", "/b", "/%4a%4b")).toEqual(["%4a", "%4b"]);
    const tokens = new UrlTokens(rfc9309, ["/%4a"]);
    const [first, second] = [0, 1].map(() => [...tokens.wanted(codes("%a:"), true)]);
    for (const [i, token] of first!.entries()) expect(token).toBe(second![i]);
    expect(new Set(first).size).toBe(first!.length);
  });

  it("have hexadecimal digits", () => {
    const digits = Array.from({ length: 256 }, (_, byte) => byte).filter(isHex);
    expect(String.fromCharCode(...digits)).toBe("0123456789ABCDEFabcdef");
  });
});
