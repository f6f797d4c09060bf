/** Which URLs a file governs (RFC 9309 §2.3, Google's table) and where the file of a URL lives. */
import { describe, expect, it } from "vitest";
import { parse, robotsTxtUrl } from "../../bindings/index.ts";
import { tablesOf } from "../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

itEach<[url: string, governed: string[], others: string[]]>(
  "Google's table: which URLs a robots.txt governs: %s",
  (url, governed, others) => {
    const robots = parse("", { url });
    expect(governed.filter((one) => !robots.covers(one))).toEqual([]);
    expect(others.filter((one) => robots.covers(one))).toEqual([]);
  },
);

describe("what the table leaves out", () => {
  const robots = parse("", { url: new URL("http://example.com/robots.txt") });
  itEach<[title: string, url: string, wanted: boolean]>("what the table leaves out: %s", (_, url, wanted) =>
    expect(robots.covers(url)).toBe(wanted),
  );
  it("a URL object", () => expect(robots.covers(new URL("http://example.com/a"))).toBe(true));
  it("an IPv6 host in another spelling", () => {
    expect(parse("", { url: "http://[0:0::1]/robots.txt" }).covers("http://[::1]/a")).toBe(true);
  });
  it.each(["/Robots.txt", "/robots.txt/", "//robots.txt", "/"])("a file at %s governs nothing", (path) => {
    expect(parse("", { url: `http://example.com${path}` }).covers("http://example.com/")).toBe(false);
  });
});

describe("misuse throws and says what was expected", () => {
  it("covers without the file's URL", () => {
    expect(() => parse("").covers("http://h/")).toThrow(/^covers: expected the URL of the file as an option/);
  });
  it.each([undefined, null, 42, {}, ["http://h/"]])("covers of row %#", (url) => {
    expect(() => parse("", { url: "http://h/robots.txt" }).covers(url as unknown as string)).toThrow(TypeError);
  });
  it.each(["robots.txt", "", "/robots.txt", "mailto:a@b", "http://"])("parse with url %j", (url) => {
    expect(() => parse("", { url })).toThrow(/^url: expected an absolute URL with a host; got /);
  });
});

describe("robotsTxtUrl returns the URL of the robots.txt", () => {
  itEach<[url: string, wanted: string]>("robotsTxtUrl returns the URL of the robots.txt: %s", (url, wanted) => {
    expect(robotsTxtUrl(url)).toBe(wanted);
    expect(robotsTxtUrl(new URL(url))).toBe(wanted);
    expect(parse("", { url: wanted }).covers(url)).toBe(true);
  });
  it.each(["/a", "", "data:,x", "file:///a"])("throws for %j", (url) => {
    expect(() => robotsTxtUrl(url)).toThrow(/^url: expected an absolute URL with a host; got /);
  });
  it("throws for a number", () =>
    expect(() => robotsTxtUrl(42 as unknown as string)).toThrow("url: expected a string or a URL; got number"));
});
