/** Byte order marks, and texts in UTF-8. */
import { expect, it } from "vitest";
import { decodeMarked, decodeUtf8, hasUtf8Mark, hasUtf16Mark } from "../../bindings/base/utf8.ts";
import { tablesOf } from "../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

itEach<[bytes: number[], isUtf8: boolean, isUtf16: boolean]>(
  "%j has a mark: UTF-8 %s, UTF-16 %s",
  (bytes, isUtf8, isUtf16) => {
    expect([hasUtf8Mark(Uint8Array.from(bytes)), hasUtf16Mark(Uint8Array.from(bytes))]).toEqual([isUtf8, isUtf16]);
  },
);

it("a mark is a character where it is said to be, and is left out otherwise", () => {
  const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61);
  expect([decodeMarked(bytes), decodeUtf8(bytes)]).toEqual(["\ufeffa", "a"]);
});
