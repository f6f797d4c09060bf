/** HTTP dates in time zones other than UTC: a date without a zone is UTC (RFC 9110 §5.6.7). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backoffMs, freshMs } from "../../../bindings/core/access/freshness.ts";
import { google } from "../../../bindings/core/access/index.ts";
import { retryAfterMs } from "../../../bindings/core/access/retry-after.ts";

const NOW = Date.UTC(2026, 10, 21);
const HOUR_MS = 3_600_000;
const FORMS = ["Sat, 21 Nov 2026 03:00:00 GMT", "Saturday, 21-Nov-26 03:00:00 GMT", "Sat Nov 21 03:00:00 2026"];

describe.each(["America/New_York", "Asia/Tokyo", "UTC"])("in the time zone %s", (zone) => {
  const before = process.env["TZ"];
  beforeAll(() => {
    process.env["TZ"] = zone;
  });
  afterAll(() => {
    if (before === undefined) delete process.env["TZ"];
    else process.env["TZ"] = before;
  });

  it("the process is in that zone", () => expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone));

  it.each(FORMS)("Retry-After: %s is three hours after midnight UTC", (date) => {
    expect(retryAfterMs(NOW, { "retry-after": date })).toBe(3 * HOUR_MS);
  });

  it.each(FORMS)("Expires: %s is three hours after midnight UTC", (date) => {
    expect(freshMs(google, NOW, { expires: date })).toBe(3 * HOUR_MS);
    expect(freshMs(google, NOW, { expires: date, date: "Sat Nov 21 01:00:00 2026" })).toBe(2 * HOUR_MS);
  });
});

it.each([
  ["0", 0],
  ["120", 120_000],
  ["86401", 86_400_000],
  ["Sat, 21 Nov 2026 00:00:01 GMT", 1000],
  ["Fri, 20 Nov 2026 23:00:00 GMT", 0],
  ["Mon, 23 Nov 2026 00:00:00 GMT", 86_400_000],
  ["soon", undefined],
])("Retry-After: %s is a wait from now to a day: %s", (value, waitMs) =>
  expect(retryAfterMs(NOW, { "retry-after": value })).toBe(waitMs),
);

it.each([1, 2, 3, 5, 20, 31, 32, 1000])(
  "after %i failures the pause is twice as long as before, up to the longest",
  (failures) => {
    const { firstMs, first503Ms, maxMs } = google.backoff;
    expect(backoffMs(google, failures, 500, 0)).toBe(Math.min(maxMs, firstMs * 2 ** (failures - 1)));
    expect(backoffMs(google, failures, 503, 0)).toBe(Math.min(maxMs, first503Ms * 2 ** (failures - 1)));
    expect(backoffMs(google, failures, 500, 0.999)).toBeGreaterThan(backoffMs(google, failures, 500, 0) / 2);
  },
);

it.each(["soon", "", "0", "-5", "2026"])("Retry-After: %j is not a date that a wait could end at", (value) => {
  const waitMs = retryAfterMs(NOW, { "retry-after": value });
  expect(waitMs === undefined || waitMs <= 2_026_000).toBe(true);
});
