import { expect, it } from "vitest";
import { RecentMap } from "../../bindings/base/recent-map.ts";

it("drops what was used longest ago, and says so", () => {
  const dropped: number[] = [];
  const map = new RecentMap<number>(2, (value) => dropped.push(value));
  map.set("a", 1);
  map.set("b", 2);
  expect(map.get("a")).toBe(1);
  map.set("c", 3);
  expect([dropped, map.get("a"), map.get("b"), map.get("c")]).toEqual([[2], 1, undefined, 3]);
});

it("an entry that is set again makes no room", () => {
  const dropped: number[] = [];
  const map = new RecentMap<number>(1, (value) => dropped.push(value));
  map.set("a", 1);
  map.set("a", 2);
  expect([dropped, map.get("a")]).toEqual([[], 2]);
});
