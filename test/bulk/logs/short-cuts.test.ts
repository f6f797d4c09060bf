/** Each short cut of the readers gives what the long way gives, on made and on mutated lines. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ByteCache } from "../../../bindings/bulk/logs/byte-cache.ts";
import { Crawlers } from "../../../bindings/bulk/logs/crawlers.ts";
import { readerNamed } from "../../../bindings/bulk/logs/detect.ts";
import { type Line, lineOf } from "../../../bindings/bulk/logs/line.ts";
import { UNREADABLE } from "../../../bindings/bulk/logs/request.ts";
import { Skimmer } from "../../../bindings/bulk/logs/skim.ts";
import { Clock, clockTime } from "../../../bindings/bulk/logs/values.ts";
import { knownAgents } from "../../../bindings/owners/agents/index.ts";
import fc from "../../support/properties.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const fixture = (name: string): string[] =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/logs/${name}`, import.meta.url)), "latin1")
    .split("\n")
    .filter((line) => line !== "");

const PATHS = ["ts", "status", "request.uri", "request.headers.User-Agent", "a", "a.b", "msg"];

/** The value at a path; of a list, its first element. */
function valueAt(object: unknown, path: string): unknown {
  let value = object;
  for (const key of path.split("."))
    value =
      typeof value === "object" && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;
  return Array.isArray(value) ? value[0] : value;
}

/** The values of each line of a block; undefined for a line that the skimmer gives up. */
function skimmed(texts: readonly string[], paths: readonly string[]): (unknown[] | undefined)[] {
  const skimmer = new Skimmer(paths);
  const block = lineOf(`${texts.join("\n")}\n`);
  return texts.map((text) => {
    block.end = block.at + text.length;
    const isSkimmed = skimmer.skim(block);
    block.at = block.end + 1;
    return isSkimmed ? paths.map((_, i) => skimmedAt(skimmer, block, i)) : undefined;
  });
}

function skimmedAt({ starts, ends, isText }: Skimmer, { text }: Line, path: number): unknown {
  if (starts[path]! < 0) return undefined;
  const value = text.slice(starts[path], ends[path]);
  return isText[path] === 1 ? value : Number(value);
}

describe("a skimmed line has what JSON.parse finds", () => {
  const check = (texts: readonly string[]): void => {
    for (const [i, got] of skimmed(texts, PATHS).entries()) {
      expect(got, texts[i]).toEqual(skimmed([texts[i]!], PATHS)[0]);
      if (got === undefined) continue;
      const object: unknown = JSON.parse(texts[i]!);
      expect(got).toEqual(PATHS.map((path) => valueAt(object, path)));
    }
  };
  const key = fc.constantFrom("ts", "status", "request", "headers", "uri", "User-Agent", "a", "b", "msg", "x");
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<unknown>("GPTBot", "/a", 0, -1.5, 1e-7, 12, null, true, "é", '"', ""),
      fc.dictionary(key, tie("value"), { maxKeys: 5 }),
      fc.array(tie("value"), { maxLength: 3 }),
    ),
  }));
  const mutation = fc.tuple(
    fc.nat(),
    fc.nat({ max: 2 }),
    fc.constantFrom("", "{", "}", '"', "[", "]", ",", ":", "0", "e", "\\", " ", '"a":1,', "null"),
  );
  it("in objects of any form, as they are and mutated, each behind others that are much like it", () =>
    fc.assert(
      fc.property(fc.dictionary(key, value), fc.array(mutation, { maxLength: 6 }), (object, mutations) => {
        const texts = [JSON.stringify(object)];
        for (const [at, cut, added] of mutations) {
          const text = texts[(at >> 8) % texts.length]!;
          const place = at % (text.length + 1);
          texts.push(text.slice(0, place) + added + text.slice(place + cut));
        }
        check(texts);
      }),
      { numRuns: 400 },
    ));
  it("in the lines of Caddy, at each byte that is lost", () => {
    const lines = fixture("caddy.ndjson").filter((one) => one.includes('"request"') && /^[ -~]*$/.test(one));
    const values = skimmed(lines, PATHS);
    expect(lines.filter((one, i) => values[i] === undefined && !one.includes("\\u"))).toEqual([]);
    const line = lines.find((one) => one.includes("GPTBot"))!;
    check([line, ...Array.from(line, (_, at) => line.slice(0, at) + line.slice(at + 1))]);
  });
  itEach<[texts: string[]]>("in each of %j, as in a block of its own", (texts) => check(texts));
  it("in a list of objects with the same keys", () =>
    expect(skimmed(['{"x":[{"a":1},{"a":2},{"a":3}],"ts":1}'], ["ts"])).toEqual([[1]]));
  it("behind lines with more keys than are kept", () => {
    const names = (from: number) =>
      Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`x${from + i}`, { ts: i }]));
    const texts = [0, 60, 120, 60].map((from) =>
      JSON.stringify({ ...names(from), ts: from, request: { ...names(from), uri: "/" } }),
    );
    texts.push('{"y":0,"ts":1}', '{"request":{"z":0,"ts":2,"uri":"/"}}');
    expect(skimmed(texts, PATHS)).toEqual(texts.map((text) => PATHS.map((path) => valueAt(JSON.parse(text), path))));
  });
  itEach<[text: string]>("gives up at %s", (text) => expect(skimmed([text], ["a", "a.b"])).toEqual([undefined]));
});

describe("a line is read to its end", () => {
  const find = new Crawlers(knownAgents, []);
  const pattern = (end: string): string => `$remote_addr [$time_local] "$request" $status "$http_user_agent"${end}`;
  const text = '192.0.2.1 [02/Nov/2026:06:00:00 +0000] "GET /a HTTP/1.1" 200 "GPTBot"';
  const readFirst = (format: string, block: string) => {
    const line = lineOf(block);
    line.end = block.indexOf("\n");
    return readerNamed(format, "x").read(line, find);
  };
  it.each([
    [
      "values behind the last one that counts may be missing",
      pattern(' "$http_x"'),
      `${text}\n"x"\n`,
      { target: "/a" },
    ],
    [
      "a value does not go on in the next line",
      `$remote_addr [$time_local] "$request" "$http_user_agent" \n$status`,
      '192.0.2.1 [02/Nov/2026:06:00:00 +0000] "GET /a HTTP/1.1" "GPTBot" \n200\n',
      UNREADABLE,
    ],
    ["a header of a person outside an object cannot be read", "caddy", '"User-Agent":["Firefox"]\n', UNREADABLE],
  ])("%s", (_, format, block, expected) => {
    const read = readFirst(format, block);
    expect(read).toEqual(typeof expected === "number" ? expected : expect.objectContaining(expected));
  });
});

describe("a line of a pattern", () => {
  const crawlers = new Crawlers(knownAgents, []);
  const reader = readerNamed("combined", "x");
  const read = (request: string, agent: string) =>
    reader.read(lineOf(`192.0.2.1 - - [02/Nov/2026:06:00:00 +0000] "${request}" 200 5 "-" "${agent}"`), crawlers);
  const escaped = (text: string): string =>
    text === "" ? "" : `\\x${text.charCodeAt(0).toString(16).padStart(2, "0")}${text.slice(1)}`;
  const plain = (units: readonly string[]) =>
    fc.array(fc.constantFrom(...units), { maxLength: 9 }).map((parts) => parts.join(""));
  it("means the same as with an escape in its request and its header, which takes the long way", () =>
    fc.assert(
      fc.property(
        plain([
          "GET",
          "HEAD",
          " ",
          "/",
          "/a",
          "http://b.example",
          "?",
          " HTTP/1.1",
          " HTTP/",
          "%20",
          "\x80",
          "\x1f",
          "*",
          "x",
        ]),
        plain([
          "GPTBot",
          "Mozilla/5.0 ",
          "/1.0",
          " ",
          "ClaudeBot",
          "\xe9",
          "(compatible; ",
          "Googlebot-Image",
          ")",
          "x",
        ]),
        (request, agent) => {
          expect(read(escaped(request), escaped(agent))).toEqual(read(request, agent));
        },
      ),
      { numRuns: 400 },
    ));
});

it("a clock gives the times that clockTime gives", () => {
  const clock = new Clock(clockTime);
  const time = fc
    .tuple(
      fc.constantFrom("02/Nov/2026:06:0", "31/Dec/2025:23:5", "02/Nox/2026:06:0"),
      fc.nat({ max: 9 }),
      fc.constantFrom("00", "07", "59", "6x", ":0"),
      fc.constantFrom(" +0000", " -0530", " +000", ""),
    )
    .map(([start, minute, seconds, zone]) => `${start}${minute}:${seconds}${zone}`);
  fc.assert(
    fc.property(fc.array(time, { maxLength: 20 }), (times) => {
      for (const one of times) expect(clock.at(lineOf(`[${one}]`), 1, one.length + 1)).toBe(clockTime(one));
    }),
  );
});

describe("a cache by bytes", () => {
  it("gives each text its own value, also when it forgets", () =>
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom("a", "b", "\xff"), maxLength: 9 }), { maxLength: 300 }),
        (texts) => {
          const cache = new ByteCache((text) => ({ text }));
          for (const text of texts) expect(cache.get(lineOf(`-${text}-`), 1, text.length + 1).text).toBe(text);
        },
      ),
    ));
  it("keeps at most 65,536 texts, and none that is long", () => {
    let made = 0;
    const cache = new ByteCache((text) => [++made, text] as const);
    const get = (text: string): string => cache.get(lineOf(text), 0, text.length)[1];
    for (let i = 0; i < 70_000; i++) if (get(`${i}`) !== `${i}`) throw new Error(`${i}`);
    expect(get("69999")).toBe("69999");
    expect(made).toBe(70_000);
    for (let i = 0; i < 2; i++) get("x".repeat(2000));
    expect(made).toBe(70_002);
  });
});
