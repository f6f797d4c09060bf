/** Crawl-delay, Request-rate and Visit-time. No standard defines them, so each row is a decision of this project. */
import { describe, expect, it } from "vitest";
import { crawlDelayOf, parseCrawlDelay } from "../../../../bindings/core/robots/fields/crawl-delay.ts";
import type { GroupFields } from "../../../../bindings/core/robots/fields/field.ts";
import {
  parseRequestRate,
  requestRateAt,
  requestRatesOf,
} from "../../../../bindings/core/robots/fields/request-rate.ts";
import { isWithin, parseVisitTime, visitTimeOf } from "../../../../bindings/core/robots/fields/visit-time.ts";
import { tablesOf } from "../../../support/tables.ts";
import { fieldsOf } from "./fields.ts";

const { itEach } = tablesOf(import.meta.url);

/** Fields of user-agent lines that name the agent. */
function ownFieldsOf(key: string, values: readonly string[]): GroupFields {
  const fields = fieldsOf(key, values);
  return { fields, ownFields: fields };
}

const HOSTILE = [
  "",
  " ",
  "-1",
  "1e999",
  "NaN",
  "Infinity",
  "0x10",
  "é",
  "\0",
  "9".repeat(10_000_000),
  " ".repeat(10_000_000),
];

describe("Crawl-delay: seconds as a plain decimal number, at most a day", () => {
  itEach<[value: string, seconds: number | undefined]>("%s, row %#", (value, seconds) =>
    expect(parseCrawlDelay(value)).toBe(seconds),
  );

  itEach<[values: string[], seconds: number | undefined]>("the longest valid value of %j", (values, seconds) =>
    expect(crawlDelayOf(ownFieldsOf("crawl-delay", values))).toBe(seconds),
  );
});

describe("Request-rate: requests / time, with an optional unit and hours in UTC", () => {
  itEach<[value: string, requests: number, seconds: number]>(
    "Request-rate: requests / time, with an optional unit and hours in UTC: %s",
    (value, requests, seconds) => expect(parseRequestRate(value)).toEqual({ requests, seconds }),
  );

  it.each(["1/5m 1200-1300", "1/5m 1200 - 1300", "1/5m  1200 1300", "1/300 1200-1300"])("%s", (value) =>
    expect(parseRequestRate(value)).toEqual({ requests: 1, seconds: 300, window: { fromMinute: 720, toMinute: 780 } }),
  );

  it.each([
    "1/0",
    "0/5",
    "0/0",
    "10",
    "1/",
    "/5",
    "-1/5",
    "1/-5",
    "1.5/5",
    "1/5x",
    "1/5 always",
    "1/5 2500-2600",
    "1:5",
    "1/5/5",
    "9999999999/1",
    ...HOSTILE,
  ])("refuses $0", (value) => expect(parseRequestRate(value)).toBeUndefined());

  it("all lines are kept, and the slowest that applies at a time counts", () => {
    const rates = requestRatesOf(ownFieldsOf("request-rate", ["1/60 0800-1200", "1/0", "1/10", "1/1 2200-0600"]));
    expect(rates.map(({ seconds }) => seconds)).toEqual([60, 10, 1]);
    const secondsAt = (time: string): number | undefined =>
      requestRateAt(rates, new Date(`2026-01-01T${time}:00Z`))?.seconds;
    expect(["07:59", "08:00", "11:59", "12:00", "21:59", "22:00", "05:59", "06:00"].map(secondsAt)).toEqual([
      10, 60, 60, 10, 10, 10, 10, 10,
    ]);
    expect(requestRateAt(rates.slice(2), new Date("2026-01-01T07:00:00Z"))).toBeUndefined();
    const several = requestRatesOf(ownFieldsOf("request-rate", ["10/60", "1/10"]));
    expect(requestRateAt(several, new Date(0))).toEqual({ requests: 1, seconds: 10 });
  });
});

it.each<[rates: unknown, date: unknown, message: string]>([
  [[], "now", "date: expected a Date; got string"],
  ["1/2", new Date(0), "rates: expected an array; got string"],
  [[1], new Date(0), "rate: expected an object; got number"],
  [[{ window: 1 }], new Date(0), "window: expected an object; got number"],
  [[{ window: { fromMinute: 0 } }], new Date(0), "window: expected fromMinute and toMinute as numbers; got object"],
  [[{ window: { toMinute: 0 } }], new Date(0), "window: expected fromMinute and toMinute as numbers; got object"],
])("requestRateAt(%j, %s) throws", (rates, date, message) =>
  expect(() => requestRateAt(rates as never, date as never)).toThrow(
    expect.objectContaining({ name: "TypeError", code: "ERR_INVALID_ARG_TYPE", message }),
  ),
);

describe("Visit-time: from and to as hhmm, in UTC", () => {
  itEach<[value: string, fromMinute: number, toMinute: number]>(
    "Visit-time: from and to as hhmm, in UTC: %s",
    (value, fromMinute, toMinute) => expect(parseVisitTime(value)).toEqual({ fromMinute, toMinute }),
  );

  it.each([
    "0400",
    "0400-",
    "-0845",
    "400-845",
    "2500-2600",
    "0460-0500",
    "2401-0100",
    "0100-2401",
    "04:00-08:45",
    "0400-0845-0900",
    ...HOSTILE,
  ])("refuses $0", (value) => expect(parseVisitTime(value)).toBeUndefined());

  it("the shortest valid line counts, of equals the first", () =>
    expect(visitTimeOf(ownFieldsOf("visit-time", ["2300-0100", "0600-0700", "0700-0800", "0000-0000"]))).toEqual({
      fromMinute: 360,
      toMinute: 420,
    }));

  it.each<[window: string, within: string[], outside: string[]]>([
    ["0400-0845", ["04:00", "08:44"], ["03:59", "08:45", "00:00", "23:59"]],
    ["2200-0300", ["22:00", "23:59", "00:00", "02:59"], ["03:00", "12:00", "21:59"]],
    ["0000-2400", ["00:00", "12:00", "23:59"], []],
    ["0000-0000", ["00:00", "12:00", "23:59"], []],
    ["2400-0000", ["00:00", "12:00", "23:59"], []],
  ])("%s", (window, within, outside) => {
    const isOpen = (time: string): boolean => isWithin(parseVisitTime(window)!, new Date(`2026-06-01T${time}:30Z`));
    expect(within.filter(isOpen)).toEqual(within);
    expect(outside.filter(isOpen)).toEqual([]);
  });
});

it.each(HOSTILE)("hostile values are ignored: $0", (value) => {
  const of = (key: string): GroupFields => ownFieldsOf(key, [value]);
  const read = [crawlDelayOf(of("crawl-delay")), requestRatesOf(of("request-rate")), visitTimeOf(of("visit-time"))];
  expect(read).toEqual([undefined, [], undefined]);
});
