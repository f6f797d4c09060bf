/** Blocks of whole lines: a byte order mark before the first line is no part of it, however the bytes arrive. */
import { describe, expect, it } from "vitest";
import { blocksOf } from "../../../bindings/bulk/files/blocks.ts";

const MARK = [0xef, 0xbb, 0xbf];

async function* piecesOf(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function read(text: string, pieceBytes: number, offset = 0): Promise<unknown[]> {
  const options = { blockBytes: 16, offset: 0, skip: offset, signal: new AbortController().signal };
  const blocks: unknown[] = [];
  for await (const { bytes, offset, end } of blocksOf(piecesOf(Buffer.from(text), pieceBytes), options))
    blocks.push([Buffer.from(bytes).toString(), offset, end]);
  return blocks;
}

describe.each([1, 2, 3, 4, 100])("in pieces of %i bytes", (length) => {
  it.each([
    ["\ufeffa\nb\n", [["a\nb\n", 3, 7]]],
    ["a\n\ufeffb\n", [["a\n\ufeffb\n", 0, 7]]],
    ["\ufeff\ufeffa\n", [["\ufeffa\n", 3, 8]]],
    ["\ufeff", []],
    ["\ufeffa", [["a\n", 3, 4]]],
    ["", []],
  ])("%j", async (text, blocks) => expect(await read(text, length)).toEqual(blocks));

  it("from an offset, there is none", async () => {
    expect(await read("a\n\ufeffb\n", length, 2)).toEqual([["\ufeffb\n", 2, 7]]);
  });
});

it("the mark has three bytes", () => expect([...Buffer.from("\ufeff")]).toEqual(MARK));
