/** The readings of a URL that somebody will fetch (docs/dialects.md): as it is requested, and as it is written. */
import { expect, it } from "vitest";
import { decidingReading, readingsOfUrl, requestsUnlike } from "../../../bindings/core/robots/readings.ts";
import { parse } from "../../../bindings/index.ts";

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

it("bytes that are not UTF-8 are read as U+FFFD, with their escapes, and as they are", () => {
  const url = Uint8Array.of(...Buffer.from("/x"), 0xff);
  expect(readingsOfUrl(url)).toEqual(["http://host/x%EF%BF%BD", "http://host/x%FF", url]);
});

it("what may be requested is told where it is not what the URL says", () => {
  expect(requestsUnlike("https://a.example/x")).toEqual([]);
  expect(requestsUnlike("https://a.example/a/../x")).toEqual(["http://host/x"]);
});

it("the first reading that is refused decides, or else the first", () => {
  const rules = parse("User-agent: *\nDisallow: /b\nDisallow: /c").agent("x");
  expect(decidingReading(rules, ["/a", "/b", "/c"])).toBe("/b");
  expect(decidingReading(rules, ["/a", "/d"])).toBe("/a");
  expect(decidingReading(rules, ["/b"])).toBe("/b");
});
