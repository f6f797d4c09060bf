/** Byte order marks, and texts in UTF-8. */
import { expect, it } from "vitest";
import { decodeMarked, decodeUtf8, hasUtf8Mark, hasUtf16Mark } from "../../bindings/base/utf8.ts";

it.each([
  [[0xef, 0xbb, 0xbf], true, false],
  [[0xef, 0xbb], false, false],
  [[0xef, 0xbb, 0x61], false, false],
  [[0xff, 0xfe], false, true],
  [[0xfe, 0xff], false, true],
  [[0xff, 0xff], false, false],
])("%j has a mark: UTF-8 %s, UTF-16 %s", (bytes, isUtf8, isUtf16) => {
  expect([hasUtf8Mark(Uint8Array.from(bytes)), hasUtf16Mark(Uint8Array.from(bytes))]).toEqual([isUtf8, isUtf16]);
});

it("a mark is a character where it is said to be, and is left out otherwise", () => {
  const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61);
  expect([decodeMarked(bytes), decodeUtf8(bytes)]).toEqual(["\ufeffa", "a"]);
});
