/** A dialect as bytes, entry by entry against the dialect, and the product tokens that the engine gets. */
import { describe, expect, it } from "vitest";
import { type Dialect, dialects, tokens } from "../../../bindings/core/dialects.ts";
import { encodeDialect } from "../../../bindings/core/engine/dialect-bytes.ts";
import { packTokens } from "../../../bindings/core/engine/tokens.ts";
import {
  BYTE_IS_TOKEN,
  BYTE_IS_WILDCARD,
  CUTS_CALLER,
  DECODE,
  DECODE_IN_QUERY,
  ENCODE,
  PATTERN_NONCANONICAL_AT,
  PATTERN_UPPER_CASE,
  URL_NONCANONICAL_AT,
  URL_SHIFT,
  URL_UPPER_CASE,
  WILDCARDS,
} from "../../../bindings/core/layout.ts";

const CHARACTERS = Array.from({ length: 256 }, (_, byte) => byte);

describe.each(dialects.map((dialect): [string, Dialect] => [dialect.name, dialect]))("%s", (_, dialect) => {
  const bytes = encodeDialect(dialect);
  const { flags, pattern, url } = dialect;

  it("each byte's entry has the flags of the sets that hold the byte, and `*` is a wildcard where it is one", () => {
    const wanted = CHARACTERS.map((byte) =>
      [
        [pattern.encode[byte], ENCODE],
        [pattern.decode[byte], DECODE],
        [pattern.decodeInQuery[byte], DECODE_IN_QUERY],
        [url.encode[byte], ENCODE << URL_SHIFT],
        [url.decode[byte], DECODE << URL_SHIFT],
        [url.decodeInQuery[byte], DECODE_IN_QUERY << URL_SHIFT],
        [tokens[dialect.token][byte], BYTE_IS_TOKEN],
        [byte === 0x2a && (flags & WILDCARDS) !== 0, BYTE_IS_WILDCARD],
      ].reduce((entry, [isSet, flag]) => (isSet ? entry | Number(flag) : entry), 0),
    );
    expect([...bytes.subarray(0, 256)]).toEqual(wanted);
  });

  it.each([
    ["URLs", URL_NONCANONICAL_AT, url, flags & URL_UPPER_CASE ? "#\n%" : "#\n"],
    [
      "patterns",
      PATTERN_NONCANONICAL_AT,
      pattern,
      `${flags & WILDCARDS ? "*$" : ""}${flags & PATTERN_UPPER_CASE ? "%" : ""}`,
    ],
  ])("the tables of %s find what is encoded and what else is special", (__, at, { encode }, others) => {
    const isSpecial = (byte: number): boolean =>
      byte < 0x80 ? ((bytes[at + (byte & 15)]! >> (byte >> 4)) & 1) === 1 : bytes[at + 16 + (byte & 15)] === 0x80;
    const wanted = CHARACTERS.map((byte) => encode[byte] === 1 || others.includes(String.fromCharCode(byte)));
    expect(CHARACTERS.map(isSpecial)).toEqual(wanted);
  });
});

it("the tokens of an agent are those of the dialect, whichever was asked for before", () => {
  const lists = dialects.map((dialect) => packTokens(["Foo/1.0 bar"], dialect));
  const again = dialects.toReversed().map((dialect) => packTokens(["Foo/1.0 bar"], dialect));
  expect(again.toReversed()).toEqual(lists);
  for (const dialect of dialects.filter(({ flags }) => flags & CUTS_CALLER)) {
    expect(packTokens(["Foo/1.0 bar"], dialect)).toEqual(Uint8Array.of(3, 0, 0, 0, ...Buffer.from("foo")));
    expect(packTokens(["/1.0"], dialect)).toEqual(new Uint8Array());
  }
});
