/** Each short cut of the readers gives what the long way gives, on made and on mutated lines. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { knownAgents } from "../../../bindings/agents/index.ts";
import { ByteCache } from "../../../bindings/bulk/logs/byte-cache.ts";
import { Crawlers } from "../../../bindings/bulk/logs/crawlers.ts";
import { readerNamed } from "../../../bindings/bulk/logs/detect.ts";
import { lineOf } from "../../../bindings/bulk/logs/line.ts";
import { Skimmer } from "../../../bindings/bulk/logs/skim.ts";
import { Clock, clockTime } from "../../../bindings/bulk/logs/values.ts";
import fc from "../../support/properties.ts";

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

function skimmed(text: string, paths: readonly string[]): unknown[] | undefined {
  const skimmer = new Skimmer(paths);
  // Bytes of the next line follow in a block.
  const line = lineOf(`${text}\n{"ts":1}\n`);
  line.text = text;
  if (!skimmer.skim(line)) return undefined;
  return paths.map((_, i) => {
    if (skimmer.starts[i]! < 0) return undefined;
    const value = text.slice(skimmer.starts[i], skimmer.ends[i]);
    return skimmer.isText[i] === 1 ? value : Number(value);
  });
}

describe("a skimmed line has what JSON.parse finds", () => {
  const check = (text: string): void => {
    const got = skimmed(text, PATHS);
    if (got !== undefined) {
      const object: unknown = JSON.parse(text);
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
  it("in objects of any form, as they are and mutated", () =>
    fc.assert(
      fc.property(fc.dictionary(key, value), fc.array(mutation, { maxLength: 3 }), (object, mutations) => {
        let text = JSON.stringify(object);
        check(text);
        for (const [at, cut, added] of mutations) {
          const place = at % (text.length + 1);
          text = text.slice(0, place) + added + text.slice(place + cut);
          check(text);
        }
      }),
      { numRuns: 400 },
    ));
  it("in the lines of Caddy, at each byte that is lost", () => {
    const lines = fixture("caddy.ndjson").filter((one) => one.includes('"request"') && /^[ -~]*$/.test(one));
    expect(lines.filter((one) => skimmed(one, PATHS) === undefined && !one.includes("\\u"))).toEqual([]);
    const line = lines.find((one) => one.includes("GPTBot"));
    for (let at = 0; at < line!.length; at++) check(line!.slice(0, at) + line!.slice(at + 1));
  });
  it.each([
    ['{"a":1,"a":2}'],
    ['{"a":{"b":1},"a":{}}'],
    ['{"a":"\\u0041"}'],
    ['{"a":{"b":1}'],
    ["[1]"],
    ['{"a":01}'],
    ['{"a":1.}'],
    ['{"x":tru}'],
    ['{"x":"\t"}'],
    ["{}{}"],
  ])("gives up at %s", (text) => expect(skimmed(text, ["a", "a.b"])).toBeUndefined());
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
