/** HTTP dates in time zones other than UTC: a date without a zone is UTC (RFC 9110 §5.6.7). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshMs } from "../../../bindings/core/access/freshness.ts";
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

it.each(["soon", "", "0", "-5", "2026"])("Retry-After: %j is not a date that a wait could end at", (value) => {
  const waitMs = retryAfterMs(NOW, { "retry-after": value });
  expect(waitMs === undefined || waitMs <= 2_026_000).toBe(true);
});
