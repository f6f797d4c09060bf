/** The dates of unavailable_after: HTTP's three forms, RFC 822 zones, ISO 8601, and text that is not a date. */
import { describe, expect, it } from "vitest";
import { parseRobotsMeta, parseXRobotsTag } from "../../../bindings/core/meta/index.ts";

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

describe("forms", () => {
  it.each([
    // RFC 9110 §5.6.7: the same instant thrice
    ["Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"],
    ["Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z"],
    ["Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37Z"],
    ["Sun Nov 16 08:49:37 1994", "1994-11-16T08:49:37Z"],
    // RFC 822 §5.1
    ["6 Nov 94 08:49 GMT", "1994-11-06T08:49:00Z"],
    ["Sun, 6 Nov 94 08:49:37 EST", "1994-11-06T13:49:37Z"],
    // Google's page
    ["Friday, 25-Jun-10 15:00:00 PST", "2010-06-25T23:00:00Z"],
    ["25 Jun 2010 15:00:00 PST", "2010-06-25T23:00:00Z"],
    ["25-Aug-2007 15:00:00 EST", "2007-08-25T20:00:00Z"],
    ["25 June 2010 15:00:00 GMT", "2010-06-25T15:00:00Z"],
    ["friday, 25-JUN-10 15:00:00 pst", "2010-06-25T23:00:00Z"],
    ["Fri 25 Jun 2010 15:00:00 GMT", "2010-06-25T15:00:00Z"],
    // ISO 8601
    ["2010-06-25T15:00:00Z", "2010-06-25T15:00:00Z"],
    ["2010-06-25T15:00:00.123+02:00", "2010-06-25T13:00:00Z"],
    ["2010-06-25 15:00:00 +0200", "2010-06-25T13:00:00Z"],
    ["2010-06-25T15:00-08", "2010-06-25T23:00:00Z"],
    ["20100625T150000Z", "2010-06-25T15:00:00Z"],
    // A leap second is the first second of the next minute
    ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"],
    ["29 Feb 2024 00:00:00 GMT", "2024-02-29T00:00:00Z"],
  ])("%s", (date, at) => expect(read(date)).toEqual({ at, warnings: [] }));
});

describe("zones (RFC 822 §5)", () => {
  it.each([
    ["UT", "12:00"],
    ["GMT", "12:00"],
    ["UTC", "12:00"],
    ["Z", "12:00"],
    ["EST", "17:00"],
    ["EDT", "16:00"],
    ["CST", "18:00"],
    ["CDT", "17:00"],
    ["MST", "19:00"],
    ["MDT", "18:00"],
    ["PST", "20:00"],
    ["PDT", "19:00"],
    ["+0530", "06:30"],
    ["-0330", "15:30"],
    ["+00:00", "12:00"],
  ])("12:00 %s is %s UTC", (zone, time) =>
    expect(read(`1 Jan 2000 12:00:00 ${zone}`)).toEqual({ at: `2000-01-01T${time}:00Z`, warnings: [] }),
  );

  it.each([
    // The robots page's own example; RFC 5322 §4.3 takes what it does not know as UTC
    ["1 Jan 2000 12:00:00 IST", "unknown-time-zone"],
    ["1 Jan 2000 12:00:00 CET", "unknown-time-zone"],
    ["1 Jan 2000 12:00:00 A", "unknown-time-zone"],
    ["1 Jan 2000 12:00:00", "no-time-zone"],
    ["2000-01-01T12:00:00", "no-time-zone"],
  ])("%s is read as UTC with a warning", (date, warning) =>
    expect(read(date)).toEqual({ at: "2000-01-01T12:00:00Z", warnings: [warning] }),
  );

  it("a day without a time begins at midnight UTC", () =>
    expect(read("2020-09-21")).toEqual({ at: "2020-09-21T00:00:00Z", warnings: ["no-time-zone"] }));
});

describe("a two-digit year more than 50 years ahead is in the past (RFC 9110 §5.6.7)", () => {
  it.each([
    ["06-Nov-94", 2026, "1994"],
    ["06-Nov-26", 2026, "2026"],
    ["06-Nov-75", 2026, "2075"],
    ["06-Nov-77", 2026, "1977"],
    ["06-Nov-00", 2026, "2000"],
    ["06-Nov-94", 1994, "1994"],
    ["06-Nov-94", 2050, "2094"],
  ])("%s in %i is %s", (date, year, expected) => {
    expect(read(`Sunday, ${date} 08:49:37 GMT`, Date.UTC(year, 0, 1)).at).toBe(`${expected}-11-06T08:49:37Z`);
  });
});

describe("text that is not a date is ignored with a warning, and the items after it are read", () => {
  it.each([
    "tomorrow",
    "0",
    "-1",
    "NaN",
    "31 Feb 2020 00:00:00 GMT",
    "29 Feb 2023 00:00:00 GMT",
    "32 Jan 2020 00:00:00 GMT",
    "0 Jan 2020 00:00:00 GMT",
    "1 Jnu 2020 00:00:00 GMT",
    "1 Jan 2020 24:00:00 GMT",
    "1 Jan 2020 23:60:00 GMT",
    "1 Jan 2020 23:59:61 GMT",
    "2020-13-01",
    "2020-00-01",
    "2020-W01-1",
    "1577836800",
    "1 Jan 20200 00:00:00 GMT",
    "25 Jun 2010 15:00:00 GMT+1",
    `1 Jan 2020 ${" ".repeat(200)}00:00:00 GMT`,
  ])("%s", (date) => expect(read(date)).toEqual({ at: undefined, warnings: ["invalid-value"] }));
});

describe("dates with a comma among other directives", () => {
  const google = "unavailable_after: Friday, 25-Jun-10 15:00:00 PST";
  it.each<[header: string, agents: string[]]>([
    [google, ["robots"]],
    [`${google}, noindex`, ["robots", "robots"]],
    [`noindex, ${google}`, ["robots", "robots"]],
    [`googlebot: ${google}, noindex`, ["googlebot", "googlebot"]],
    [`noindex, googlebot: ${google}`, ["robots", "googlebot"]],
    [`${google},${google.replace("10 15", "11 15")}`, ["robots", "robots"]],
  ])("%s", (header, agents) => {
    const { directives } = parseXRobotsTag(header, { now: NOW });
    expect(directives.map(({ agent }) => agent)).toEqual(agents);
    const dates = directives.filter(({ name }) => name === "unavailable_after").map(({ value }) => value);
    expect(dates[0]).toEqual(new Date("2010-06-25T23:00:00Z"));
  });
});
