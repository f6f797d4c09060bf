/** A line that can be read in two ways is never evidence: a client can write into its own values what ends a value. */
import { describe, expect, it } from "vitest";
import type { Crawler } from "../../../bindings/bulk/logs/crawlers.ts";
import { detectedFormat, readerNamed } from "../../../bindings/bulk/logs/detect.ts";
import { lineOf } from "../../../bindings/bulk/logs/line.ts";
import { AMBIGUOUS, finderOf, PERSON, type ReadLine, UNREADABLE } from "../../../bindings/bulk/logs/request.ts";
import { anyTime } from "../../../bindings/bulk/logs/values.ts";
import fc from "../../support/properties.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const BOT = { name: "Bot" } as Crawler;
const find = finderOf((header) => (header.includes("Bot") ? BOT : undefined));
const readBy = (format: string, ...lines: readonly string[]): ReadLine => {
  const reader = readerNamed(format, "x");
  return lines.map((line) => reader.read(lineOf(line), find)).at(-1)!;
};
const TIME = "[02/Nov/2026:06:00:00 +0000]";
const END = `"GET /a HTTP/1.1" 200 5 "-" "Bot"`;

describe("a value of the client that stands without quotes", () => {
  itEach<[format: string, line: string]>("%s: %s is ambiguous", (format, line) =>
    expect(readBy(format, line)).toBe(AMBIGUOUS),
  );

  itEach<[format: string, line: string, address: string]>("%s: %s has one reading", (format, line, address) =>
    expect(readBy(format, line)).toMatchObject({ address, target: "/a", timeMs: Date.UTC(2026, 10, 2, 6) }),
  );

  it("a line with more ways than are looked at is ambiguous", () =>
    expect(
      readBy(
        '%u %{Host}i %{X}i %h %t "%r" %>s "%{User-Agent}i"',
        `${"a ".repeat(2000)}b ${TIME} "GET / HTTP/1.1" 200 "Bot"`,
      ),
    ).toBe(AMBIGUOUS));
});

it("a line that was made to have many ways takes about a millisecond", () => {
  const reader = readerNamed("vhost_combined", "x");
  const line = lineOf(`${"h 1.1.1.1 - x ".repeat(600)}127.0.0.1 - - ${TIME} ${END}`);
  // 0.2 s for each before.
  for (let i = 0; i < 40; i++) expect(reader.read(line, find)).toBe(AMBIGUOUS);
});

/** A pattern as its values and the texts behind them. */
type Template = readonly (readonly [name: string, end: string])[];

const grammar: Readonly<Record<string, (text: string) => boolean>> = {
  address: (text) => /^(?:.*, )?[^ ]+$/.test(text),
  time: (text) => text.length < 64 && !Number.isNaN(anyTime(text)),
  status: (text) => /^(?:-?\d+|-)$/.test(text),
  agent: (text) => !text.includes('"'),
  request: (text) => !text.includes('"'),
};

/** Every way to split the text, as the values that count. */
function* splitsOf(text: string, [step, ...rest]: Template): Generator<Readonly<Record<string, string>>> {
  const [name, end] = step!;
  for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end, at + 1)) {
    const value = text.slice(0, at);
    if (grammar[name]?.(value) === false) continue;
    const counts = name === "other" ? {} : { [name]: value };
    if (rest.length === 0) {
      yield counts;
      return;
    }
    for (const others of splitsOf(text.slice(at + end.length), rest)) yield { ...counts, ...others };
  }
}

describe("over random lines, a reader finds what looking at every split finds", () => {
  const templates: Readonly<Record<string, Template>> = {
    '$host $remote_addr - $remote_user [$time_local] "$request" $status "$http_user_agent"': [
      ...([
        ["host", " "],
        ["address", " - "],
        ["other", " ["],
        ["time", '] "'],
        ["request", '" '],
        ["status", ' "'],
        ["agent", '"'],
      ] as const),
    ],
    '$remote_addr|$remote_user|[$time_local]|"$request"|$status|"$http_user_agent"': [
      ...([
        ["address", "|"],
        ["other", "|["],
        ["time", ']|"'],
        ["request", '"|'],
        ["status", '|"'],
        ["agent", '"'],
      ] as const),
    ],
    '$remote_user $x $remote_addr "$time_iso8601" "$request" $status $host "$http_user_agent"': [
      ...([
        ["other", " "],
        ["other", " "],
        ["address", ' "'],
        ["time", '" "'],
        ["request", '" '],
        ["status", " "],
        ["host", ' "'],
        ["agent", '"'],
      ] as const),
    ],
  };
  const time = "02/Nov/2026:06:00:00 +0000";
  const piece = fc.constantFrom(
    " ",
    "|",
    " - ",
    "- ",
    " [",
    "] ",
    '"',
    '" ',
    ' "',
    "a",
    "Bot",
    "1.2.3.4",
    ", ",
    time,
    "200",
    "GET /a HTTP/1.1",
    "-",
  );
  const texts = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(""));
  it.each(Object.entries(templates))("%s", (format, template) => {
    const results = new Set<string>();
    const line = fc
      .tuple(
        ...template.map(([name, end]) => {
          const usual = {
            address: "1.2.3.4",
            time,
            status: "200",
            request: "GET /a HTTP/1.1",
            agent: "Bot",
            host: "h",
          }[name];
          const values = usual === undefined ? texts : fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, texts);
          return values.map((value) => value + end);
        }),
      )
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(line, (text) => {
        const readings = new Set(Array.from(splitsOf(text, template), (values) => JSON.stringify(values)));
        const read = readBy(format, text);
        if (read === PERSON) return;
        results.add(typeof read === "object" ? "one" : String(read));
        if (readings.size > 1) expect(read).toBe(AMBIGUOUS);
        else if (typeof read !== "object") expect([readings.size, read]).toEqual([0, UNREADABLE]);
        else {
          const { address, status, agent } = JSON.parse([...readings][0]!);
          expect(agent).toContain("Bot");
          expect(read.status).toBe(Math.max(Number(status), 0) || 0);
          expect(read.address).toBe(address.replace(/^\[(.*)\]$/, "$1"));
        }
      }),
      { numRuns: 3000 },
    );
    expect([...results].sort()).toEqual(["1", "2", "one"]);
  });
});

describe("lines by which a client imitates another format do not choose the format", () => {
  const plain = `shop.example 127.0.0.1 - - ${TIME} ${END}`;
  const peer = END.replace('200 5 "-" ', "");
  const alb = `https 2026-11-02T06:00:00Z app/x 192.0.2.1:1 - 0 0 0 200 - 3 5 ${peer}`;
  const detected = (lines: readonly string[]): ReadLine[] => {
    const reader = detectedFormat("x", lines.join("\n"))();
    return lines.map((line) => reader.read(lineOf(line), find));
  };
  itEach<[title: string, count: number, forged: string]>(
    "lines by which a client imitates another format do not choose the format: %s",
    (_, count, forged) => {
      const lines = [...Array<string>(count).fill(forged), plain];
      const read = detected(lines);
      expect(read.at(-1)).toMatchObject({ host: "shop.example", address: "127.0.0.1", target: "/a" });
      for (const one of read.slice(0, -1))
        if (typeof one === "object") expect([one.address, one.target]).toEqual(["127.0.0.1", undefined]);
    },
  );
  it("if each line can be read in two formats, the user has to choose", () =>
    expect(() => detected(Array(100).fill(`66.249.66.1 - x 127.0.0.1 - - ${TIME} ${END}`))).toThrow(
      "expected lines of one format; got lines of combined or vhost_combined; choose with --log-format",
    ));
  it("the lines of a load balancer are those of a load balancer", () =>
    expect(detected([alb])).toMatchObject([{ address: "192.0.2.1", target: "/a" }]));
});

describe("a value of a client at the end of a pattern, without quotes", () => {
  const start = '$remote_addr [$time_local] "$request" $status';
  const line = `192.0.2.1 ${TIME} "GET /a HTTP/1.1" 200`;
  it.each([
    ["is the rest of the line", `${start} $http_user_agent`, `${line} Mozilla/5.0 (compatible; Bot/1.0)`, {}],
    ["ends where the next value does", `${start}|$http_user_agent|$request_time`, `${line}|Other Bot|0.1`, {}],
    ["may end in two places", `${start} $http_user_agent $request_time`, `${line} Other Bot 0.1`, AMBIGUOUS],
    ["may end in two places: a person", `${start} $http_user_agent $request_time`, `${line} A Browser 0.1`, AMBIGUOUS],
    ["ends once: a person", `${start}|$http_user_agent|$request_time`, `${line}|A Browser|0.1`, PERSON],
    ["host", `${start} "$http_user_agent" $http_host`, `${line} "Bot" a.example b`, { host: undefined }],
    ["host and more", `${start} "$http_user_agent" $http_host $x`, `${line} "Bot" a.example b.example 1`, AMBIGUOUS],
    [
      "host and one more",
      `${start} "$http_user_agent" $http_host $x`,
      `${line} "Bot" a.example 1`,
      { host: "a.example" },
    ],
  ] as const)("%s", (_, format, text, expected) => {
    const read = readBy(format, text);
    if (typeof expected === "number") expect(read).toBe(expected);
    else expect(read).toMatchObject({ address: "192.0.2.1", ...expected });
  });
});

describe("W3C lines", () => {
  const FIELDS = "#Fields: date time c-ip cs-method cs-uri-stem cs-uri-query sc-status cs(User-Agent)";
  it.each([
    ["more values than fields", "2026-11-02 06:00:00 192.0.2.1 GET /a b - 200 Bot"],
    ["tabs in a line of spaces", "2026-11-02 06:00:00 192.0.2.1 GET /a a\tb\tc\td\te\tf\tg\th 200 Bot"],
  ])("with %s are ambiguous", (_, line) => expect(readBy("w3c", FIELDS, line)).toBe(AMBIGUOUS));
});

describe("JSON lines with a key twice, which a format without escapes makes", () => {
  const format = "json:time=t,address=ip,target=u,agent=ua,status=s";
  itEach<[line: string]>("JSON lines with a key twice, which a format without escapes makes: %s", (line) =>
    expect(readBy(format, Buffer.from(line).toString("latin1"))).toBe(AMBIGUOUS),
  );
  it("the same key in other objects is not twice", () =>
    expect(
      readBy(format, '{"t":1793599200,"ip":"::1","u":"/a\\u0041","s":200,"ua":"Bot","x":[{"ip":1},{"ip":"{"}]}'),
    ).toMatchObject({ target: "/aA" }));
});
