/**
 * RFC 9309 §2.3.1 as a table: what an origin answers, request by request, and what each policy makes of it, as
 * status/verdict. One cell for all policies, or one each for rfc9309, google, koster1996. 421 is left out: `fetch` itself
 * asks once more after it (Fetch §4.6).
 */
export interface Reply {
  /** 0 is a connection that is reset. */
  readonly code: number;
  readonly headers?: Readonly<Record<string, string>>;
}
export interface Case {
  readonly name: string;
  readonly replies: readonly Reply[];
  readonly expected: readonly string[];
  /** How long the answer holds; undefined where chance decides. */
  readonly freshMs?: readonly number[];
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ok = "success/rules";
const open = "unavailable/allow";
const shut = "unavailable/disallow";
const down = "unreachable/disallow";
const one = (code: number, ...expected: string[]): Case => ({ name: String(code), replies: [{ code }], expected });
const hop = (n: number, code = 302): Reply => ({ code, headers: { location: `/hop${n}` } });
const hops = (count: number, code = 302): Reply[] => Array.from({ length: count }, (_, n) => hop(n, code));
const cached = (headers: Record<string, string>, ...freshMs: number[]): Case => ({
  name: `200 with ${JSON.stringify(headers)}`,
  replies: [{ code: 200, headers }],
  expected: [ok],
  freshMs,
});

export const cases: readonly Case[] = [
  ...[200, 201, 202, 203, 204, 205, 206, 226, 299].map((code) => one(code, ok)),
  ...[400, 402, 404, 405, 406, 408, 410, 418, 422, 451, 499].map((code) => one(code, open)),
  ...[401, 403].map((code) => one(code, open, open, shut)),
  one(429, open, down, open),
  ...[500, 501, 502, 503, 504, 520, 599].map((code) => one(code, down)),
  ...[300, 301, 302, 303, 304, 305, 306, 307, 308].map((code) => one(code, down)),
  { name: "connection reset", replies: [{ code: 0 }], expected: [down] },
  ...[301, 302, 303, 307, 308].map((code) => ({
    name: `${code}, then 200`,
    replies: [...hops(1, code), { code: 200 }],
    expected: [ok],
  })),
  { name: "five redirects, then 200", replies: [...hops(5), { code: 200 }], expected: [ok] },
  { name: "five redirects, then 404", replies: [...hops(5), { code: 404 }], expected: [open] },
  { name: "five redirects, then 503", replies: [...hops(5), { code: 503 }], expected: [down] },
  { name: "a redirect, then a reset", replies: [...hops(1), { code: 0 }], expected: [down] },
  { name: "a sixth redirect", replies: hops(6), expected: [open, open, down] },
  {
    name: "a redirect to itself",
    replies: [{ code: 301, headers: { location: "/robots.txt" } }],
    expected: [open, open, down],
  },
  { name: "two in a circle", replies: [hop(1), hop(1)], expected: [open, open, down] },
  {
    name: "a redirect to ftp:",
    replies: [{ code: 301, headers: { location: "ftp://127.0.0.1/x" } }],
    expected: [down],
  },
  { name: "a redirect to no URL", replies: [{ code: 301, headers: { location: "http://[" } }], expected: [down] },
  cached({}, DAY, DAY, 7 * DAY),
  cached({ "cache-control": "max-age=3600" }, HOUR),
  cached({ "cache-control": "max-age=31536000" }, DAY, 30 * DAY, 30 * DAY),
  cached({ "cache-control": "max-age=3600", age: "600" }, 50 * 60_000),
  cached({ "cache-control": "no-store" }, 60_000),
  cached({ "cache-control": "max-age=0" }, 60_000),
  cached({ "cache-control": "nonsense" }, DAY, DAY, 7 * DAY),
  cached({ expires: "Sat, 21 Nov 2026 02:00:00 GMT", date: "Sat, 21 Nov 2026 00:00:00 GMT" }, 2 * HOUR),
];
