/** The bytes and escapes of which a URL can consist, in both readings (RFC 9309 §2.2.2). */
import { expect, it } from "vitest";
import { dialectNamed, dialects } from "../../../bindings/core/dialects.ts";
import { UrlTokens } from "../../../bindings/core/program/url-tokens.ts";

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
