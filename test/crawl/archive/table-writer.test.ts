/** The container of archives: sorted keys, found from either side, at the cost of a page on each level. */

import { describe, expect, it } from "vitest";
import { crc32, crc32ByTable } from "../../../bindings/crawl/archive/crc32.ts";
import { Page } from "../../../bindings/crawl/archive/page.ts";
import { PageCache } from "../../../bindings/crawl/archive/page-cache.ts";
import { plainLayout } from "../../../bindings/crawl/archive/page-layout.ts";
import { bytesAccess } from "../../../bindings/crawl/archive/random-access.ts";
import { TableReader } from "../../../bindings/crawl/archive/table-reader.ts";
import { compareBytes, type TableEntry, writeTable } from "../../../bindings/crawl/archive/table-writer.ts";
import fc from "../../support/properties.ts";
import { bytesOf } from "./build.ts";

const key = fc.uint8Array({ maxLength: 3, max: 3 });
const value = fc.uint8Array({ maxLength: 12_000 });
const text = ({ key, value }: TableEntry): string => `${Buffer.from(key).toString("hex")} ${value.length} ${value[0]}`;

const sorted = (entries: readonly (readonly [Uint8Array, Uint8Array])[]): TableEntry[] =>
  entries.map(([key, value]) => ({ key, value })).sort((a, b) => compareBytes(a.key, b.key));

it("the entries from a key on, and the one before it", async () => {
  const entries = fc.uniqueArray(fc.tuple(key, value), { maxLength: 40, selector: ([one]) => String(one) }).map(sorted);
  await fc.assert(
    fc.asyncProperty(entries, fc.array(key, { maxLength: 8 }), async (all, keys) => {
      const table = new TableReader(bytesAccess(await bytesOf(writeTable("{}", all))));
      expect([table.description, table.size]).toEqual(["{}", all.length]);
      const verified: string[] = [];
      table.verify((entry) => void verified.push(text(entry)));
      expect(verified).toEqual(all.map(text));
      for (const from of [new Uint8Array(), ...keys]) {
        const isBefore = (one: TableEntry): boolean => compareBytes(one.key, from) < 0;
        expect(Array.from(table.from(from), text)).toEqual(all.filter((one) => !isBefore(one)).map(text));
        const last = all.filter(isBefore).at(-1);
        expect([table.before(from)].map((one) => one && text(one))).toEqual([last && text(last)]);
      }
    }),
    { numRuns: 200 },
  );
});

it("a table of many levels is read in order, and verified", async () => {
  // Long keys: a page above the leaves refers to few pages.
  const lengths = fc.array(fc.constantFrom(0, 5, 900, 1300, 2100, 5000), { minLength: 1, maxLength: 100 });
  let levels = 0;
  await fc.assert(
    fc.asyncProperty(lengths, fc.nat(3000), async (all, valueBytes) => {
      const entries = all.map((length, i) => ({
        key: Buffer.from(`${"k".repeat(length)}${String(i).padStart(4, "0")}`),
        value: new Uint8Array(valueBytes),
      }));
      entries.sort((a, b) => compareBytes(a.key, b.key));
      const bytes = await bytesOf(writeTable("{}", entries));
      levels = Math.max(levels, new DataView(bytes.buffer).getUint32(bytes.length - 12, true));
      const table = new TableReader(bytesAccess(bytes));
      const verified: string[] = [];
      table.verify((entry) => void verified.push(text(entry)));
      expect(verified).toEqual(entries.map(text));
      expect(Array.from(table.from(new Uint8Array()), text)).toEqual(entries.map(text));
      for (const entry of entries) expect(table.find(entry.key).map(text)).toContain(text(entry));
    }),
    { numRuns: 40 },
  );
  expect(levels).toBeGreaterThan(3);
});

it("a group is found whole, with one path through the tree", async () => {
  const groupOf = (one: Uint8Array): Uint8Array => one.subarray(0, one.indexOf(0) + 1);
  const name = fc.stringMatching(/^[ab]{0,3}$/);
  const part = fc.tuple(name, fc.stringMatching(/^[xy]?$/), fc.integer({ min: 0, max: 5000 }));
  const parts = fc.uniqueArray(part, { maxLength: 60, selector: ([a, b]) => `${a}\0${b}` });
  await fc.assert(
    fc.asyncProperty(parts, async (all) => {
      const entries = sorted(all.map(([a, b, length]) => [Buffer.from(`${a}\0${b}`), new Uint8Array(length)]));
      const layout = { ...plainLayout(), groupOf, maxEntries: 3 };
      const table = new TableReader(bytesAccess(await bytesOf(writeTable("", entries, groupOf))), () => layout);
      for (const group of ["", "a", "b", "ab", "aba", "bbb", "c"].map((one) => Buffer.from(`${one}\0`)))
        expect(table.find(group).map(text)).toEqual(
          entries.filter((one) => compareBytes(groupOf(one.key), group) === 0).map(text),
        );
    }),
    { numRuns: 200 },
  );
});

it("the checksum is the same by table as native", () => {
  expect(crc32ByTable(Buffer.from("123456789"))).toBe(0xcbf43926);
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array(), (a, b) => {
      expect(crc32ByTable(b, crc32ByTable(a))).toBe(crc32(Uint8Array.of(...a, ...b)));
      expect(crc32(b, crc32(a))).toBe(crc32(Uint8Array.of(...a, ...b)));
    }),
  );
});

it("the page cache keeps what is used, within its bound", () => {
  const cache = new PageCache(100_000);
  const pages = Array.from({ length: 200 }, () => new Page(new Uint8Array(8)));
  for (const [i, page] of pages.entries()) {
    cache.set(i, page);
    expect(cache.get(0)).toBe(pages[0]);
  }
  for (let i = 200; i < 2000; i++) cache.set(i, pages[i % 200]!);
  const kept = Array.from({ length: 2000 }, (_, i) => cache.get(i)).filter((page) => page !== undefined);
  expect(kept.length * pages[0]!.heldBytes).toBeLessThanOrEqual(100_000);
  expect(kept.length).toBeGreaterThan(100);
  expect(cache.get(1999)).toBeDefined();
  expect(cache.get(0)).toBeUndefined();
});

describe("entries that are not in ascending order are refused", () => {
  it.each([["ba"], ["aa"]])("%s", async (keys) => {
    const entries = Array.from(keys, (one) => ({ key: Buffer.from(one), value: Buffer.alloc(0) }));
    await expect(bytesOf(writeTable("", entries))).rejects.toThrow("expected ascending keys");
  });
});
