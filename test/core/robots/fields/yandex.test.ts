/** Host and Clean-param (Yandex) and Noindex lines. */

import { describe, expect, it } from "vitest";
import { cleanParamsOf, cleanUrl, parseCleanParam } from "../../../../bindings/core/robots/fields/clean-param.ts";
import { hostOf, parseHost } from "../../../../bindings/core/robots/fields/host.ts";
import { noindexPathsOf } from "../../../../bindings/core/robots/fields/noindex.ts";
import fc from "../../../support/properties.ts";
import { tablesOf } from "../../../support/tables.ts";
import { fieldsOf } from "./fields.ts";

const { itEach } = tablesOf(import.meta.url);

describe("Host: a host name, with an optional scheme", () => {
  it.each<[value: string, host: string | undefined]>([
    ["www.example.com", "www.example.com"],
    ["WWW.Example.COM", "www.example.com"],
    ["example.com:8080", "example.com:8080"],
    ["example.com/", "example.com"],
    ["https://example.com", "https://example.com"],
    ["https://example.com/", "https://example.com"],
    ["HTTPS://Example.com:443", "https://example.com"],
    ["http://example.com:8080", "http://example.com:8080"],
    ["пример.рф", "xn--e1afmkfd.xn--p1ai"],
    ["ftp://example.com", undefined],
    ["https://example.com/path", undefined],
    ["example.com/?q", undefined],
    ["user@example.com", undefined],
    ["a.example b.example", undefined],
    ["127.0.0.1", undefined],
    ["[::1]", undefined],
    ["1", undefined],
    ["0x10", undefined],
    ["exa<mple", undefined],
    ["javascript:alert(1)", undefined],
    ["x.http://a", undefined],
    ["1a.example", "1a.example"],
    [`${"a.".repeat(148)}bcde`, `${"a.".repeat(148)}bcde`],
    [`${"a.".repeat(148)}bcdef`, undefined],
    ["", undefined],
    ["a.".repeat(5_000_000), undefined],
  ])("$0: $1", (value, host) => expect(parseHost(value)).toBe(host));

  it("the last valid line counts", () =>
    expect(hostOf(fieldsOf("host", ["a.example", "b.example", "c.example", "c d"]))).toBe("c.example"));
});

describe("Noindex: paths, for programs that keep an index", () => {
  it("returns paths and patterns with their lines, and leaves out other values", () => {
    const fields = fieldsOf("noindex", ["/search", "*.pdf", "", "yes", "/a/*$"]);
    expect(noindexPathsOf(fields)).toEqual([
      { pattern: "/search", line: 1 },
      { pattern: "*.pdf", line: 2 },
      { pattern: "/a/*$", line: 5 },
    ]);
  });
});

describe("Clean-param: p0[&p1…] [path], at most 500 characters", () => {
  it.each<[value: string, params: string[], path: string]>([
    ["ref /some_dir/get_book.pl", ["ref"], "/some_dir/get_book.pl"],
    ["utm", ["utm"], "/"],
    ["a&b /x", ["a", "b"], "/x"],
    ["a&&b&", ["a", "b"], "/"],
    ["layout&fb_comment_id /a/*.html", ["layout", "fb_comment_id"], "/a/*.html"],
    ["s\t/forum", ["s"], "/forum"],
    ["sid *.php", ["sid"], "*.php"],
    [`${"a".repeat(498)} /`, ["a".repeat(498)], "/"],
  ])("$0", (value, params, path) => expect(parseCleanParam(value)).toEqual({ params, path }));

  it.each([
    "",
    "&",
    "& /x",
    "a /x /y",
    "a b",
    "a b/c",
    "a b*",
    "param1 param2 param3",
    `${"a".repeat(499)} /`,
    "a".repeat(501),
    "a".repeat(10_000_000),
  ])("refuses $0", (value) => expect(parseCleanParam(value)).toBeUndefined());
});

describe("cleanUrl removes the named parameters and nothing else", () => {
  itEach<[lines: string[], url: string, cleaned: string]>(
    "cleanUrl removes the named parameters and nothing else: %j %s",
    (lines, url, cleaned) => expect(cleanUrl(url, cleanParamsOf(fieldsOf("clean-param", lines)))).toBe(cleaned),
  );

  it("a URL without a query stays, also if its path looks like one", () => {
    const cleanParams = cleanParamsOf(fieldsOf("clean-param", ["ref"]));
    expect(cleanUrl("https://example.com/shop&ref=1", cleanParams)).toBe("https://example.com/shop&ref=1");
  });

  it("accepts a URL object and rejects other values", () => {
    const cleanParams = cleanParamsOf(fieldsOf("clean-param", ["a"]));
    expect(cleanUrl(new URL("https://example.com/x?a=1"), cleanParams)).toBe("https://example.com/x");
    expect(() => cleanUrl(7 as never, cleanParams)).toThrow("url: expected a string or a URL; got number");
    expect(() => cleanUrl(null as never, cleanParams)).toThrow("url: expected a string or a URL; got null");
  });

  it("1 MB of query in one pass", () => {
    const cleanParams = cleanParamsOf(fieldsOf("clean-param", ["a /*/*/*b", "c"]));
    expect(cleanUrl(`/b/b/b?${"a=1&".repeat(250_000)}c=2`, cleanParams)).toBe("/b/b/b");
    const path = "/b".repeat(250_000);
    expect(cleanUrl(`${path}?a=1`, cleanParams)).toBe(path);
  });

  it("cleaning is idempotent, and the result is a part of the URL", () => {
    const query = fc
      .array(fc.constantFrom("a", "a=1", "b=2", "ab=3", "", "c=a&d", "%61=4"))
      .map((parts) => parts.join("&"));
    const lines = fc.array(fc.constantFrom("a", "b&c /x", "ab /y", "*"), { maxLength: 3 });
    fc.assert(
      fc.property(query, lines, fc.constantFrom("", "#f", "#f?a=1"), (text, values, fragment) => {
        const cleanParams = cleanParamsOf(fieldsOf("clean-param", values));
        const url = `https://example.com/x?${text}${fragment}`;
        const cleaned = cleanUrl(url, cleanParams);
        expect(cleanUrl(cleaned, cleanParams)).toBe(cleaned);
        expect(cleaned.endsWith(fragment)).toBe(true);
        const kept = /^https:\/\/example\.com\/x(?:\?([^#]*))?/.exec(cleaned)?.[1];
        if (kept !== undefined) expect(text.split("&")).toEqual(expect.arrayContaining(kept.split("&")));
      }),
    );
  });
});
