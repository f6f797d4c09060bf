/** Four bytes at a time finds what one byte at a time finds: every byte, at every place in a word and near every end. */
import { describe, expect, it } from "vitest";
import { nextControl, nextMark } from "../../../bindings/core/reader/scan.ts";

const isControl = (byte: number): boolean => byte < 14;
const isMark = (byte: number): boolean => isControl(byte) || byte === 0x23;

describe.each([
  ["nextMark", nextMark, isMark],
  ["nextControl", nextControl, isControl],
] as const)("%s", (_, next, isWanted) => {
  it("finds the first one, wherever it starts and whatever stands around it", () => {
    for (let byte = 0; byte < 256; byte++) {
      for (let at = 0; at < 20; at++) {
        // Its neighbours are those that borrows and carries would mistake for it.
        const bytes = Uint8Array.from({ length: 20 }, (_, i) => [0x0e, 0x24, 0x22, 0x80, 0xff, 0x8d, 0xa3][i % 7]!);
        bytes[at] = byte;
        const view = new DataView(bytes.buffer);
        for (let from = 0; from <= 20; from++) {
          const found = bytes.findIndex((one, i) => i >= from && isWanted(one));
          const wanted = found < 0 ? 20 : found;
          if (next(bytes, view, from, 20) !== wanted) expect.fail(`byte ${byte} at ${at}, from ${from}`);
        }
      }
    }
  });
});
