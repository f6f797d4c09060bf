/** Sitemap lines (RFC 9309 §2.2.4, sitemaps.org): global, absolute, each once; unsafe ones are refused. */

import { describe, expect, it } from "vitest";
import { fetchableUrl, urlOf } from "../../../bindings/base/url.ts";
import { bytesOf } from "../../../bindings/base/utf8.ts";
import { dialects } from "../../../bindings/core/dialects.ts";
import { MAX_SITEMAPS } from "../../../bindings/core/layout.ts";
import { MAX_SITEMAP_BYTES } from "../../../bindings/core/limits.ts";
import { fallback } from "../../../bindings/core/program/fallback.ts";
import { readRecords } from "../../../bindings/core/reader/record-reader.ts";
import { sitemapSpansOf } from "../../../bindings/core/reader/records.ts";
import { parse } from "../../../bindings/index.ts";
import { wasmEngine, withEngine } from "../../support/engines.ts";
import fc from "../../support/properties.ts";
import { sized } from "../../support/sized.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const URL_OF_FILE = "https://h.example/robots.txt";
const sitemaps = (file: string, url?: string): readonly string[] =>
  parse(file, url === undefined ? {} : { url }).sitemaps;

const longUrl = `http://h/${"x".repeat(MAX_SITEMAP_BYTES - 9)}`;

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
    ["of up to 8,192 bytes", `Sitemap: ${longUrl}\nSitemap: ${longUrl}x`, [longUrl]],
    ["empty", "Sitemap:\nSitemap: #", []],
  ])("%s", (_, file, wanted) => {
    expect(sitemaps(file)).toEqual(wanted);
    expect(sitemaps(file, URL_OF_FILE)).toEqual(wanted);
  });
});

describe("relative sitemaps are resolved if the URL of the file is known", () => {
  itEach<[value: string, resolved: string]>(
    "relative sitemaps are resolved if the URL of the file is known: %s",
    (value, resolved) => {
      expect(sitemaps(`Sitemap: ${value}`)).toEqual([]);
      expect(sitemaps(`Sitemap: ${value}`, URL_OF_FILE)).toEqual([resolved]);
    },
  );
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

const piece = fc.oneof(
  fc.constantFrom(
    "Sitemap: ",
    "sitemap:",
    "Disallow: /",
    "User-agent: *",
    "http://h.example/s.xml",
    "\n",
    "\r\n",
    "\r",
    "#",
    "\ufeff",
  ),
  fc.constantFrom("é", "\ud800", "日本", "\0", " ", "Sitemap: https://a.example/1\nSitemap: https://a.example/2\n"),
);

describe("the module notes where sitemaps stand while it reads rules", () => {
  it.each(dialects)("as the TypeScript reader finds them: $name", (dialect) =>
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.constantFrom("x", "*"), (pieces, agent) => {
        const file = pieces.join("");
        const { sitemapSpans } = wasmEngine.compile(file, [agent], dialect);
        expect(sitemapSpans, JSON.stringify(file)).toEqual(sitemapSpansOf(readRecords(bytesOf(file), dialect)));
      }),
    ),
  );

  it("they are the same before and after rules, and without WebAssembly", () =>
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const file = pieces.join("");
        const wanted = withEngine(fallback, () => parse(file).sitemaps);
        expect(parse(file).sitemaps).toEqual(wanted);
        const robots = parse(bytesOf(file));
        robots.agent("x");
        robots.isAllowed("/a", "y");
        expect(robots.sitemaps).toEqual(wanted);
      }),
    ));

  it.each([MAX_SITEMAPS, MAX_SITEMAPS + 1])("a file of %i sitemaps has them all", (count) => {
    const lines = Array.from({ length: count }, (_, i) => `Sitemap: http://h/${i}`);
    expect(sitemaps(lines.join("\n"))).toEqual(lines.map((line) => line.slice("Sitemap: ".length)));
  });
});

it("a URL that is taken without parsing is one that parses", () => {
  const label = fc.stringMatching(/^[a-z0-9x.:@%[\]/?#\\ -]{0,12}$/);
  const prefix = fc.constantFrom("http://", "https://", "http:/", "https://xn--", "http://1.", "http://0x");
  fc.assert(
    fc.property(prefix, fc.array(label, { maxLength: 4 }), (scheme, labels) => {
      const value = scheme + labels.join(".");
      const isFetchable = /^https?:$/.test(urlOf(value)?.protocol ?? "");
      expect(fetchableUrl(value, undefined) === value, value).toBe(isFetchable);
    }),
    { numRuns: sized(1_000, 20_000) },
  );
});

describe("the module checks sitemaps where it finds them", () => {
  const isPlain = (values: readonly string[]): boolean =>
    wasmEngine.compile(values.map((value) => `Sitemap: ${value}\n`).join(""), ["x"], dialects[0]!).isPlain === true;

  it.each([
    [true, ["https://a.example/s.xml", "http://b.example:8080/s.xml?a=1&b=2"]],
    [false, ["https://a.example/s.xml", "/s.xml"]],
    [false, ["https://a.example:99999/s.xml"]],
    [false, ["https://xn--a.example/s.xml"]],
    [false, ["https://a.1/s.xml"]],
    [false, ["https://a.example/é"]],
    [false, ["https://a.example/a\tb"]],
    [false, [`https://a.example/${"x".repeat(MAX_SITEMAP_BYTES)}`]],
  ])("%s: %j", (isKnown, values) => expect(isPlain(values)).toBe(isKnown));

  it("what it accepts is what the URL parser accepts, and every engine lists the same", () => {
    const part = fc.stringMatching(/^[a-zA-Z0-9x_.:@%[\]/?\\ \t\u007fé-]{0,12}$/);
    const prefix = fc.constantFrom("http://", "https://", "http:/", "https://xn--", "http://1.", "ftp://", "");
    const value = fc
      .tuple(prefix, fc.array(part, { maxLength: 4 }), fc.constantFrom("/", "/s.xml", ":80/", ":99999/", ""))
      .map(([scheme, labels, end]) => scheme + labels.join(".") + end);
    fc.assert(
      fc.property(fc.array(value, { maxLength: 3 }), (values) => {
        const file = values.map((one) => `Sitemap: ${one}\n`).join("");
        for (const one of values.filter((text) => text === text.trim() && isPlain([text])))
          expect([urlOf(one) === undefined, fetchableUrl(one, undefined)], one).toEqual([false, one]);
        for (const url of [undefined, URL_OF_FILE])
          expect(sitemaps(file, url), file).toEqual(withEngine(fallback, () => sitemaps(file, url)));
      }),
      { numRuns: sized(1_000, 50_000) },
    );
  });

  it("the list is frozen, also an empty one", () => {
    for (const file of ["", "Sitemap: http://h/1", "Sitemap: http://h/1\nSitemap: /2"])
      expect(Object.isFrozen(sitemaps(file))).toBe(true);
  });
});

itEach<[title: string, text: string]>("text and its bytes have the same sitemaps: %s", (_, text) => {
  for (const engine of [wasmEngine, fallback])
    withEngine(engine, () => {
      const asText = parse(text);
      asText.agent("x");
      expect(asText.sitemaps).toEqual(parse(bytesOf(text)).sitemaps);
      expect(parse(text).sitemaps).toEqual(asText.sitemaps);
    });
});
