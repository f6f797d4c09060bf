/** The readings of a URL that somebody will fetch (docs/dialects.md): as it is requested, and as it is written. */
import { expect, it } from "vitest";
import {
  decidingReading,
  decidingReadingOf,
  pathOfReading,
  readingsOfUrl,
  requestsUnlike,
} from "../../../bindings/core/robots/readings.ts";
import { type AgentRules, parse } from "../../../bindings/index.ts";

it.each([
  ["https://a.example/x", ["/x"]],
  ["https://a.example", ["/"]],
  ["https://a.example?q", ["/?q"]],
  ["/x?q#f", ["/x?q"]],
  ["https://a.example/a/../x", ["/x", "/a/../x"]],
  ["https://a.example/x^y", ["/x%5Ey", "/x^y"]],
  ["https://a.example/x?", ["/x", "/x?"]],
  ["https://a.example/x?#f", ["/x", "/x?"]],
  ["https://a.example/^?", ["/%5E", "/%5E?", "/^", "/^?"]],
  ["https://a.example/x#?", ["/x"]],
  ["https://a.example/x??", ["/x??"]],
  ["/x?#a#b", ["/x", "/x?"]],
  ["/x/../y/", ["/y/", "/x/../y/"]],
  ["https://a.example/b/../x/", ["/x/", "/b/../x/"]],
  [" https://u:p@a.example:81/x y", ["/x%20y", "/x y"]],
  ["//a/x", ["//a/x"]],
  ["\0 \x1fhttps://a.example/b/../x", ["/x", "/b/../x"]],
  ["ht\ttps:/\n/a.example/b/../x", ["/x", "/b/../x"]],
  ["HTTPS:a.example/b/../x", ["/x", "/b/../x"]],
  ["https:////a.example/b/../x", ["/x", "/b/../x"]],
  ["a+b-1.c://h/b/../x", ["/x", "/b/../x"]],
  ["https://a.example/b/../http://c/x", ["/http://c/x", "/b/../http://c/x"]],
  ["https://a.example?b/../x y", ["/?b/../x%20y", "/?b/../x y"]],
  ["https:\\\\a.example\\x", ["/x"]],
  ["https://a.example\\x", ["/x"]],
  ["https://a.example/é", ["/%C3%A9", "/é"]],
  ["x", []],
  ["", []],
  ["mailto:a@b.example", []],
  ["file:///etc/x", []],
])("%s is read as %j", (url, readings) => {
  expect(readingsOfUrl(url)).toEqual(readings.map((path) => `http://host${path}`));
});

const bytesOf = (...parts: readonly (string | number)[]): Uint8Array =>
  Uint8Array.from(Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.of(part)))));

it.each<[title: string, url: Uint8Array, readings: readonly string[]]>([
  ["as U+FFFD, with their escapes, and as they are", bytesOf("/x", 0xff), ["/x%EF%BF%BD", "/x%FF"]],
  ["the last byte of ASCII and the first beyond it", bytesOf("/\x7f", 0x80), ["/%7F%EF%BF%BD", "/%7F%80"]],
  ["a cut character that is as long as U+FFFD", bytesOf("/", 0xf0, 0x9f, 0x98), ["/%EF%BF%BD", "/%F0%9F%98"]],
  ["with an origin", bytesOf("http://a/../x", 0xe9), ["/x%EF%BF%BD", "/x%E9"]],
])("bytes that are not UTF-8 are read %s", (_, url, readings) =>
  expect(readingsOfUrl(url)).toEqual([...readings.map((path) => `http://host${path}`), url]),
);

it("bytes in UTF-8 are read as their text is, U+FFFD among them", () => {
  for (const text of ["/x", "/a/../\u00e9", "/\ufffd", "https://a.example/x?"])
    expect(readingsOfUrl(bytesOf(text))).toEqual(readingsOfUrl(text));
});

it("a URL object is read as what it was parsed to", () => {
  expect(readingsOfUrl(new URL("https://a.example/a/../x y"))).toEqual(["http://host/x%20y"]);
  expect(readingsOfUrl(new URL("https://a.example/x?"))).toEqual(["http://host/x", "http://host/x?"]);
  expect(readingsOfUrl(new URL("mailto:a@b.example"))).toEqual([]);
});

it.each<[url: string | URL | Uint8Array, requests: readonly string[]]>([
  ["https://a.example/x", []],
  ["https://a.example/a/../x", ["/x"]],
  ["/x y", ["/x%20y"]],
  ["\\x", []],
  [bytesOf("/x"), []],
  [bytesOf("/x y"), ["/x%20y"]],
  [bytesOf("/", 0xff), ["/%EF%BF%BD", "/%FF"]],
  [new URL("https://a.example/x"), ["/x"]],
])("what may be requested for %s is told where it is not what the URL says", (url, requests) => {
  expect(requestsUnlike(url).map(pathOfReading)).toEqual(requests);
});

it("the first reading that is refused decides, or else the first", () => {
  const rules = parse("User-agent: *\nDisallow: /b\nDisallow: /c").agent("x");
  expect(decidingReading(rules, ["/a", "/b", "/c"])).toBe("/b");
  expect(decidingReading(rules, ["/a", "/d"])).toBe("/a");
  expect(decidingReading(rules, ["/b"])).toBe("/b");
});

it("a URL is decided by its readings, and as it is written without readings", () => {
  const rules = parse("User-agent: *\nDisallow: /a/../x\nDisallow: /y").agent("x");
  expect(decidingReadingOf(rules, "https://a.example/a/../x")).toBe("http://host/a/../x");
  expect(decidingReadingOf(rules, "https://a.example/a/../y")).toBe("http://host/y");
  expect(decidingReadingOf(rules, "https://a.example/x")).toBe("http://host/x");
  expect(decidingReadingOf(rules, "x")).toBe("x");
});

it("one reading decides without being asked for", () => {
  const asked: unknown[] = [];
  const rules = { isAllowed: (url: unknown) => asked.push(url) < 0 } as unknown as AgentRules;
  expect([decidingReading(rules, ["/a"]), asked]).toEqual(["/a", []]);
  expect([decidingReading(rules, ["/a", "/b"]), asked]).toEqual(["/a", ["/a"]]);
});
