/** A dialect as bytes, entry by entry against the dialect. */

import { describe, expect, it } from "vitest";
import { bytesIn } from "../../../bindings/base/byte-set.ts";
import { type Dialect, dialects, tokens } from "../../../bindings/core/dialects.ts";
import { encodeDialect } from "../../../bindings/core/engine/dialect-bytes.ts";
import {
  BYTE_IS_TOKEN,
  BYTE_IS_WILDCARD,
  DECODE,
  DECODE_IN_QUERY,
  ENCODE,
  KIND_OTHER,
  NAME_NUMBERS_AT,
  NO_HOST_AT,
  PATTERN_NONCANONICAL_AT,
  PATTERN_UPPER_CASE,
  URL_NONCANONICAL_AT,
  URL_SHIFT,
  WILDCARDS,
} from "../../../bindings/core/layout.ts";
import { namesOf } from "../../../bindings/core/reader/field-names.ts";

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
    ["URLs", URL_NONCANONICAL_AT, { encode: bytesIn("\0 \"#%%''<<>>\\\\^^``{}\x7f\xff") }, ""],
    ["hosts", NO_HOST_AT, { encode: bytesIn("\0,//:@[^``{\xff") }, ""],
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

  it("a letter leads to the first of the names that start with it", () => {
    const names = namesOf(flags);
    const wanted = Array.from(
      { length: 32 },
      (_, letter) => names.findIndex(([name, kind]) => kind !== KIND_OTHER && (name.charCodeAt(0) & 31) === letter) + 1,
    );
    expect([...bytes.subarray(NAME_NUMBERS_AT, NAME_NUMBERS_AT + 32)]).toEqual(wanted);
  });
});
