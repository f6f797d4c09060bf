/** Tables of records and the memory that they share. */
import { expect, it } from "vitest";
import { dialectNamed } from "../../../../bindings/core/dialects.ts";
import { readRecords } from "../../../../bindings/core/reader/record-reader.ts";
import { bytesOf } from "../../../core/reader/lines.ts";

it("tables stay as they are when other files are read after", () => {
  const dialect = dialectNamed("rfc9309");
  const texts = Array.from({ length: 3000 }, (_, i) => `a: ${i}\n`.repeat(i % 40));
  const all = texts.map((text) => readRecords(bytesOf(text), dialect).table);
  readRecords(bytesOf("k: v\n".repeat(500_000)), dialect);
  for (const [i, table] of all.entries()) expect(table).toEqual(readRecords(bytesOf(texts[i]!), dialect).table);
});
