/** Lines of servers: files that nginx, Apache, Traefik and Caddy wrote, forms from documents, and bytes that no server wrote. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Crawler } from "../../../bindings/bulk/logs/crawlers.ts";
import { detectedFormat, formatNames, readerNamed } from "../../../bindings/bulk/logs/detect.ts";
import { lineOf } from "../../../bindings/bulk/logs/line.ts";
import { finderOf, PERSON, type ReadLine, UNREADABLE } from "../../../bindings/bulk/logs/request.ts";
import { anyTime, clockTime } from "../../../bindings/bulk/logs/values.ts";
import fc, { anyCharacter } from "../../support/properties.ts";
import { tablesOf } from "../../support/tables.ts";
import { eventsIn, historyOf, judged } from "./replayed.ts";

const { itEach } = tablesOf(import.meta.url);

const fixture = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/logs/${name}`, import.meta.url)), "utf8");

/** Debian 12, 2026-11-24: nginx 1.22.1, Apache 2.4, Caddy 2.6.2. The same requests, with addresses of RFC 5737 and RFC 3849 by X-Forwarded-For. */
describe.each([
  ["nginx.combined.log", undefined],
  ["apache.vhost.log", "shop.example"],
])("%s, which the server wrote", (name, host) => {
  const events = eventsIn(fixture(name));
  it("has the requests of crawlers, decoded from the log's escapes", () =>
    expect(
      events.map(({ request: { crawler, address, method, target, status } }) => [
        crawler.name,
        address,
        method,
        target,
        status,
      ]),
    ).toEqual([
      ["GPTBot", "192.0.2.1", "GET", "/robots.txt", 200],
      ["GPTBot", "192.0.2.2", "GET", "/", 200],
      ["GPTBot", "192.0.2.2", "GET", "/cart", 404],
      ["ClaudeBot", "2001:db8::1", "HEAD", "/cart?id=1", 404],
      ["CCBot", "192.0.2.9", "GET", "/c%61rt", 404],
      ["AhrefsBot", "192.0.2.10", "GET", "/cart/2", 404],
      ["Bytespider", "203.0.113.5", "GET", `/cart/é'"x`, 404],
      ["Bytespider", "203.0.113.5", "GET", "/cart/%FF", 404],
      ["bingbot", "192.0.2.30", "OPTIONS", "/cart", host === undefined ? 405 : 200],
    ]));
  it("names the host where the log does, and the absolute form does", () => {
    expect(events[0]!.request.host).toBe(host);
    expect(events[5]!.request.host).toBe("shop.example");
  });
  it("has the times", () => expect(events[0]!.request.timeMs).toBe(Date.UTC(2026, 10, 24, 0, 22, 47)));
});

/** Traefik 3.7.15, 2026-11-27: the same requests, and one with two addresses in X-Forwarded-For. It normalises paths before it logs them. */
describe.each([
  ["traefik.clf.log", undefined, Date.UTC(2026, 10, 27, 5, 48, 7)],
  ["traefik.ndjson", "shop.example", Date.UTC(2026, 10, 27, 5, 48, 3, 45)],
])("%s, which the server wrote", (name, host, firstMs) => {
  const events = eventsIn(fixture(name));
  const verdicts = judged(events, { history: historyOf({ "robots.txt": "User-agent: *\nDisallow: /cart\n" }) }).rows;
  it("has the requests of crawlers, and the verdict on each", () =>
    expect(
      events.map(({ request: { crawler, address, method, target, status }, line }) => [
        ...[crawler.name, address, method, target, status],
        verdicts.find((one) => one.line === line)?.verdict ?? "allowed",
      ]),
    ).toEqual([
      ["GPTBot", "192.0.2.1", "GET", "/robots.txt", 200, "allowed"],
      ["GPTBot", "192.0.2.2", "GET", "/", 200, "allowed"],
      ["GPTBot", "192.0.2.2", "GET", "/cart", 404, "violation"],
      ["ClaudeBot", "2001:db8::1", "HEAD", "/cart?id=1", 404, "violation"],
      ["CCBot", "192.0.2.9", "GET", "/cart", 404, "violation"],
      ["AhrefsBot", "192.0.2.10", "GET", "/cart/2", 404, "violation"],
      ["Bytespider", "203.0.113.5", "GET", "/cart/%C3%A9%27%22x", 404, "violation"],
      ["Bytespider", "203.0.113.5", "GET", "/cart/%FF", 404, "violation"],
      ["bingbot", "192.0.2.30", "OPTIONS", "/cart", 404, "allowed"],
      ["GPTBot", "203.0.113.8, 192.0.2.77", "GET", "/cart", 404, "violation"],
    ]));
  it("has the host and the time", () => expect(events[0]!.request).toMatchObject({ host, timeMs: firstMs, bytes: 30 }));
});

it("caddy.ndjson, which the server wrote: requests between messages of its own", () => {
  const events = eventsIn(fixture("caddy.ndjson"));
  expect(
    events.map(({ request }) => [request.crawler.name, request.host, request.method, request.target]).slice(0, 3),
  ).toEqual(
    [
      ["GPTBot", "shop.example:18083", "GET", "/robots.txt"],
      ["GPTBot", "shop.example:18083", "GET", "/"],
      ["GPTBot", "shop.example:18083", "GET", "/cart"],
    ].map(([name, , method, target]) => [name, "shop.example", method, target]),
  );
});

it("Caddy writes a request that failed twice: as an error, and as a request", () => {
  const request = {
    ...{ remote_ip: "192.0.2.1", method: "GET", host: "shop.example", uri: "/cart" },
    headers: { "User-Agent": ["GPTBot/1.3"] },
  };
  const line = (logger: string): string =>
    `${JSON.stringify({ ts: 1793599200.5, logger, msg: "x", request, status: 502 })}\n`;
  const events = eventsIn(["http.log.error.log0", "http.log.access.log0"].map(line).join(""));
  expect(events.map((event) => event.line)).toEqual([2]);
});

/** docs.aws.amazon.com/AmazonCloudFront: `%` becomes `%25` in values. Old logs encode the header twice. */
describe("CloudFront, from its documents", () => {
  const FIELDS = "#Fields: date time c-ip cs-method cs-uri-stem sc-status cs(User-Agent) cs-uri-query";
  const targetsIn = (stem: string, query: string, agent: string): (string | undefined)[] => {
    const values = ["2026-11-02", "06:00:00", "192.0.2.1", "GET", stem, "200", agent, query];
    return eventsIn(`${FIELDS}\n${values.join("\t")}\n`).map(({ request }) => request.target);
  };
  itEach<[stem: string, query: string, target: string]>("the path %s and the query %s", (stem, query, target) =>
    expect(targetsIn(stem, query, "GPTBot/1.3")).toEqual([target]),
  );
  it.each(["%20", "%2520"])("a header with %s for a space", (space) =>
    expect(targetsIn("/", "-", `Mozilla/5.0${space}(compatible;${space}GPTBot/1.3)`)).toEqual(["/"]),
  );
});

const bot = { name: "x" } as Crawler;
const readBy = (format: string, line: string): ReadLine =>
  readerNamed(format, "x").read(
    lineOf(line),
    finderOf((header) => (header.includes("Bot") ? bot : undefined)),
  );

describe("patterns", () => {
  itEach<[title: string, format: string, line: string, request: Record<string, string | number>]>(
    "patterns: %s",
    (_, format, line, request) => expect(readBy(format, line)).toMatchObject(request),
  );

  itEach<[format: string, message: string]>("refuses %s", (format, message) =>
    expect(() => readerNamed(format, "x")).toThrow(message),
  );
});

describe("lines", () => {
  const line = (request: string, agent = "Bot"): string =>
    `192.0.2.1 - - [02/Nov/2026:06:00:00 +0000] "${request}" 200 5 "-" "${agent}"`;
  it.each([
    ["a quote in the target, by nginx", line(String.raw`GET /a\x22b HTTP/1.1`), { target: '/a"b' }],
    ["a quote in the target, by Apache", line(String.raw`GET /a\"b HTTP/1.1`), { target: '/a"b' }],
    ["a backslash at the end", line(String.raw`GET /a\\`), { target: "/a\\" }],
    ["controls are percent-encoded", line(String.raw`GET /a\x00\nb HTTP/1.1`), { target: "/a%00%0Ab" }],
    ["percent-encoding stays", line("GET /%61%2f HTTP/1.1"), { target: "/%61%2f" }],
    ["HTTP/0.9", line("GET /a"), { target: "/a" }],
    ["a space in the target", line("GET /a b HTTP/1.1"), { target: "/a b" }],
    ["the absolute form", line("GET http://user@A.example:80/x HTTP/1.1"), { target: "/x", host: "a.example" }],
    [
      "the absolute form without a path",
      line("GET https://a.example:8443?x HTTP/1.1"),
      { target: "/?x", host: "a.example:8443" },
    ],
    // The engine ends a host there, so the URL would have another path.
    ["the absolute form with a host that cannot be one", line("GET http://a;/x HTTP/1.1"), { target: undefined }],
    ["a host with the dot of the root", line("GET http://A.example.:80/x HTTP/1.1"), { host: "a.example" }],
    ["no target", line("OPTIONS * HTTP/1.1"), { target: undefined }],
    ["an authority", line("CONNECT a.example:443 HTTP/1.1"), { target: undefined }],
    ["bytes of TLS", line(String.raw`\x16\x03\x01`), { target: undefined, method: "" }],
    ["no request", line("-"), { target: undefined }],
    ["a user with a space", line("GET / HTTP/1.1").replace("- - [", "- a b ["), { target: "/" }],
    ["more values", `${line("GET / HTTP/1.1")} "203.0.113.1" 0.1`, { target: "/" }],
  ])("%s", (_, text, request) => expect(readBy("combined", text)).toMatchObject(request));

  it.each([
    ["", UNREADABLE],
    ["x", UNREADABLE],
    [line("GET / HTTP/1.1").slice(0, -1), UNREADABLE],
    [line("GET / HTTP/1.1", "Firefox"), PERSON],
    [`shop.example:80 ${line("GET / HTTP/1.1")}`, UNREADABLE],
  ])("%j is %j", (text, result) => expect(readBy("combined", text)).toBe(result));
  it("no bytes make a reader throw", () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...formatNames.filter((name) => name !== "w3c")),
        fc.string({ unit: anyCharacter, maxLength: 60 }),
        fc.constantFrom("{", "", line("GET / HTTP/1.1"), '{"request":{"headers":{"User-Agent":["Bot"]}}}'),
        (format, text, start) => {
          const bytes = Buffer.from(text).toString("latin1");
          for (const one of [bytes, start + bytes, bytes + start])
            expect(["number", "object"]).toContain(typeof readBy(format, one));
        },
      ),
    ));
});

describe("lines that were made to take long", () => {
  const quotes = '\\" " '.repeat(16_000);
  it("do not, where the format is found", () => {
    const common = `192.0.2.1 - - [02/Nov/2026:06:00:00 +0000] "GET /${quotes} HTTP/1.1" 200 5\n`;
    expect(() => detectedFormat("x", common)).toThrow("the common format has no User-Agent header");
  });
  it.each([["a".repeat(200_000)], ["a.".repeat(100_000)], ["bot ".repeat(50_000)], [quotes]])(
    "do not, where a header names a crawler",
    (agent) =>
      expect(() =>
        eventsIn(`192.0.2.1 - - [02/Nov/2026:06:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "${agent}"\n`),
      ).not.toThrow(),
  );
});

itEach<[title: string, text: string, message: string]>("the format is found: %s", (_, text, message) => {
  expect(() => {
    for (const one of text.split("\n"))
      detectedFormat("x", text)().read(
        lineOf(one),
        finderOf(() => undefined),
      );
  }).toThrow(message);
});

it("a host that looks like the start of an address is a host", () => {
  const line = 'abc.de:443 192.0.2.1 - - [02/Nov/2026:06:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "GPTBot/1.3"';
  expect(eventsIn(line).map(({ request: { host, address } }) => [host, address])).toEqual([["abc.de", "192.0.2.1"]]);
});

describe("times", () => {
  it.each([
    ["02/Nov/2026:06:00:07 +0100", Date.UTC(2026, 10, 2, 5, 0, 7)],
    ["02/Nov/2026:06:00:08 +0100", Date.UTC(2026, 10, 2, 5, 0, 8)],
    ["02/Nov/2026:06:00:08 -0530", Date.UTC(2026, 10, 2, 11, 30, 8)],
    ["02/Nox/2026:06:00:08 -0530", Number.NaN],
    ["x", Number.NaN],
  ])("%s", (text, time) => expect(clockTime(text)).toBe(time));
  it.each([
    [1_793_599_200, 1_793_599_200_000],
    [1_793_599_200.5, 1_793_599_200_500],
    [1_793_599_200_000, 1_793_599_200_000],
    ["1793599200000000000", 1_793_599_200_000],
    ["2026-11-02T06:00:00Z", Date.UTC(2026, 10, 2, 6)],
    ["2026-11-02 06:00:00", Date.UTC(2026, 10, 2, 6)],
    ["yesterday", Number.NaN],
    [null, Number.NaN],
  ])("%j", (value, time) => expect(anyTime(value)).toBe(time));
});
