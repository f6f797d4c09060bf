/** Which URLs a file governs (RFC 9309 §2.3, Google's table) and where the file of a URL lives. */
import { describe, expect, it } from "vitest";
import { parse, robotsTxtUrl } from "../../bindings/index.ts";

describe("Google's table: which URLs a robots.txt governs", () => {
  it.each([
    [
      "https://example.com/robots.txt",
      ["https://example.com/", "https://example.com/folder/file"],
      ["https://other.example.com/", "http://example.com/", "https://example.com:8181/"],
    ],
    [
      "https://www.example.com/robots.txt",
      ["https://www.example.com/"],
      ["https://example.com/", "https://shop.www.example.com/", "https://www.shop.example.com/"],
    ],
    ["https://example.com/folder/robots.txt", [], ["https://example.com/folder/file", "https://example.com/"]],
    [
      "https://www.exämple.com/robots.txt",
      ["https://www.exämple.com/", "https://www.xn--exmple-cua.com/"],
      ["https://www.example.com/"],
    ],
    ["ftp://example.com/robots.txt", ["ftp://example.com/"], ["https://example.com/"]],
    ["https://212.96.82.21/robots.txt", ["https://212.96.82.21/"], ["https://example.com/"]],
    [
      "https://example.com:443/robots.txt",
      ["https://example.com:443/", "https://example.com/"],
      ["https://example.com:444/"],
    ],
    ["https://example.com:8181/robots.txt", ["https://example.com:8181/"], ["https://example.com/"]],
  ])("%s", (url, governed, others) => {
    const robots = parse("", { url });
    expect(governed.filter((one) => !robots.covers(one))).toEqual([]);
    expect(others.filter((one) => robots.covers(one))).toEqual([]);
  });
});

describe("what the table leaves out", () => {
  const robots = parse("", { url: new URL("http://example.com/robots.txt") });
  it.each([
    ["letter case", "HTTP://EXAMPLE.com/", true],
    ["the default port", "http://example.com:80/", true],
    ["the default port of another scheme", "http://example.com:443/", false],
    ["user and password", "http://me:secret@example.com/", true],
    ["the file itself", "http://example.com/robots.txt", true],
    ["another scheme", "ws://example.com/", false],
    ["a path", "/a", false],
    ["nothing", "", false],
    ["no host", "data:,x", false],
    ["no URL", "http://[", false],
  ])("%s", (_, url, wanted) => expect(robots.covers(url)).toBe(wanted));
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
  it.each([
    ["https://example.com/a/b?c#d", "https://example.com/robots.txt"],
    ["https://example.com", "https://example.com/robots.txt"],
    ["http://www.bar.com:8001/", "http://www.bar.com:8001/robots.txt"],
    ["https://example.com:443/x", "https://example.com/robots.txt"],
    ["https://me:secret@example.com/x", "https://example.com/robots.txt"],
    ["HTTPS://EXÄMPLE.com/", "https://xn--exmple-cua.com/robots.txt"],
    ["ftp://example.com/x", "ftp://example.com/robots.txt"],
    ["http://[::1]:8080/x", "http://[::1]:8080/robots.txt"],
  ])("%s", (url, wanted) => {
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
