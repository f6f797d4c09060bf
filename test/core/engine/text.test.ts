/**
 * A file as text: the engine encodes it in linear memory, cuts it at the limit, and reads the same as from its bytes. Some hosts write
 * long texts as UTF-16, of which the module makes UTF-8 (assembly/bytes/utf16.ts).
 */

import { describe, expect, it } from "vitest";
import { dialectNamed, dialects } from "../../../bindings/core/dialects.ts";
import { writeUtf16 } from "../../../bindings/core/engine/module/node.ts";
import { WasmEngine } from "../../../bindings/core/engine/wasm.ts";
import { fallback } from "../../../bindings/core/program/fallback.ts";
import { readBytes } from "../../../bindings/core/robots/body.ts";
import { parse } from "../../../bindings/index.ts";
import { engines, wasmEngine, withEngine } from "../../support/engines.ts";
import { readModule } from "../../support/modules.ts";
import fc from "../../support/properties.ts";
import { expectSameBytes } from "../../support/same-bytes.ts";
import { sized } from "../../support/sized.ts";
import { written } from "../../support/written.ts";

const encoder = new TextEncoder();
const rfc9309 = written(dialectNamed("rfc9309"));

/** First and last of one, two, three and four bytes, of both kinds of surrogates, and of units with the highest bit. */
const MARKS = [
  ..."\0\x7f\x80\xff\u0100\u07ff\u0800\u7fff\u8000\ufeff\ufffd\uffff",
  ..."\u{10000}\u{10ffff}",
  ..."\ud800\udbff\udc00\udfff",
  "\udc00\ud800",
  "\ud800\ud800\udc00",
];

describe("the module encodes UTF-16 as TextEncoder does", () => {
  const { memory, encodeUtf16 } = new WasmEngine(new WebAssembly.Module(readModule("node")), fallback, 2 ** 20).exports;
  const bytes = new Uint8Array(memory.buffer);
  const AT = 4096;
  const FILL = 0xa5;

  /** Compares, from every place of a block, and checks that nothing is written before the text and behind its room. */
  function check(text: string, place = 0): void {
    const to = AT + place;
    const from = to + text.length + 16;
    const end = from + 2 * text.length + 32;
    bytes.fill(FILL, to - 64, end + 64);
    bytes.set(Buffer.from(text, "utf16le"), from);
    const length = encodeUtf16!(from, text.length, to);
    const shown = JSON.stringify(text);
    expectSameBytes(bytes.subarray(to, to + length), encoder.encode(text), shown);
    const outside = [bytes.subarray(to - 64, to), bytes.subarray(end, end + 64)];
    for (const part of outside) expectSameBytes(part, new Uint8Array(64).fill(FILL), `around ${shown}`);
  }

  it("at each place of a block, before, between and behind ASCII, and at the end of the text", () => {
    for (const mark of MARKS) {
      for (let before = 0; before <= 33; before++) {
        for (const after of [0, 1, 15, 16, 31]) check("a".repeat(before) + mark + "z".repeat(after));
      }
    }
  });

  it("in runs, and beside each other", () => {
    for (const mark of MARKS) for (let count = 0; count <= 40; count++) check(mark.repeat(count), count % 16);
    for (const one of MARKS) for (const other of MARKS) check(`${one}${other}`.repeat(9), 1);
  });

  it("in any text", () => {
    const unitsUpTo = (max: number) =>
      fc.array(fc.nat(max), { maxLength: 40 }).map((units) => String.fromCharCode(...units));
    const piece = fc.oneof(fc.constantFrom(...MARKS), ...[0x7f, 0x7ff, 0xffff].map(unitsUpTo));
    const texts = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(texts, fc.nat(70), (text, place) => check(text, place)),
      { numRuns: sized(100, 20_000) },
    );
  });
});

it("Node.js 20 to 24 writes long texts as UTF-16, other versions do not", () => {
  expect(writeUtf16 !== undefined).toBe(Number.parseInt(process.versions.node, 10) < 25);
  const to = new Uint8Array(64).subarray(3, 13);
  writeUtf16?.("aé\ud800\u{1f600}", to);
  if (writeUtf16 !== undefined) expect(Buffer.from(to).toString("utf16le")).toBe("aé\ud800\u{1f600}");
});

/** Longer than the texts that take this way, with rules of every kind of character at its end. */
const longFile = (mark: string, length = 33_000): string =>
  `#${"é".repeat(8)}${"x".repeat(length)}\nUser-agent: x\nAllow: /a\nDisallow: /${mark}\nSitemap: https://h.example/${mark}\nDisallow: /b`;

describe("a file as text is read as its bytes are", () => {
  it.each(dialects)("$name: long texts, in both engines", (dialect) => {
    for (const mark of MARKS) {
      const text = longFile(mark);
      const wanted = fallback.compile(encoder.encode(text), ["x"], dialect);
      for (const engine of engines) {
        const got = engine.compile(text, ["x"], dialect);
        expectSameBytes(got.program.bytes, wanted.program.bytes, `${engine.name}: ${JSON.stringify(mark)}`);
        expect([got.sitemapSpans, got.fileBytes]).toEqual([wanted.sitemapSpans, wanted.fileBytes]);
        const path = `/${mark}1`;
        const verdicts = [text, encoder.encode(text)].map((file) => engine.decideFile(file, ["x"], dialect, path));
        expect(verdicts[0]).toBe(verdicts[1]);
      }
    }
  });

  it("whatever its length is: less, as much or more than the texts that are written as UTF-16", () => {
    for (const length of [32_767, 32_768, 32_769, 65_536, 170_667]) {
      const text = longFile("\ud800é").slice(-90).padStart(length, "#\ufffd\n");
      const [got, wanted] = [text, encoder.encode(text)].map((file) => wasmEngine.compile(file, ["x"], rfc9309));
      expectSameBytes(got!.program.bytes, wanted!.program.bytes, `${length} characters`);
    }
  });

  it("one after another, also when the memory grows between them", () => {
    const engine = new WasmEngine(new WebAssembly.Module(readModule("node")), fallback, 2 ** 24);
    for (const length of [100, 33_000, 5, 90_000, 300_000, 20, 120_000]) {
      for (const mark of ["a", "é", "\ud800"]) {
        const text = longFile(mark, length);
        const wanted = fallback.compile(text, ["x"], rfc9309).program.bytes;
        expectSameBytes(engine.compile(text, ["x"], rfc9309).program.bytes, wanted, `${length} and ${mark}`);
      }
    }
  });
});

describe("text is cut at the limit as its bytes are", () => {
  it("wherever the limit is, in a character or between two", () => {
    // The fallback reads texts of any length in one way, so short ones do.
    for (const [engine, length] of [
      [wasmEngine, 33_000],
      [fallback, 100],
    ] as const) {
      for (const mark of ["é", "\uffff", "\u{1f600}", "\udc00\ud800"]) {
        const text = longFile(mark, length);
        const bytes = encoder.encode(text);
        for (let maxBytes = bytes.length + 1; maxBytes > bytes.length - 90; maxBytes--) {
          const read = readBytes(bytes, rfc9309, maxBytes).bytes;
          const { program, fileBytes } = engine.compile(text, ["x"], rfc9309, maxBytes);
          const wanted = wasmEngine.compile(read, ["x"], rfc9309).program.bytes;
          expectSameBytes(program.bytes, wanted, `${engine.name}: ${JSON.stringify(mark)} up to ${maxBytes}`);
          expect(fileBytes).toBe(bytes.length);
          const asked = engine.decideFile(text, ["x"], rfc9309, "/b", maxBytes);
          expect(asked).toBe(wasmEngine.decideFile(read, ["x"], rfc9309, "/b"));
        }
      }
    }
  });

  it.each(["é", "\u{1f600}", "\ud800"])("with the views, and sitemaps: %j around 512,000 bytes", (mark) => {
    const end = "\nUser-agent: x\nSitemap: https://h.example/1\nDisallow: /b\nSitemap: https://h.example/2";
    const unitBytes = encoder.encode(mark).length;
    for (const over of sized([1], [0, 1, 60])) {
      const count = Math.ceil((512_000 + over - end.length) / unitBytes);
      const text = `#${mark.repeat(count)}${end}`;
      for (const engine of [wasmEngine, fallback]) {
        const [got, wanted] = withEngine(engine, () =>
          [text, encoder.encode(text)].map((body) => {
            const robots = parse(body);
            const once = parse(body).isAllowed("/b", "x");
            return [robots.truncated, once, robots.agent("x").toBytes(), robots.sitemaps, robots.groups];
          }),
        );
        expect(got, `${engine.name}: ${over}`).toEqual(wanted);
      }
    }
  });

  it("of megabytes of lone surrogates no more is read than the limit", () => {
    const text = `${"\ud800".repeat(900_000)}\nUser-agent: *\nDisallow: /`;
    const robots = parse(text);
    expect([robots.truncated, robots.isAllowed("/", "x"), robots.groups.length]).toEqual([true, true, 0]);
    const whole = parse(text, { maxBytes: 3_000_000 });
    expect([whole.truncated, whole.isAllowed("/", "x"), whole.groups.length]).toEqual([false, false, 1]);
  });
});
