import { expect, it } from "vitest";
import { RecentMap } from "../../bindings/base/recent-map.ts";
import fc from "../support/properties.ts";

it("forgets what was not used for longest, and passes it to `dropped`", () => {
  const dropped: number[] = [];
  const map = new RecentMap<number>(2, { dropped: (value) => dropped.push(value) });
  map.set("a", 1);
  map.set("b", 2);
  expect(map.get("a")).toBe(1);
  map.set("c", 3);
  expect([dropped, map.get("a"), map.get("b"), map.get("c")]).toEqual([[2], 1, undefined, 3]);
});

it("an entry that is set again makes no room", () => {
  const dropped: number[] = [];
  const map = new RecentMap<number>(1, { dropped: (value) => dropped.push(value) });
  map.set("a", 1);
  map.set("a", 2);
  expect([dropped, map.get("a")]).toEqual([[], 2]);
});

it("does not keep an entry that weighs more than the limit, nor what had its key", () => {
  const map = new RecentMap<string>(4, { sizeOf: (value) => value.length });
  map.set("a", "x");
  map.set("b", "yy");
  map.set("a", "12345");
  expect([map.get("a"), map.get("b"), map.count, map.totalSize]).toEqual([undefined, "yy", 1, 2]);
});

type Call = readonly ["get" | "set" | "delete", key: string, size: number];

it("keeps the same entries as a list in the order of use", () => {
  const call = fc.tuple(
    fc.constantFrom<Call[0]>("get", "set", "delete"),
    fc.constantFrom("a", "b", "c", "d", "e"),
    fc.integer({ min: 1, max: 6 }),
  );
  fc.assert(
    fc.property(fc.array(call, { maxLength: 60 }), (calls) => {
      const map = new RecentMap<number>(10, { sizeOf: (size) => size });
      let list: (readonly [key: string, size: number])[] = [];
      const sizeOfList = () => list.reduce((sum, [, size]) => sum + size, 0);
      for (const [verb, key, size] of calls) {
        const known = list.find(([one]) => one === key);
        if (verb === "get") expect(map.get(key)).toBe(known?.[1]);
        else if (verb === "set") map.set(key, size);
        else map.delete(key);
        list = list.filter(([one]) => one !== key);
        if (verb === "set") list.push([key, size]);
        else if (verb === "get" && known !== undefined) list.push(known);
        while (sizeOfList() > 10) list.shift();
        expect([map.count, map.totalSize]).toEqual([list.length, sizeOfList()]);
      }
      for (const [key, size] of list) expect(map.get(key)).toBe(size);
    }),
  );
});
