/** How much a crawler asks for, in bounded memory. */
import { describe, expect, it } from "vitest";
import type { Crawler } from "../../../bindings/bulk/logs/crawlers.ts";
import { Load } from "../../../bindings/bulk/logs/load.ts";
import fc from "../../support/properties.ts";

const MINUTE_MS = 60_000;
const loadOf = (
  requests: readonly { at?: number; target?: string | undefined; bytes?: number | undefined }[],
): Load => {
  const load = new Load();
  for (const { at = 0, target, bytes } of requests) {
    const more = {
      isOfHost: true,
      host: undefined,
      method: "GET",
      status: 200,
      signatureAgent: undefined,
      address: "192.0.2.1",
    };
    load.add({ ...more, crawler: {} as Crawler, timeMs: at, target, bytes });
  }
  return load;
};

it("the peak is the most requests of a minute of the clock, also of lines that are up to an hour late", () =>
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(300), fc.nat(59)), { maxLength: 200 }), (list) => {
      let newest = 0;
      const minutes = list.map(([minute, late]) => {
        newest = Math.max(newest, minute);
        return Math.max(newest - late, 0);
      });
      const counts = new Map<number, number>();
      for (const minute of minutes) counts.set(minute, (counts.get(minute) ?? 0) + 1);
      const { peak } = loadOf(minutes.map((minute) => ({ at: Date.UTC(2026, 10, 1) + minute * MINUTE_MS + 59_999 })));
      expect(peak).toBe(Math.max(0, ...counts.values()));
    }),
  ));

it("a line that is later than that adds to no minute", () => {
  const atMinute = (minute: number): { at: number } => ({ at: Date.UTC(2026, 10, 1) + minute * MINUTE_MS });
  expect(loadOf([64, 64, 0].map(atMinute)).peak).toBe(2);
});

it("bytes are those that the log has", () =>
  expect(loadOf([{ bytes: 5 }, { bytes: undefined }, { bytes: 7 }]).bytes).toBe(12));

describe("the busiest paths", () => {
  it.each([
    [["/search?q=a", "/search?q=b", "/search"], [["/search", 3]]],
    [
      ["/shop/1", "/shop/2/x?y", "/shop"],
      [
        ["/shop/", 2],
        ["/shop", 1],
      ],
    ],
    [
      ["/", "/?x=/y", "//a", undefined],
      [
        ["/", 2],
        ["//", 1],
      ],
    ],
  ] as [string[], [string, number][]][])("%j: %j", (targets, parts) =>
    expect(loadOf(targets.map((target) => ({ target }))).busiest(9)).toEqual(parts),
  );
  it("are found among any number of made ones", () => {
    const targets = Array.from({ length: 20_000 }, (_, i) => (i % 4 === 0 ? "/search?q=x" : `/made${i}`));
    const parts = loadOf(targets.map((target) => ({ target }))).busiest(1000);
    expect(parts.length).toBeLessThan(129);
    expect(parts[0]).toEqual(["/search", 5000]);
  });
});
