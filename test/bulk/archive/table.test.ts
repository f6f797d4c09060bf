/** The container of archives: sorted keys, found from either side, at the cost of a block or two. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesAccess } from "../../../bindings/bulk/archive/access.ts";
import { compareKeys, type TableEntry, tableOf } from "../../../bindings/bulk/archive/table.ts";
import { TableReader } from "../../../bindings/bulk/archive/table-reader.ts";
import { bytesOf } from "./build.ts";

const key = fc.uint8Array({ maxLength: 3, max: 3 });
const value = fc.uint8Array({ maxLength: 12_000 });
const text = ({ key, value }: TableEntry): string => `${Buffer.from(key).toString("hex")} ${value.length} ${value[0]}`;

const sorted = (entries: readonly (readonly [Uint8Array, Uint8Array])[]): TableEntry[] =>
  entries.map(([key, value]) => ({ key, value })).sort((a, b) => compareKeys(a.key, b.key));

it("the entries from a key on, and the one before it", async () => {
  const entries = fc.uniqueArray(fc.tuple(key, value), { maxLength: 40, selector: ([one]) => String(one) }).map(sorted);
  await fc.assert(
    fc.asyncProperty(entries, fc.array(key, { maxLength: 8 }), async (all, keys) => {
      const table = new TableReader(bytesAccess(await bytesOf(tableOf("{}", all))));
      expect([table.description, table.size]).toEqual(["{}", all.length]);
      for (const from of [new Uint8Array(), ...keys]) {
        const isBefore = (one: TableEntry): boolean => compareKeys(one.key, from) < 0;
        expect(Array.from(table.from(from), text)).toEqual(all.filter((one) => !isBefore(one)).map(text));
        const last = all.filter(isBefore).at(-1);
        expect([table.before(from)].map((one) => one && text(one))).toEqual([last && text(last)]);
      }
    }),
    { numRuns: 200 },
  );
});

describe("entries that are not in ascending order are refused", () => {
  it.each([["ba"], ["aa"]])("%s", async (keys) => {
    const entries = Array.from(keys, (one) => ({ key: Buffer.from(one), value: Buffer.alloc(0) }));
    await expect(bytesOf(tableOf("", entries))).rejects.toThrow("expected ascending keys");
  });
});
