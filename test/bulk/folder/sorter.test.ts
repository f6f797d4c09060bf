/** The external sort: like a stable sort in memory, whatever fits into it. */
import { closeSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Sorter } from "../../../bindings/bulk/folder/sorter.ts";
import { compareBytes, type TableEntry } from "../../../bindings/crawl/archive/table-writer.ts";
import fc from "../../support/properties.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-sorter-"));
const temporary = join(folder, "spill");

const entries = fc.array(
  fc.record({ key: fc.uint8Array({ maxLength: 3, max: 4 }), value: fc.uint8Array({ maxLength: 9000 }) }),
  { maxLength: 60 },
);

const plain = ({ key, value }: TableEntry): string =>
  `${Buffer.from(key).toString("hex")}:${Buffer.from(value).toString("hex")}`;

it("sorts by key; of equal keys, the first comes first", () => {
  fc.assert(
    fc.property(entries, fc.constantFrom(0, 1000, 20_000, 2 ** 20), (all, spillBytes) => {
      const sorter = new Sorter(temporary, spillBytes);
      for (const entry of all) sorter.add(entry);
      const sorted = Array.from(sorter.sorted(), plain);
      sorter.close();
      expect(sorted).toEqual(all.toSorted((a, b) => compareBytes(a.key, b.key)).map(plain));
    }),
    { numRuns: 200 },
  );
});

it("leaves no file, not even while it works", () => {
  const sorter = new Sorter(temporary, 10);
  for (let i = 0; i < 10; i++) sorter.add({ key: Buffer.from(`${9 - i}`), value: Buffer.from("value") });
  expect(readdirSync(folder)).toEqual([]);
  expect(Array.from(sorter.sorted(), ({ key }) => String(key)).join("")).toBe("0123456789");
  sorter.close();
});

it("holds no more than its bound before it spills, whatever the number of entries", () => {
  const spillBytes = 2 ** 20;
  const sorter = new Sorter(temporary, spillBytes);
  for (let i = 0; i < 20_000; i++) sorter.add({ key: Buffer.from(`${i}`), value: Buffer.alloc(100) });
  expect(sorter.inMemory).toBe(undefined);
  const runs = sorter.release();
  // Each entry counts as 24 bytes and its own.
  for (const { count, start, end } of runs) expect(24 * count + end - start).toBeLessThanOrEqual(spillBytes + 500);
  expect(runs.reduce((sum, { count }) => sum + count, 0)).toBe(20_000);
  closeSync(runs[0]!.file);
  sorter.close();
});
