/** The table of dialects: an id is stored in compiled rules, and says where a dialect lies in linear memory. */
import { expect, it } from "vitest";
import { columns, type Dialect, dialects } from "../../bindings/core/dialects.ts";
import { MAX_DIALECTS } from "../../bindings/core/layout.ts";
import { parse } from "../../bindings/index.ts";

it("the ids are different integers from 0 to 7: others would overwrite another dialect, or the input", () => {
  const ids = dialects.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const free = Array.from({ length: MAX_DIALECTS }, (_, id) => id);
  expect(free).toEqual(expect.arrayContaining(ids));
});

it("each flag belongs to one column, and a dialect has flags of columns only", () => {
  const masks = Object.values(columns).flatMap((part) => Object.values(part).map(([mask]) => mask as number));
  const all = masks.reduce((sum, mask) => sum | mask, 0);
  expect(masks.reduce((sum, mask) => sum + mask, 0)).toBe(all);
  expect(dialects.filter(({ flags }: Dialect) => flags & ~all)).toEqual([]);
});

it("google reads 16,663 bytes of a line: its buffer of 2,083 * 8 ends in a NUL (robots.cc, kMaxLineLen)", () => {
  const patternBytes = (lineBytes: number): number => {
    const line = "Disallow: /".padEnd(lineBytes, "a");
    return parse(`User-agent: *\n${line}`, { dialect: "google" }).agent("x").rules[0]!.pattern.length;
  };
  const keyBytes = "Disallow: ".length;
  expect([16_662, 16_663, 16_664, 20_000].map(patternBytes)).toEqual(
    [16_662, 16_663, 16_663, 16_663].map((bytes) => bytes - keyBytes),
  );
});
