/** Blocks are the input, whatever chunks it comes in: whole lines, in order, with their offsets. */

import { describe, expect, it } from "vitest";
import { type Block, blocksOf, MAX_LINE_BYTES } from "../../../bindings/bulk/files/blocks.ts";
import fc from "../../support/properties.ts";

const { array, assert, asyncProperty, boolean, integer, nat, record, uint8Array } = fc;

/** All chunks lie in one buffer, which is written over. */
async function* chunksOf(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(bytes.length);
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const chunk = bytes.subarray(at, at + 1 + (sizes[i % sizes.length] ?? bytes.length));
    buffer.fill(33);
    buffer.set(chunk);
    yield buffer.subarray(0, chunk.length);
    at += chunk.length;
  }
}

const cut = { blockBytes: 16, offset: 0, skip: 0, signal: new AbortController().signal };

async function blocks(bytes: Uint8Array, sizes: readonly number[], more = {}): Promise<Block[]> {
  const all: Block[] = [];
  for await (const block of blocksOf(chunksOf(bytes, sizes), { ...cut, ...more }))
    all.push({ ...block, bytes: new Uint8Array(block.bytes) });
  return all;
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
const withLastEnd = (all: string): string => (all === "" || all.endsWith("\n") ? all : `${all}\n`);

/** Bytes of which many are line ends. */
const lines = uint8Array({ max: 3, maxLength: 200 }).map((bytes) => bytes.map((byte) => (byte === 0 ? 10 : 96 + byte)));
const cases = record({
  bytes: lines,
  sizes: array(nat(30), { minLength: 1 }),
  blockBytes: integer({ min: 1, max: 40 }),
});

describe("any input in any chunks", () => {
  it("comes out whole, in whole lines, each block where the last one ended", () =>
    assert(
      asyncProperty(cases, async ({ bytes, sizes, blockBytes }) => {
        const all = await blocks(bytes, sizes, { blockBytes });
        expect(all.map((block) => text(block.bytes)).join("")).toBe(withLastEnd(text(bytes)));
        let at = 0;
        for (const block of all) {
          expect(block).toMatchObject({ offset: at, overlong: 0 });
          expect(block.bytes.at(-1)).toBe(10);
          at = block.end;
        }
        expect(at).toBe(bytes.length);
      }),
    ));

  it("comes out whole if some blocks are transferred to other threads", () =>
    assert(
      asyncProperty(cases, array(boolean(), { minLength: 1 }), async ({ bytes, sizes, blockBytes }, transfers) => {
        const all: Uint8Array[] = [];
        for await (const block of blocksOf(chunksOf(bytes, sizes), { ...cut, blockBytes })) {
          const isTransferred = transfers[all.length % transfers.length]!;
          all.push(structuredClone(block.bytes, isTransferred ? { transfer: [block.bytes.buffer] } : {}));
        }
        expect(all.map(text).join("")).toBe(withLastEnd(text(bytes)));
      }),
    ));

  it("goes on at any line", () =>
    assert(
      asyncProperty(cases, nat(), async ({ bytes, sizes, blockBytes }, random) => {
        const starts = [0, ...Array.from(bytes).flatMap((byte, i) => (byte === 10 ? [i + 1] : []))];
        const skip = starts[random % starts.length]!;
        const all = await blocks(bytes, sizes, { blockBytes, skip });
        expect(all.map((block) => text(block.bytes)).join("")).toBe(withLastEnd(text(bytes.subarray(skip))));
        if (all.length > 0) expect(all[0]!.offset).toBe(skip);
      }),
    ));
});

describe("going on", () => {
  it("at the end of an input whose last line has no end: nothing is left", async () => {
    expect(await blocks(Buffer.from("a\nb"), [0], { skip: 3 })).toEqual([]);
  });

  it.each([
    ["inside a line", 1, "the input at byte 1: expected the start of a line"],
    ["beyond the end", 5, "expected at least 5 bytes"],
  ])("%s: refused", async (_, skip, message) => {
    await expect(blocks(Buffer.from("ab\n"), [0], { skip })).rejects.toThrow(message);
  });
});

describe(`lines beyond ${MAX_LINE_BYTES} bytes`, () => {
  const long = (bytes: number): string => "x".repeat(bytes);
  it.each([
    ["first", `${long(MAX_LINE_BYTES + 1)}\na\n`, ["a\n"], 1],
    ["in between", `a\n${long(MAX_LINE_BYTES)}\nb\n`, ["a\n", "b\n"], 1],
    ["last, without its end", `a\n${long(2 * MAX_LINE_BYTES)}`, ["a\n", ""], 1],
    ["two", `${long(MAX_LINE_BYTES)}\n${long(MAX_LINE_BYTES)}\na`, ["a\n"], 2],
    ["the longest that is held", `${long(MAX_LINE_BYTES - 1)}\na\n`, [`${long(MAX_LINE_BYTES - 1)}\n`, "a\n"], 0],
  ])("%s: skipped and counted", async (_, input, kept, overlong) => {
    const all = await blocks(Buffer.from(input), [65_535]);
    expect(all.map((block) => text(block.bytes)).join("") === kept.join("")).toBe(true);
    expect(all.reduce((sum, block) => sum + block.overlong, 0)).toBe(overlong);
    expect(all.at(-1)!.end).toBe(input.length);
    // Whoever goes on from the offset of a block reads its lines.
    for (const { bytes, offset } of all)
      expect(`${input}\n`.slice(offset, offset + bytes.length) === text(bytes)).toBe(true);
  });
});
