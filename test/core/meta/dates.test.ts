/** The dates of unavailable_after: HTTP's three forms, RFC 822 zones, ISO 8601, and text that is not a date. */
import { describe, expect, it } from "vitest";
import { parseRobotsMeta, parseXRobotsTag } from "../../../bindings/core/meta/index.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const NOW = Date.UTC(2026, 0, 1);

function read(date: string, now = NOW): { at: string | undefined; warnings: string[] } {
  const { directives, warnings } = parseRobotsMeta(`noarchive, unavailable_after: ${date}, nofollow`, { now });
  expect(directives.map(({ name }) => name).filter((name) => name !== "unavailable_after")).toEqual([
    "noarchive",
    "nofollow",
  ]);
  const value = directives.find(({ name }) => name === "unavailable_after")?.value as Date | undefined;
  return { at: value?.toISOString().replace(".000Z", "Z"), warnings: warnings.map(({ code }) => code) };
}

itEach<[date: string, at: string, ...warnings: string[]]>("forms: %s", (date, at, ...warnings) =>
  expect(read(date)).toEqual({ at, warnings }),
);

describe("zones (RFC 822 §5)", () => {
  itEach<[zone: string, time: string]>("12:00 %s is %s UTC", (zone, time) =>
    expect(read(`1 Jan 2000 12:00:00 ${zone}`)).toEqual({ at: `2000-01-01T${time}:00Z`, warnings: [] }),
  );

  itEach<[date: string, warning: string]>("%s is read as UTC with a warning", (date, warning) =>
    expect(read(date)).toEqual({ at: "2000-01-01T12:00:00Z", warnings: [warning] }),
  );

  it("a day without a time begins at midnight UTC", () =>
    expect(read("2020-09-21")).toEqual({ at: "2020-09-21T00:00:00Z", warnings: ["no-time-zone"] }));
});

itEach<[date: string, year: number, expected: string]>(
  "a two-digit year more than 50 years ahead is in the past (RFC 9110 §5.6.7): %s in %i is %s",
  (date, year, expected) => {
    expect(read(`Sunday, ${date} 08:49:37 GMT`, Date.UTC(year, 0, 1)).at).toBe(`${expected}-11-06T08:49:37Z`);
  },
);

itEach<string>("text that is not a date is ignored with a warning, and the items after it are read: %s", (date) =>
  expect(read(date)).toEqual({ at: undefined, warnings: ["invalid-value"] }),
);

describe("dates with a comma among other directives", () => {
  itEach<[header: string, agents: string[]]>("dates with a comma among other directives: %s", (header, agents) => {
    const { directives } = parseXRobotsTag(header, { now: NOW });
    expect(directives.map(({ agent }) => agent)).toEqual(agents);
    const dates = directives.filter(({ name }) => name === "unavailable_after").map(({ value }) => value);
    expect(dates[0]).toEqual(new Date("2010-06-25T23:00:00Z"));
  });
});
