/** The readings of a URL (docs/dialects.md): as it is requested, and as it is written; and what they decide. */
import { describe, expect, it } from "vitest";
import { pathOfReading, readingsOf, requestsUnlike } from "../../../bindings/core/program/readings.ts";
import { AgentRules, type DialectName, decisionStream, parse, trace, type UrlLike } from "../../../bindings/index.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

itEach<[url: string, readings: string[]]>("%s is read as %j", (url, readings) => {
  expect(readingsOf(url)).toEqual(readings.map((path) => `http://host${path}`));
});

it.each(["x", "", "mailto:a@b.example", "file:///etc/x", "\\x"])("%j is read as the dialect takes it", (text) => {
  expect(readingsOf(text)).toEqual([text]);
});

itEach<string>("URL parsers refuse %j, so it is not a URL in any dialect", (text) => {
  expect(readingsOf(text)).toEqual([]);
  for (const dialect of ["rfc9309", "google"] as const) {
    const rules = parse("User-agent: *\nAllow: /", { dialect }).agent("x");
    expect(rules.explain(text)).toMatchObject({ allowed: false, reason: "not-a-url" });
    expect([...rules.isAllowedMany([text, "/"])]).toEqual([0, 1]);
  }
});

const bytesOf = (...parts: readonly (string | number)[]): Uint8Array =>
  Uint8Array.from(Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.of(part)))));

it.each<[title: string, url: Uint8Array, requests: readonly string[], written: Uint8Array]>([
  ["the last byte", bytesOf("/x", 0xff), ["/x%EF%BF%BD", "/x%FF"], bytesOf("http://host/x", 0xff)],
  ["a cut character", bytesOf("/", 0xf0, 0x9f), ["/%EF%BF%BD", "/%F0%9F"], bytesOf("http://host/", 0xf0, 0x9f)],
  ["with an origin", bytesOf("http://a/../x", 0xe9), ["/x%EF%BF%BD", "/x%E9"], bytesOf("http://host/../x", 0xe9)],
])("bytes that are not UTF-8 are read as U+FFFD, as their escapes, and as they are: %s", (_, url, requests, written) =>
  expect(readingsOf(url)).toEqual([...requests.map((path) => `http://host${path}`), written]),
);

it.each<[url: string | Uint8Array, requests: readonly string[]]>([
  ["https://a.example/x", []],
  ["https://a.example", []],
  ["https://a.example/a/../x", ["/x"]],
  ["/x y#f", ["/x%20y"]],
  ["\\x", []],
  [bytesOf("/x"), []],
  [bytesOf("/x y"), ["/x%20y"]],
  [bytesOf("/", 0xff), ["/%EF%BF%BD", "/%FF"]],
])("what may be requested for %s is told where it is not what the URL says", (url, requests) => {
  expect(requestsUnlike(url).map(pathOfReading)).toEqual(requests);
});

/** Refused, because one reading is; a rule, and a URL that looks allowed. */
const traps: readonly (readonly [dialect: DialectName, rule: string, url: UrlLike])[] = [
  ["rfc9309", "/a", "/x/../a"],
  ["rfc9309", "/a/../b", "/a/../b"],
  ["rfc9309", "/a", "https://a.example\\a"],
  ["rfc9309", "/a", " https://a.example/a"],
  ["rfc9309", "/a", "http:/a.example/a"],
  ["rfc9309", "/a", "/%2e/a"],
  ["rfc9309", "/x$", "/x?"],
  ["rfc9309", "/x?", "/x?"],
  ["rfc9309", "/x?", new URL("https://a.example/x?")],
  ["rfc9309", "/x$", new URL("https://a.example/x?")],
  ["rfc9309", "/*%27", "/?it's"],
  ["rfc9309", "/*'", "/?it's"],
  ["google", "/gr%C3%B6%C3%9Fe/", "/größe/"],
  ["google", "/%5E", "/^"],
  ["google", "/^", "/^"],
  ["google", "/%5E", new URL("https://a.example/^")],
  ["google", "//a", "//a"],
  ["rfc9309", "/%EF%BF%BD", bytesOf("/", 0xff)],
  ["rfc9309", "/%FF", bytesOf("/", 0xff)],
  ["original1994", "/a'b", "/a'b"],
];

describe.each(traps)("%s: Disallow: %s refuses %s", (dialect, rule, url) => {
  const file = `User-agent: *\nDisallow: ${rule}\n`;
  const robots = parse(file, { dialect });
  const rules = robots.agent("x");

  it("one by one, and from a file that is asked once", () => {
    expect(rules.isAllowed(url)).toBe(false);
    expect(parse(file, { dialect }).isAllowed(url, "x")).toBe(false);
    expect(rules.explain(url)).toMatchObject({ allowed: false, rule: { line: 2 } });
  });

  it("after the rules were saved", () => expect(AgentRules.fromBytes(rules.toBytes()).isAllowed(url)).toBe(false));

  it("among many, whatever stands beside it", () => {
    expect([...rules.isAllowedMany(["/ok", url, "/ok"])]).toEqual([1, 0, 1]);
    expect([...rules.isAllowedMany([url, url, bytesOf("/ok")])]).toEqual([0, 0, 1]);
  });

  it("in lines", () => {
    if (url instanceof URL) return;
    const line = typeof url === "string" ? bytesOf(url) : url;
    const lines = Uint8Array.from([...bytesOf("/ok\n"), ...line, ...bytesOf("\r\n/ok\n"), ...line]);
    expect([...rules.isAllowedLines(lines)]).toEqual([1, 0, 1, 0]);
  });

  it("in a stream", async () => {
    const stream = new ReadableStream<UrlLike>({
      start(controller) {
        controller.enqueue(url);
        controller.close();
      },
    });
    for await (const { allowed } of stream.pipeThrough(decisionStream(rules))) expect(allowed).toBe(false);
  });

  it("and trace shows the path that is refused", () => {
    expect(trace(robots, "x", url)).toMatchObject({ allowed: false, candidates: [{ line: 2 }] });
  });
});

describe('reading: "written"', () => {
  it("compares the text alone", () => {
    const rules = parse("User-agent: *\nDisallow: /a\n", { reading: "written" }).agent("x");
    expect([...rules.isAllowedMany(["/x/../a", "/a", "https://a.example:99999/"])]).toEqual([1, 0, 1]);
    expect(parse("User-agent: *\nDisallow: /a\n", { reading: "written" }).isAllowed("/x/../a", "x")).toBe(true);
  });

  it("stays with saved rules, in a bit that says so", () => {
    const [all, written] = (["all", "written"] as const).map((reading) =>
      parse("User-agent: *\n", { reading }).agent("x"),
    );
    const [allBytes, bytes] = [all!.toBytes(), written!.toBytes()];
    expect(allBytes[6]! | 8).toBe(bytes[6]);
    expect(AgentRules.fromBytes(bytes).isAllowed("/x?")).toBe(true);
    expect(AgentRules.fromBytes(bytes).toBytes()).toEqual(bytes);
  });

  it("leniency options do not change it", () => {
    const robots = parse("User-agent: *\nDisalow: /a\n", { reading: "written", leniency: { typos: true } });
    expect([...robots.agent("x").isAllowedMany(["/a", "/x/../a"])]).toEqual([0, 1]);
  });

  it("is one of two", () => {
    expect(() => parse("", { reading: "some" as "all" })).toThrow("reading: expected all or written; got some");
  });
});

it("of two refused readings, the one that is requested decides", () => {
  const rules = parse("User-agent: *\nDisallow: /a/../b\nDisallow: /b\n").agent("x");
  expect(rules.explain("/a/../b").rule?.line).toBe(3);
});
