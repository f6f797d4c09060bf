/** The module for hosts without SIMD looks at eight bytes at a time: every byte counts, wherever it lies in them. */
import { describe, expect, it } from "vitest";
import { LF } from "../../bindings/base/characters.ts";
import { type Dialect, dialects } from "../../bindings/core/dialects.ts";
import { encodeDialect } from "../../bindings/core/engine/dialect-bytes.ts";
import { PATTERN_NONCANONICAL_AT, URL_NONCANONICAL_AT } from "../../bindings/core/layout.ts";
import { parse } from "../../bindings/index.ts";
import { compile, instantiate, names, read, write } from "./module.ts";

/** What assembly/bytes/scalar.ts passes over without a look at the tables of a dialect. */
const PASSED_OVER = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,-./:;=?@[]_";
/** Two steps of eight bytes, and some more. */
const LETTERS = "abcdefghijklmnopqr";

const isIn = (bytes: Uint8Array, table: number, byte: number): boolean =>
  (bytes[table + (byte & 15)]! & (1 << (byte >> 4))) !== 0;

/** A path with the byte at a position. LF cannot stand in a line. */
const pathWith = (byte: Buffer, position: number): Buffer =>
  Buffer.concat([Buffer.from(`/${LETTERS.slice(0, position)}`), byte, Buffer.from(LETTERS.slice(position + 1))]);

const allBytes = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => byte !== LF);
const urls = allBytes.flatMap((byte) =>
  Array.from(LETTERS, (_, i) => Buffer.concat([Buffer.from("https://a.example"), pathWith(Buffer.of(byte), i)])),
);
/** Letters as they are, because not all dialects decode escapes. */
const inRules = (byte: number): Buffer =>
  Buffer.from(/[a-z]/.test(String.fromCharCode(byte)) ? [byte] : `%${byte.toString(16).padStart(2, "0")}`);
/** Rules for half of the paths. */
const rules = allBytes.flatMap((byte) =>
  Array.from(LETTERS, (_, i) => pathWith(inRules(byte), i)).filter((_, i) => (byte + i) % 2 === 0),
);
const linesOf = (start: string, rows: readonly Buffer[]): Buffer =>
  Buffer.concat(rows.flatMap((row) => [Buffer.from(start), row, Buffer.of(LF)]));
const block = linesOf("", urls);
const file = Buffer.concat([Buffer.from("User-agent: *\n"), linesOf("Disallow: ", rules)]);

describe.each(dialects)("$name", (dialect: Dialect) => {
  it("letters, digits and some more are canonical in URLs and patterns", () => {
    const bytes = encodeDialect(dialect);
    const noncanonical = [...PASSED_OVER].filter((character) =>
      [URL_NONCANONICAL_AT, PATTERN_NONCANONICAL_AT].some((table) => isIn(bytes, table, character.charCodeAt(0))),
    );
    expect(noncanonical).toEqual([]);
  });

  it.each(names)("a byte at any position of a path has the library's verdict: %s", (name) => {
    const module = instantiate(name);
    const program = compile(module, file, "x", dialect.id);
    const verdicts = read(module, module.decide_lines(program, write(module, block)));
    const wanted = parse(new Uint8Array(file), { dialect: dialect.name, reading: "written" })
      .agent("x")
      .isAllowedLines(block);
    expect(Buffer.from(verdicts).equals(Buffer.from(wanted))).toBe(true);
    expect(new Set(wanted)).toEqual(new Set([0, 1]));
  });
});
