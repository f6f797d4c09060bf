/** Sitemap lines (RFC 9309 §2.2.4, sitemaps.org): global, absolute, each once; unsafe ones are refused. */
import { describe, expect, it } from "vitest";
import { parse } from "../../../bindings/index.ts";

const URL_OF_FILE = "https://h.example/robots.txt";
const sitemaps = (file: string, url?: string): readonly string[] =>
  parse(file, url === undefined ? {} : { url }).sitemaps;

describe("sitemaps belong to the whole file", () => {
  it.each([
    ["before any group", "Sitemap: http://h/1\nUser-agent: a\nDisallow: /", ["http://h/1"]],
    [
      "in a group",
      "User-agent: a\nSitemap: http://h/1\nDisallow: /\nSitemap: http://h/2",
      ["http://h/1", "http://h/2"],
    ],
    [
      "in file order, each once",
      "Sitemap: http://h/2\nSitemap: http://h/1\nsitemap: http://h/2",
      ["http://h/2", "http://h/1"],
    ],
    ["of another host", "Sitemap: https://cdn.example/s.xml", ["https://cdn.example/s.xml"]],
    ["as the file spells them", "Sitemap: HTTP://H/x y.xml?é", ["HTTP://H/x y.xml?é"]],
    ["up to a comment", "Sitemap: http://h/x#f", ["http://h/x"]],
    ["by FTP", "Sitemap: ftp://h/x", ["ftp://h/x"]],
    ["none", "User-agent: *\nDisallow: /", []],
    ["empty", "Sitemap:\nSitemap: #", []],
  ])("%s", (_, file, wanted) => {
    expect(sitemaps(file)).toEqual(wanted);
    expect(sitemaps(file, URL_OF_FILE)).toEqual(wanted);
  });
});

describe("relative sitemaps are resolved if the URL of the file is known", () => {
  it.each([
    ["/s.xml", "https://h.example/s.xml"],
    ["s.xml", "https://h.example/s.xml"],
    ["//cdn.example/s.xml", "https://cdn.example/s.xml"],
  ])("%s", (value, resolved) => {
    expect(sitemaps(`Sitemap: ${value}`)).toEqual([]);
    expect(sitemaps(`Sitemap: ${value}`, URL_OF_FILE)).toEqual([resolved]);
  });
  it("two spellings of one URL are one sitemap", () => {
    expect(sitemaps("Sitemap: /s\nSitemap: https://h.example/s", URL_OF_FILE)).toEqual(["https://h.example/s"]);
  });
});

describe("refused", () => {
  it.each([
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "java\tscript:alert(1)",
    "data:text/xml,<x/>",
    "file:///etc/passwd",
    "mailto:a@b.example",
    "about:blank",
    "http://",
    "http://h:99999/",
    "http://[::1/",
    "http://h/\u0001",
    "http://h/a\tb",
    "http://h/a\u007f",
    `http://h/${"a".repeat(8192)}`,
  ])("%j", (value) => {
    expect(sitemaps(`Sitemap: ${value}`)).toEqual([]);
    expect(sitemaps(`Sitemap: ${value}`, URL_OF_FILE)).toEqual([]);
  });
  it("and not those beside it", () => {
    expect(sitemaps("Sitemap: data:,\nSitemap: http://h/1")).toEqual(["http://h/1"]);
  });
});
