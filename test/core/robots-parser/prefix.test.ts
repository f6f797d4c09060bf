/** Which URLs start with a text, compared in words of linear memory. */
import { expect, it } from "vitest";
import { Prefix } from "../../../bindings/core/robots-parser/prefix.ts";

const ALL = "https://a.example:8443/";

/** The bytes of a URL in words, with others behind them. */
function wordsOf(url: string): Uint32Array {
  const bytes = new Uint8Array(64).fill(0x2f);
  new TextEncoder().encodeInto(url, bytes);
  return new Uint32Array(bytes.buffer);
}

it.each(Array.from({ length: ALL.length }, (_, i) => ALL.slice(0, i + 1)))(
  "%s: each of its bytes counts, and no other",
  (text) => {
    const prefix = new Prefix(text);
    const accepts = (url: string): boolean => prefix.accepts(wordsOf(url), url.length);
    for (const rest of ["", "/", "x", "xyz\u007f", "/private"]) {
      expect(accepts(text + rest)).toBe(true);
      for (let at = 0; at < text.length; at++)
        for (const bit of [1, 0x40]) {
          const other = String.fromCharCode(text.charCodeAt(at) ^ bit);
          expect([at, bit, accepts(text.slice(0, at) + other + text.slice(at + 1) + rest)]).toEqual([at, bit, false]);
        }
    }
    for (let length = 0; length < text.length; length++) expect(prefix.accepts(wordsOf(text), length)).toBe(false);
  },
);
