/** A window decided at once is its lines decided one by one. */

import { describe, expect, it } from "vitest";
import { urlOf } from "../../../bindings/base/url.ts";
import { BlockFilter } from "../../../bindings/bulk/filter/block-filter.ts";
import type { BlockResult, OutputSpec } from "../../../bindings/bulk/filter/block-result.ts";
import { LineDecider } from "../../../bindings/bulk/filter/line-decider.ts";
import type { OriginRules } from "../../../bindings/bulk/filter/origin-rules.ts";
import { blanketRules } from "../../../bindings/core/robots/blanket-rules.ts";
import { parse } from "../../../bindings/index.ts";
import fc from "../../support/properties.ts";
import { sized } from "../../support/sized.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const { array, assert, asyncProperty, constantFrom, tuple } = fc;

const rulesOf = (body: string): OriginRules => ({ rules: parse(body).agent("ExampleBot") });
const known = new Map([
  ["http://a.example", rulesOf("User-agent: *\nDisallow: /x")],
  ["https://a.example", rulesOf("User-agent: *\nDisallow: /y")],
  ["http://b.example:81", rulesOf("User-agent: *\nDisallow: /*z$")],
  ["http://xn--bcher-kva.example", rulesOf("User-agent: ExampleBot\nDisallow: /")],
]);
const missing: OriginRules = { rules: blanketRules("allowed", "rfc9309"), cause: "missing" };

const decide = (
  text: string | Uint8Array,
  format: OutputSpec["format"] = "lines",
  overlong = 0,
): Promise<BlockResult> => {
  const library = { find: ({ origin }: URL) => known.get(origin) };
  const by = { dialect: "rfc9309", agents: ["x"], library, archives: [], missing, memoryBytes: 2 ** 22 } as const;
  const decider = new LineDecider({ ...by, explains: format === "json" });
  const bytes = new Uint8Array(Buffer.from(text));
  const block = { bytes, offset: 100, end: 100 + bytes.length, overlong };
  return new BlockFilter(decider, { format, refused: true, invalid: true }).decide(block);
};
const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes!).toString("utf8");

/** One line by the URL standard and the rules alone: as it is spelled, and as `fetch` would request it. */
function verdictOf(line: string): boolean | undefined {
  const url = /^https?:\/\/[^/?#]/i.test(line) ? urlOf(line) : undefined;
  if (url === undefined) return undefined;
  const { rules } = known.get(url.origin) ?? missing;
  const request = `${url.origin}${url.pathname}${url.search}`;
  return [line, url, request].every((one) => rules.isAllowed(one));
}

/** The object of a URL, by the rules alone. */
function explained(url: string): string {
  const { rules, cause } = known.get(urlOf(url)!.origin) ?? missing;
  const { allowed, reason, rule } = rules.explain(url);
  return JSON.stringify({
    url,
    allowed,
    ...(cause === undefined || reason === "robots-txt" ? { reason, rule } : { reason: cause }),
    ...(!allowed && { isFinal: cause !== "unreachable" }),
  });
}

it("lines that are too long to be read count as lines, and as invalid", async () =>
  expect(await decide("http://a.example/\n", "lines", 2)).toMatchObject({ lines: 3, allowed: 1, invalid: 2 }));

describe("any mixture of origins and paths", () => {
  const authorities = [
    "a.example",
    "A.example",
    "a.example:80",
    "b.example:81",
    "b.example",
    "bücher.example",
    "a b",
    "[1",
  ];
  const starts = tuple(constantFrom("http://", "https://", "HTTP://", "ftp://", ""), constantFrom(...authorities));
  const paths = constantFrom(
    ...["/", "", "/x", "/y/1", "/z", "/zz?z", "?x", "#/x", "/x\r"],
    ...[
      "/z?",
      "/z?#",
      "/./x",
      "/a/../x",
      "/x/../a",
      "/.x",
      "/x/.",
      "/%2e/y",
      "/a%2E/y",
      "/a/%2e%2E/y",
      "/\\x",
      "/a\\..\\x",
      "/x\\..\\a",
    ],
    ...["/\tx", "/\rx", "/z ", "/z\u0001", "/z\r\r", "/z \r", "/a?/../x", "/a#/../x", "/ x", "?x/../.."],
  );
  const lines = array(tuple(starts, paths).map(([[scheme, authority], path]) => scheme + authority + path));

  it("is decided line by line, each verdict's lines in their order", () =>
    assert(
      asyncProperty(lines, async (all) => {
        const result = await decide(all.map((line) => `${line}\n`).join(""));
        const of = (verdict: boolean | undefined): string[] =>
          all.filter((line) => verdictOf(line.replace(/\r$/, "")) === verdict).map((line) => `${line}\n`);
        expect(text(result.output)).toBe(of(true).join(""));
        expect(text(result.refusedLines)).toBe(of(false).join(""));
        expect(result).toMatchObject({
          lines: all.length,
          allowed: of(true).length,
          refused: of(false).length,
          invalid: of(undefined).length,
        });
      }),
      { numRuns: sized(100, 3000) },
    ));

  it("has the same verdict in JSON as among verdicts", () =>
    assert(
      asyncProperty(lines, async (all) => {
        const input = all.map((line) => `${line}\n`).join("");
        const [verdicts, json] = [await decide(input, "bytes"), await decide(input, "json")];
        const characters = [...text(verdicts.output)];
        const urls = all.filter((_, i) => characters[i] !== "-").map((line) => line.replace(/\r$/, ""));
        const objects = text(json.output).split("\n").slice(0, -1);
        expect(objects).toEqual(urls.map(explained));
        expect(objects.map((one) => JSON.parse(one))).toMatchObject(
          characters
            .filter((one) => one !== "-")
            .map((one, i) => ({ url: urls[i], allowed: one === "1", reason: expect.any(String) })),
        );
        // `firsts` is an estimate, by a hash with a random seed.
        const counts = ({ allowed, refused, invalid, lookups }: BlockResult) => ({
          allowed,
          refused,
          invalid,
          lookups: { ...lookups, firsts: 0 },
        });
        expect(counts(json)).toEqual(counts(verdicts));
      }),
      { numRuns: sized(100, 3000) },
    ));
});

describe("the rules of an origin are looked up once, whatever memory there is", () => {
  const origins = Array.from({ length: 3000 }, (_, i) => `https://h${i}.example`);
  const input = origins.map((origin) => `${origin}/x\n${origin.toUpperCase()}/y\n`).join("");
  const robots = `User-agent: *\nDisallow: /x\n${"Disallow: /a-rule-that-takes-memory\n".repeat(20)}`;

  it.each(["fetched", "in a folder"])("%s", async (from) => {
    const asked: string[] = [];
    const find = (origin: string): OriginRules => {
      asked.push(origin);
      return rulesOf(robots);
    };
    const library = from === "fetched" ? undefined : { find: ({ origin }: URL) => find(origin) };
    const by = {
      dialect: "rfc9309",
      agents: ["x"],
      library,
      archives: [],
      missing: async (o: string) => find(o),
    } as const;
    const decider = new LineDecider({ ...by, memoryBytes: 2 ** 20, explains: true });
    const { json, lookups } = await decider.decide(new Uint8Array(Buffer.from(input)));
    expect(asked.toSorted()).toEqual(origins.toSorted());
    expect(lookups).toMatchObject({ origins: origins.length, missing: 0 });
    const allowed = text(json)
      .split("\n")
      .slice(0, -1)
      .map((one) => JSON.parse(one).allowed);
    expect(allowed).toEqual(origins.flatMap(() => [false, true]));
  });
});

it("hosts beyond ASCII, however many came before (see bindings/base/url.ts)", async () => {
  const all = Array.from({ length: 20_000 }, (_, i) => `http://b\u00fccher${i}.example/\n`).join("");
  expect(await decide(all)).toMatchObject({ lines: 20_000, allowed: 20_000, invalid: 0 });
});

it("more origins and lines than it has room for at first", async () => {
  const all = Array.from({ length: 50_000 }, (_, i) => `http://h${i % 20_000}.example/${i}\nhttp://a.example/x${i}\n`);
  const result = await decide(all.join(""));
  expect(text(result.output)).toBe(all.map((two) => two.slice(0, two.indexOf("\n") + 1)).join(""));
  expect(result).toMatchObject({ refused: 50_000, lookups: { origins: 20_001, missing: 20_000 } });
});

describe("lines that are not URLs are left out, counted and shown", () => {
  itEach<string>("lines that are not URLs are left out, counted and shown: %j", async (line) => {
    const result = await decide(`http://a.example/\n${line}\nhttp://a.example/z\n`);
    expect(text(result.output)).toBe("http://a.example/\nhttp://a.example/z\n");
    expect(result).toMatchObject({ lines: 3, refused: 0, invalid: 1, firstInvalid: { offset: 118, text: line } });
  });

  it("a host longer than any that there can be, also behind user information", async () => {
    const [longest, longer] = [4096, 4098].map((bytes) => `${"\u00fc".repeat((bytes - 8) / 2)}.example`);
    const lines = [`http://${longer}/`, `http://me@${longer}/`, `http://${longest}/`, `http://${longer}@a.example/`];
    const result = await decide(`${lines.join("\n")}\n`);
    expect(text(result.output)).toBe(`${lines[2]}\n${lines[3]}\n`);
    expect(result).toMatchObject({ allowed: 2, invalid: 2 });
  });

  it("a host that is not UTF-8", async () => {
    const bytes = Buffer.concat([Buffer.from("http://a"), Buffer.of(0xff), Buffer.from("b/\nhttp://a.example/\n")]);
    expect(text((await decide(bytes)).output)).toBe("http://a.example/\n");
  });
});

describe("a URL whose path URL parsers rewrite is allowed only if both paths are", () => {
  it("a space before a fragment belongs to the path, whatever the fragment's bytes are", async () => {
    const line = "http://b.example:81/z #\xe7\n";
    for (const encoding of ["latin1", "utf8"] as const) {
      const bytes = Buffer.from(line, encoding);
      expect(Buffer.from((await decide(bytes)).output).equals(bytes)).toBe(true);
    }
  });

  itEach<[url: string, allowed: boolean]>(
    "a URL whose path URL parsers rewrite is allowed only if both paths are: %j: %s",
    async (url, allowed) => {
      const [lines, json] = [await decide(`${url}\r\n`), await decide(`${url}\n`, "json")];
      expect({ allowed: lines.allowed, refused: lines.refused }).toEqual({ allowed: +allowed, refused: +!allowed });
      expect(JSON.parse(text(json.output))).toMatchObject({ url, allowed });
    },
  );

  it("in a line of four megabytes", async () => {
    const path = "/a/..".repeat(800_000);
    expect(await decide(`http://a.example${path}/x\nhttp://a.example${path}/b\n`)).toMatchObject({
      allowed: 1,
      refused: 1,
    });
  });

  it("in a line of four megabytes that are not UTF-8, whose request is nine times as long", async () => {
    const [before, after] = ["http://a.example/z\nhttp://a.example/x", "\nhttp://a.example/z\n"].map((one) =>
      Buffer.from(one),
    );
    const bytes = Buffer.concat([before!, Buffer.alloc(2 ** 22 - 64, 0xff), after!]);
    expect(await decide(bytes)).toMatchObject({ allowed: 2, refused: 1 });
  });
});

itEach<
  [
    url: string,
    verdict: { allowed: boolean; reason: string; rule?: { directive: string; pattern: string; line: number } },
  ]
>("verdicts as JSON: %s", async (url, verdict) => {
  expect(JSON.parse(text((await decide(`${url}\r\n`, "json")).output))).toEqual({ url, ...verdict });
});

describe("JSON says what the rules of the origin say of each line", () => {
  const long = `/${"p".repeat(1500)}`;
  const many = Array.from({ length: 1200 }, (_, i) => `Disallow: /caf\xe9/${i}/*/x`).join("\n");
  const files = {
    "https://short.example": 'User-agent: *\nDisallow: /x\nAllow: /x/y$\nDisallow: /%7e%2a\nDisallow: /"q"\n',
    "https://long.example": `User-agent: *\nDisallow: ${long}\nAllow: /short\n`,
    "https://many.example": `User-agent: *\n${many}\nDisallow: /%7Eu\n`,
    "https://empty.example": "",
    "https://named.example": "User-agent: ExampleBot\nDisallow:\n",
    "https://gzip.example": Buffer.from([0x1f, 0x8b, 8, 0, 0]),
  };
  const rules = new Map(Object.entries(files).map(([origin, file]) => [origin, parse(file).agent("ExampleBot")]));
  const paths = [
    "/",
    "/x",
    "/x/y",
    "/x/yz",
    "/~*",
    '/"q"',
    long,
    "/short",
    "/caf\xe9/7/a/x",
    "/caf%E9/1199/b/x",
    "/~u",
    "/robots.txt",
    "/a/../x",
  ];
  const urls = [...rules.keys()].flatMap((origin) => paths.map((path) => origin + path));

  it.each<[how: string, library: object]>([
    ["compiled rules", { find: ({ origin }: URL) => ({ rules: rules.get(origin) }) }],
    [
      "files",
      {
        find: ({ origin }: URL) => ({ rules: rules.get(origin) }),
        findFile: ({ origin }: URL) => ({ file: Buffer.from(files[origin as keyof typeof files]) }),
      },
    ],
  ])("from %s", async (_, library) => {
    const by = {
      dialect: "rfc9309",
      agents: ["ExampleBot"],
      library,
      archives: [],
      missing,
      memoryBytes: 2 ** 22,
    } as never;
    const decider = new LineDecider(Object.assign({ explains: true }, by));
    const { json } = await decider.decide(new Uint8Array(Buffer.from(urls.map((url) => `${url}\n`).join(""))));
    const expected = urls.map((url) => {
      const { allowed, reason, rule } = rules.get(urlOf(url)!.origin)!.explain(url);
      return JSON.stringify({ url, allowed, reason, rule, ...(!allowed && { isFinal: true }) });
    });
    expect(text(json).split("\n").slice(0, -1)).toEqual(expected);
  });
});

describe("the summary can say that look-ups were repeated", () => {
  const origins = Array.from({ length: 20_000 }, (_, i) => `https://h${i}.example/x\n`);
  const robots = `User-agent: *\nDisallow: /x\n${"Disallow: /a-rule-that-takes-memory\n".repeat(10)}`;
  const by = { dialect: "rfc9309", agents: ["x"], archives: [], missing, memoryBytes: 2 ** 20 } as const;

  it("origins are counted once each, within a tenth, however often they are looked up", async () => {
    const decider = new LineDecider({ ...by, library: { find: () => rulesOf(robots) } });
    const sums = { origins: 0, firsts: 0 };
    for (let round = 0; round < 3; round++) {
      const { lookups } = await decider.decide(new Uint8Array(Buffer.from(origins.join(""))));
      sums.origins += lookups.origins;
      sums.firsts += lookups.firsts;
    }
    expect(sums.origins).toBeGreaterThan(2.9 * origins.length);
    expect(Math.abs(sums.firsts - origins.length)).toBeLessThan(origins.length / 10);
  });
});
