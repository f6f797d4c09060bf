/**
 * RFC 9309 §2.3.1 as a table: the origin's responses to each request of each visit, and the status/verdict of each policy. A
 * row has one cell for all policies, or one for each column. 421 is left out: `fetch` itself repeats the request after it
 * (Fetch §4.6).
 */
export interface Reply {
  /** 0 is a connection that is reset. */
  readonly code: number;
  /** `{other}` stands for another authority, whose replies come out of the same row. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of a robots.txt. */
  readonly body?: string;
}

export interface Visit {
  readonly atMs: number;
  /** To each request there may be. */
  readonly replies: readonly Reply[];
  readonly expected: readonly string[];
  /** Requests; default as many as there are replies. */
  readonly requests?: readonly number[];
  /** How long the answer holds from now on, without jitter. */
  readonly freshMs?: readonly number[];
  /** Validators of the last request: `If-None-Match`, `If-Modified-Since`. */
  readonly asked?: readonly [string | undefined, string | undefined];
}

export interface Case {
  readonly name: string;
  readonly visits: readonly Visit[];
}

/** The columns of a policy in the cells below; the first that a row has counts, else the first of the row. */
export const columns: Readonly<Record<string, readonly number[]>> = {
  rfc9309: [0],
  google: [1],
  koster1996: [2],
  norobots1996: [2],
  google2019: [3, 1],
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Where the virtual clock starts. */
export const NOW: number = Date.UTC(2026, 10, 21);

const ok = "success/rules";
const open = "unavailable/allowed";
const shut = "unavailable/refused";
const down = "unreachable/refused";
const bridged = "unreachable/rules";
const given = "unreachable/allowed";

type Headers = Readonly<Record<string, string>>;

const single = (name: string, replies: readonly Reply[], expected: readonly string[], freshMs?: number[]): Case => ({
  name,
  visits: [{ atMs: 0, replies, expected, ...(freshMs && { freshMs }) }],
});
const one = (code: number, ...expected: string[]): Case => single(String(code), [{ code }], expected);
const cached = (headers: Headers, ...freshMs: number[]): Case =>
  single(`200 with ${JSON.stringify(headers)}`, [{ code: 200, headers }], [ok], freshMs);
const waits = (code: number, headers: Headers, expected: readonly string[], ...freshMs: number[]): Case =>
  single(`${code} with ${JSON.stringify(headers)}`, [{ code, headers }], expected, freshMs);

const to = (location: string, code = 302): Reply => ({ code, headers: { location } });
const hops = (count: number, code = 302): Reply[] => Array.from({ length: count }, (_, n) => to(`/hop${n}`, code));

const visit = (
  atMs: number,
  replies: readonly Reply[],
  expected: readonly string[],
  more: Partial<Visit> = {},
): Visit => ({
  atMs,
  replies,
  expected,
  ...more,
});
const visits = (name: string, ...visits: Visit[]): Case => ({ name, visits });
const [OK, FAILED, GONE]: readonly Reply[] = [{ code: 200 }, { code: 500 }, { code: 404 }];

/** §2.3.1.1 and §2.3.1.3, §2.3.1.4 */
const statuses: readonly Case[] = [
  ...[200, 201, 202, 203, 204, 205, 206, 226, 299].map((code) => one(code, ok)),
  ...[400, 402, 404, 405, 406, 408, 410, 418, 422, 451, 499].map((code) => one(code, open)),
  ...[401, 403].map((code) => one(code, open, open, shut)),
  one(429, open, down, open),
  ...[500, 501, 502, 503, 504, 520, 599].map((code) => one(code, down)),
  ...[300, 301, 302, 303, 304, 305, 306, 307, 308, 310, 399].map((code) => one(code, down)),
  ...[600, 700, 999].map((code) => one(code, down)),
];

/** Bot challenges say so in a header (docs/client.md, "Challenges"). A page without such a header is what its status says. */
const challenge = (code: number, name = "cf-mitigated", value = "challenge"): Reply => ({
  code,
  headers: { [name]: value },
});
const challenges: readonly Case[] = [
  ...[
    ["cf-mitigated", "challenge"],
    ["cf-mitigated", "Challenge"],
    ["cf-mitigated", "challenge, challenge"],
    ["x-amzn-waf-action", "challenge"],
    ["x-amzn-waf-action", "captcha"],
    ["x-vercel-mitigated", "challenge"],
  ].map(([name, value]) => single(`200 with ${name}: ${value}`, [challenge(200, name, value)], [down])),
  single("202 with x-amzn-waf-action: challenge", [challenge(202, "x-amzn-waf-action")], [down]),
  single("403 with cf-mitigated: challenge", [challenge(403)], [down, open, shut]),
  single("404 with cf-mitigated: challenge", [challenge(404)], [down, open, open]),
  single("405 with x-amzn-waf-action: captcha", [challenge(405, "x-amzn-waf-action", "captcha")], [down, open, open]),
  single("429 with x-vercel-mitigated: challenge", [challenge(429, "x-vercel-mitigated")], [down, down, open]),
  single("503 with cf-mitigated: challenge", [challenge(503)], [down]),
  single("200 with cf-mitigated: block", [challenge(200, "cf-mitigated", "block")], [ok]),
  single("200 with x-mitigated: challenge", [challenge(200, "x-mitigated")], [ok]),
  single("a redirect, then a challenge", [...hops(1), challenge(200)], [down]),
  visits("a challenge, then rules", visit(0, [challenge(200)], [down]), visit(8 * DAY, [OK!], [ok])),
  ...[200, 503, 520].map((code) =>
    visits(
      `a challenge with ${code} for 49 days without a copy never allows`,
      ...[0, 10, 20, 30, 40, 49].map((day) => visit(day * DAY, [challenge(code)], [down])),
    ),
  ),
  visits(
    "a challenge for 40 days with a copy: the copy goes on deciding",
    visit(0, [OK!], [ok]),
    visit(8 * DAY, [challenge(200)], [bridged, down, down]),
    ...[18, 28, 37].map((day) => visit(day * DAY, [challenge(200)], [bridged, bridged, down, down])),
    ...[39, 48].map((day) => visit(day * DAY, [challenge(200)], [bridged, bridged, down, bridged])),
  ),
  visits(
    "an outage begins when challenges end",
    ...[0, 10, 20].map((day) => visit(day * DAY, [challenge(200)], [down])),
    visit(30 * DAY, [FAILED!], [down]),
    ...[40, 50, 59].map((day) => visit(day * DAY, [FAILED!], [down, given, down, down])),
    visit(60 * DAY, [FAILED!], [given, given, down]),
    visit(61 * DAY, [challenge(200)], [down]),
  ),
];

/** A page without the sign of a challenge is a file without rules (docs/client.md, "Challenges"). */
const page = (code: number): Reply => ({
  code,
  headers: { "content-type": "text/html" },
  body: "<!doctype html><title>Shop</title>\n",
});
const pages: readonly Case[] = [
  single("200 with an HTML page", [page(200)], [ok]),
  single("202 with an HTML page", [page(202)], [ok]),
  single("a redirect to an HTML page", [...hops(1), page(200)], [ok]),
  single("403 with an HTML page", [page(403)], [open, open, shut]),
  single("503 with an HTML page", [page(503)], [down]),
];

const network: readonly Case[] = [
  single("a reset", [{ code: 0 }], [down]),
  single("a redirect, then a reset", [...hops(1), { code: 0 }], [down]),
];

/** As many redirects as a policy follows, and one. */
const endless = (name: string, ...circle: readonly Reply[]): Case => ({
  name,
  visits: [
    visit(
      0,
      Array.from({ length: 11 }, (_, n) => circle[n % circle.length]!),
      [open, open, down],
      { requests: [6, 6, 11] },
    ),
  ],
});

/** §2.3.1.2 */
const redirects: readonly Case[] = [
  ...[301, 302, 303, 307, 308].map((code) => single(`${code}, then 200`, [...hops(1, code), { code: 200 }], [ok])),
  single("five redirects, then 200", [...hops(5), OK!], [ok]),
  single("five redirects, then 404", [...hops(5), GONE!], [open]),
  single("five redirects, then 403", [...hops(5), { code: 403 }], [open, open, shut]),
  single("five redirects, then 503", [...hops(5), { code: 503 }], [down]),
  single("five redirects, then a reset", [...hops(5), { code: 0 }], [down]),
  { name: "six redirects, then 200", visits: [visit(0, [...hops(6), OK!], [open, open, ok], { requests: [6, 6, 7] })] },
  { name: "eleven redirects", visits: [visit(0, hops(11), [open, open, down], { requests: [6, 6, 11] })] },
  // Only the number of hops ends a chain: a site sets a cookie, signs in or changes its cache in between.
  single("to itself once, then 200", [to("/robots.txt"), OK!], [ok]),
  single("to itself five times, then 200", [...Array(5).fill(to("/robots.txt", 301)), OK!], [ok]),
  single("to itself with a fragment, then 200", [to("/robots.txt#there"), OK!], [ok]),
  single("to itself by an empty Location, then 200", [to(""), OK!], [ok]),
  single("to itself, then 503", [to("/robots.txt"), { code: 503 }], [down]),
  single("to a sign-in and back, then 200", [to("/sso"), to("/robots.txt"), OK!], [ok]),
  single(
    "to another authority and back to the same URL",
    [to("{other}/robots.txt"), to("{origin}/robots.txt"), OK!],
    [ok],
  ),
  endless("to itself without end", to("/robots.txt", 301)),
  endless("to itself with a fragment, without end", to("/robots.txt#there", 301)),
  endless("to itself by an empty Location, without end", to("", 301)),
  endless("between two URLs without end", to("/a"), to("/b")),
  endless("between two authorities without end", to("{other}/robots.txt"), to("{origin}/robots.txt")),
  single("to another authority: its rules hold for the first one", [to("{other}/robots.txt"), OK!], [ok]),
  single("to another authority and back", [to("{other}/a"), to("{origin}/b"), OK!], [ok]),
  single("to another authority, where there is none", [to("{other}/robots.txt"), GONE!], [open]),
  single("to another authority that is down", [to("{other}/robots.txt"), { code: 503 }], [down]),
  single(
    "five times to another authority, then 200",
    [..."abcde"].map((n, i) => to(`{${i % 2 ? "origin" : "other"}}/${n}`)).concat(OK!),
    [ok],
  ),
  single("to a relative path", [to("files/r.txt"), OK!], [ok]),
  single("to a query", [to("?v=2"), OK!], [ok]),
  single("to an HTML page of another path", [to("/"), OK!], [ok]),
  single("to ftp:", [to("ftp://127.0.0.1/x", 301)], [down]),
  single("to file:", [to("file:///etc/passwd", 301)], [down]),
  single("to data:", [to("data:text/plain,User-agent:*", 301)], [down]),
  single("to no URL", [to("http://[", 301)], [down]),
  single("to two places", [to("/a, /b", 301)], [down]),
  single("to one place, said twice", [to("/a, /a", 301), OK!], [ok]),
  single("to a path with commas", [to("/a,/b?to=x,https://a.example", 301), OK!], [ok]),
];

/** §2.4, RFC 9111 */
const freshness: readonly Case[] = [
  cached({}, DAY, DAY, 7 * DAY),
  cached({ "cache-control": "max-age=3600" }, HOUR),
  cached({ "cache-control": "max-age=31536000" }, DAY, 30 * DAY, 30 * DAY),
  cached({ "cache-control": "max-age=172800" }, DAY, 2 * DAY, 2 * DAY),
  cached({ "cache-control": "max-age=3600", age: "600" }, 50 * MINUTE),
  cached({ "cache-control": "max-age=3600", age: "7200" }, MINUTE),
  cached({ "cache-control": "max-age=3600", age: "600, 7200" }, 50 * MINUTE),
  cached({ "cache-control": "max-age=3600", age: "old" }, HOUR),
  cached({ "cache-control": "Max-Age=3600" }, HOUR),
  cached({ "cache-control": "PUBLIC, MAX-AGE=3600" }, HOUR),
  cached({ "cache-control": "No-Cache" }, MINUTE),
  cached({ "cache-control": "public, max-age=7200, must-revalidate" }, 2 * HOUR),
  cached({ "cache-control": "private, max-age=7200" }, 2 * HOUR),
  cached({ "cache-control": "max-age=7200", "set-cookie": "a=b" }, 2 * HOUR),
  cached({ "cache-control": "s-maxage=7200" }, DAY, DAY, 7 * DAY),
  cached({ "cache-control": "max-age=10" }, MINUTE),
  cached({ "cache-control": "no-store" }, MINUTE),
  cached({ "cache-control": "no-cache" }, MINUTE),
  cached({ "cache-control": "max-age=0" }, MINUTE),
  cached({ "cache-control": "max-age=-1" }, MINUTE),
  cached({ "cache-control": "nonsense" }, DAY, DAY, 7 * DAY),
  cached({ "cache-control": "public" }, DAY, DAY, 7 * DAY),
  cached({ expires: "Sat, 21 Nov 2026 02:00:00 GMT", date: "Sat, 21 Nov 2026 00:00:00 GMT" }, 2 * HOUR),
  cached({ expires: "Sat, 21 Nov 2026 02:00:00 GMT" }, 2 * HOUR),
  cached({ expires: "Sat Nov 21 02:00:00 2026" }, 2 * HOUR),
  cached({ expires: "Sat Nov 21 02:00:00 2026", date: "Sat Nov 21 00:00:00 2026" }, 2 * HOUR),
  cached({ expires: "Saturday, 21-Nov-26 02:00:00 GMT" }, 2 * HOUR),
  cached({ expires: "Sat, 21 Nov 2026 02:00:00 GMT", "cache-control": "max-age=3600" }, HOUR),
  cached({ expires: "Mon, 21 Nov 2061 00:00:00 GMT" }, DAY, 30 * DAY, 30 * DAY),
  cached({ expires: "Fri, 20 Nov 2026 00:00:00 GMT" }, MINUTE),
  cached({ expires: "0" }, MINUTE),
  single("404 with max-age", [{ code: 404, headers: { "cache-control": "max-age=3600" } }], [open], [HOUR]),
  single("404 without any", [GONE!], [open], [DAY, DAY, 7 * DAY]),
];

/** RFC 9110 §10.2.3, and the backoff of each policy */
const retries: readonly Case[] = [
  waits(503, {}, [down], MINUTE),
  waits(500, {}, [down], MINUTE, 10 * MINUTE, MINUTE),
  waits(429, {}, [open, down, open], DAY, 10 * MINUTE, 7 * DAY),
  waits(503, { "retry-after": "7200" }, [down], 2 * HOUR),
  waits(503, { "retry-after": "1" }, [down], MINUTE),
  waits(503, { "retry-after": "Sat, 21 Nov 2026 03:00:00 GMT" }, [down], 3 * HOUR),
  waits(503, { "retry-after": "Fri, 20 Nov 2026 03:00:00 GMT" }, [down], MINUTE),
  waits(503, { "retry-after": "Sat Nov 21 03:00:00 2026" }, [down], 3 * HOUR),
  waits(503, { "retry-after": "Saturday, 21-Nov-26 03:00:00 GMT" }, [down], 3 * HOUR),
  waits(503, { "retry-after": "999999999" }, [down], DAY),
  waits(503, { "retry-after": "9".repeat(400) }, [down], DAY),
  waits(503, { "retry-after": "soon" }, [down], MINUTE),
  waits(503, { "retry-after": "-5" }, [down], MINUTE),
  waits(503, { "retry-after": "-43" }, [down], MINUTE),
  waits(429, { "retry-after": "7200" }, [open, down, open], 2 * HOUR),
  waits(429, { "retry-after": "1" }, [open, down, open], MINUTE, 10 * MINUTE, MINUTE),
  visits(
    "failures in a row: each wait twice as long, up to six hours",
    visit(0, [FAILED!], [down], { freshMs: [MINUTE, 10 * MINUTE, MINUTE] }),
    visit(HOUR, [FAILED!], [down], { freshMs: [2 * MINUTE, 20 * MINUTE, 2 * MINUTE] }),
    visit(2 * HOUR, [FAILED!], [down], { freshMs: [4 * MINUTE, 40 * MINUTE, 4 * MINUTE] }),
    visit(3 * HOUR, [{ code: 0 }], [down], { freshMs: [8 * MINUTE, 80 * MINUTE, 8 * MINUTE] }),
    visit(DAY, [FAILED!], [down, given, down, down], { freshMs: [16 * MINUTE, 160 * MINUTE, 16 * MINUTE] }),
    visit(2 * DAY, [FAILED!], [down, given, down, down], { freshMs: [32 * MINUTE, 320 * MINUTE, 32 * MINUTE] }),
    visit(3 * DAY, [FAILED!], [down, given, down, down], { freshMs: [64 * MINUTE, 6 * HOUR, 64 * MINUTE] }),
    visit(4 * DAY, [FAILED!], [down, given, down, down], { freshMs: [128 * MINUTE, 6 * HOUR, 128 * MINUTE] }),
    visit(5 * DAY, [FAILED!], [down, given, down, down], { freshMs: [256 * MINUTE, 6 * HOUR, 256 * MINUTE] }),
    visit(6 * DAY, [FAILED!], [down, given, down, down], { freshMs: [6 * HOUR] }),
    visit(7 * DAY, [FAILED!], [down, given, down, down], { freshMs: [6 * HOUR] }),
  ),
  visits(
    "a success ends the count of failures",
    visit(0, [FAILED!], [down]),
    visit(HOUR, [OK!], [ok]),
    visit(9 * DAY, [FAILED!], [bridged, down, down], { freshMs: [MINUTE, 10 * MINUTE, MINUTE] }),
  ),
];

/** RFC 9110 §13.1; a 304 without anything to revalidate is in `statuses`. */
const E1 = { etag: '"v1"' };
const L1 = { "last-modified": "Fri, 20 Nov 2026 00:00:00 GMT" };
const revalidations: readonly Case[] = [
  visits(
    "304 by ETag: fresh again, by what the 304 says",
    visit(0, [{ code: 200, headers: E1 }], [ok], { asked: [undefined, undefined] }),
    visit(8 * DAY, [{ code: 304, headers: { "cache-control": "max-age=3600" } }], [ok], {
      asked: [E1.etag, undefined],
      freshMs: [HOUR],
    }),
    visit(9 * DAY, [{ code: 304 }], [ok], { asked: [E1.etag, undefined], freshMs: [DAY, DAY, 7 * DAY] }),
  ),
  visits(
    "304 by Last-Modified",
    visit(0, [{ code: 200, headers: L1 }], [ok]),
    visit(8 * DAY, [{ code: 304 }], [ok], { asked: [undefined, L1["last-modified"]], freshMs: [DAY, DAY, 7 * DAY] }),
  ),
  visits(
    "304 by both",
    visit(0, [{ code: 200, headers: { ...E1, ...L1 } }], [ok]),
    visit(8 * DAY, [{ code: 304 }], [ok], { asked: [E1.etag, L1["last-modified"]] }),
  ),
  visits(
    "200 with another ETag, which is asked with from then on",
    visit(0, [{ code: 200, headers: E1 }], [ok]),
    visit(8 * DAY, [{ code: 200, headers: { etag: '"v2"' } }], [ok], { asked: [E1.etag, undefined] }),
    visit(16 * DAY, [{ code: 304 }], [ok], { asked: ['"v2"', undefined] }),
  ),
  visits(
    "validators hold for the URL that gave them",
    visit(0, [to("/elsewhere"), { code: 200, headers: E1 }], [ok]),
    visit(8 * DAY, [to("/elsewhere"), { code: 304 }], [ok], { asked: [E1.etag, undefined] }),
    visit(16 * DAY, [{ code: 304 }], [bridged, down, down], { asked: [undefined, undefined] }),
  ),
  visits(
    "404 after a copy: the copy is forgotten",
    visit(0, [{ code: 200, headers: E1 }], [ok]),
    visit(8 * DAY, [GONE!], [open], { asked: [E1.etag, undefined] }),
    visit(16 * DAY, [FAILED!], [down], { asked: [undefined, undefined] }),
  ),
  visits(
    "an outage in between, then 304",
    visit(0, [{ code: 200, headers: E1 }], [ok]),
    visit(8 * DAY, [FAILED!], [bridged, down, down]),
    visit(9 * DAY, [{ code: 304 }], [ok], { asked: [E1.etag, undefined] }),
  ),
];

/** §2.3.1.4 and §2.4: a copy bridges an outage, and nothing is asked while an answer is fresh. */
const time: readonly Case[] = [
  visits(
    "not asked again within 24 hours",
    visit(0, [OK!], [ok]),
    visit(DAY - 1, [], [ok]),
    visit(DAY, [OK!], [ok], { requests: [1, 1, 0] }),
  ),
  visits(
    "max-age beyond a day: rfc9309 asks after 24 hours, whatever it says",
    visit(0, [{ code: 200, headers: { "cache-control": "max-age=864000" } }], [ok]),
    visit(2 * DAY, [OK!], [ok], { requests: [1, 0, 0] }),
  ),
  visits(
    "an outage with a copy",
    visit(0, [OK!], [ok]),
    visit(8 * DAY, [FAILED!], [bridged, down, down]),
    visit(8 * DAY + 11 * HOUR, [FAILED!], [bridged, down, down]),
    visit(8 * DAY + 13 * HOUR, [FAILED!], [bridged, bridged, down, down]),
    visit(18 * DAY, [FAILED!], [bridged, bridged, down, down]),
    visit(28 * DAY, [FAILED!], [bridged, bridged, down, down]),
    visit(37 * DAY, [FAILED!], [bridged, bridged, down, down]),
    visit(38 * DAY, [FAILED!], [given, bridged, down]),
    visit(38 * DAY + 13 * HOUR, [FAILED!], [given, given, down, bridged]),
    visit(48 * DAY, [FAILED!], [given, given, down, bridged]),
  ),
  visits(
    "an outage without a copy",
    visit(0, [FAILED!], [down]),
    visit(11 * HOUR, [FAILED!], [down]),
    visit(13 * HOUR, [FAILED!], [down, given, down, down]),
    visit(10 * DAY, [FAILED!], [down, given, down, down]),
    visit(20 * DAY, [FAILED!], [down, given, down, down]),
    visit(29 * DAY, [FAILED!], [down, given, down, down]),
    visit(30 * DAY, [FAILED!], [given, given, down]),
  ),
  visits(
    "two failures 31 days apart are two outages",
    visit(0, [FAILED!], [down]),
    visit(31 * DAY, [FAILED!], [down]),
    visit(31 * DAY + 13 * HOUR, [FAILED!], [down, given, down, down]),
  ),
  visits(
    "two failures 31 days apart, with a copy, are two outages",
    visit(0, [OK!], [ok]),
    visit(8 * DAY, [FAILED!], [bridged, down, down]),
    visit(39 * DAY, [FAILED!], [bridged, down, down]),
  ),
  visits(
    "failures up to ten days apart are one outage",
    ...[0, 10, 20].map((day) => visit(day * DAY, [FAILED!], day === 0 ? [down] : [down, given, down, down])),
    visit(30 * DAY, [FAILED!], [given, given, down]),
    visit(40 * DAY + 1, [FAILED!], [down]),
  ),
  visits(
    "an outage during which the clock is set back",
    visit(400 * DAY, [FAILED!], [down]),
    visit(0, [FAILED!], [down]),
    ...[10, 20, 29].map((day) => visit(day * DAY, [FAILED!], [down, given, down, down])),
    visit(30 * DAY, [FAILED!], [given, given, down]),
  ),
  visits(
    "failures of every kind are one outage",
    visit(0, [OK!], [ok]),
    visit(8 * DAY, [{ code: 0 }], [bridged, down, down]),
    visit(9 * DAY, [{ code: 503 }], [bridged, bridged, down, down]),
    visit(19 * DAY, [to("http://[")], [bridged, bridged, down, down]),
    visit(28 * DAY, [{ code: 599 }], [bridged, bridged, down, down]),
    visit(38 * DAY, [{ code: 700 }], [given, bridged, down]),
  ),
  visits(
    "an outage that ends, and a new one",
    visit(0, [FAILED!], [down]),
    visit(29 * DAY, [OK!], [ok]),
    visit(40 * DAY, [FAILED!], [bridged, down, down]),
    ...[50, 60, 69].map((day) => visit(day * DAY, [FAILED!], [bridged, bridged, down, down])),
  ),
  visits(
    "a verdict does not change without a request: one failure proves no long outage",
    visit(0, [{ code: 503, headers: { "retry-after": "86400" } }], [down]),
    visit(13 * HOUR, [], [down]),
  ),
  visits("403, then rules", visit(0, [{ code: 403 }], [open, open, shut]), visit(8 * DAY, [OK!], [ok])),
];

export const cases: readonly Case[] = [
  ...statuses,
  ...challenges,
  ...pages,
  ...network,
  ...redirects,
  ...freshness,
  ...retries,
  ...revalidations,
  ...time,
];
