/** Why lines of any origins were decided as they were: a row for each, as the library explains it (docs/embedding.md, Causes). */
import { expect, it } from "vitest";
import { toldDecision } from "../../bindings/core/deciding.ts";
import { bytesAccess } from "../../bindings/crawl/archive/random-access.ts";
import { parse } from "../../bindings/index.ts";
import { archiveOf, byRules } from "../crawl/archive/build.ts";
import { BulkHost } from "./bulk-host.ts";
import { names, read } from "./module.ts";

const MAX_TEXT_BYTES = 1024;
const SOURCES = { archive: 0, host: 5, noText: 6 };

interface Row {
  readonly offset: number;
  readonly source: number;
  readonly told: object;
}

/** The row of each line; undefined for -1. */
function causesOf({ module }: BulkHost, lines: number): (Row | undefined)[] {
  const bytes = Buffer.from(read(module, module.bulk_causes()));
  return Array.from({ length: lines }, (_, line) => {
    const offset = bytes.readInt32LE(4 * line);
    if (offset < 0) return undefined;
    const row = bytes.subarray(4 * lines + offset);
    const text = row.toString("utf8", 12, 12 + row.readUInt16LE(10));
    const told = toldDecision(row.readInt32LE(0), row[8]!, row.readUInt32LE(4), text);
    return { offset, source: row[9]!, told };
  });
}

/** Files whose rules decide in turn; in each the rule of one number has another line, and another pattern. */
const fileOf = (origin: number, rules: number): string =>
  `User-agent: ${origin % 2 === 0 ? "*" : "ExampleBot"}\n${"\n".repeat(origin)}${Array.from(
    { length: rules },
    (_, i) =>
      `${(i + origin) % 3 === 0 ? "Allow" : "Disallow"}: /${i}${"abc"[origin % 3]}${i % 4 === 0 ? "%7e" : "*b"}`,
  ).join("\n")}\n`;

const PATHS = [
  "",
  "robots.txt",
  "none",
  ...Array.from({ length: 20 }, (_, i) => [`${i}a~b`, `${i}b~b`, `${i}cxb`]).flat(),
];

/** Each path of each origin twice, in no order. */
const linesOf = (origins: number): readonly string[] =>
  Array.from({ length: 2 * origins * PATHS.length }, (_, i) => {
    const at = (i * 7919) % (origins * PATHS.length);
    return `https://h${at % origins}.example/${PATHS[Math.floor(at / origins)]}`;
  });

it.each(names)("as the library explains it, for origins with few rules and with many, in %s", async (module) => {
  const files = [1, 2, 6, 8, 9, 20].flatMap((rules) => [0, 1, 2].map((i) => fileOf(rules + i, rules)));
  const origins = files.map((body, i) => ({ host: `h${i}.example`, state: byRules(body) }));
  const lines = linesOf(files.length);
  for (const [source, host] of [
    [
      SOURCES.host,
      new BulkHost({
        module,
        missing: (origin) =>
          parse(files[Number(/\d+/.exec(origin)![0])]!)
            .agent("ExampleBot")
            .toBytes(),
      }),
    ],
    [SOURCES.archive, new BulkHost({ module }).add(bytesAccess(await archiveOf(origins)))],
  ] as const) {
    const verdicts = host.explain(lines.join("\n"));
    const rows = causesOf(host, lines.length);
    const shared = new Map<string, Set<number>>();
    for (const [i, url] of lines.entries()) {
      const number = Number(/\d+/.exec(url)![0]);
      const { allowed, reason, rule } = parse(files[number]!).agent("ExampleBot").explain(url);
      expect([verdicts[i], rows[i]!.source, rows[i]!.told]).toMatchObject([
        allowed ? "1" : "0",
        source,
        { reason, ...(rule && { rule }) },
      ]);
      const key = `${number} ${reason} ${rule?.line}`;
      shared.set(key, (shared.get(key) ?? new Set()).add(rows[i]!.offset));
    }
    // No row is of two decisions. Six rules, no rule and /robots.txt are eight decisions, each of which has one row.
    const offsets = [...shared.values()].flatMap((of) => [...of]);
    expect(new Set(offsets).size).toBe(offsets.length);
    for (const [key, of] of shared) if (Number(key.split(" ")[0]) < 9) expect([key, of.size]).toEqual([key, 1]);
  }
});

it("nothing is known of what is not a URL, and of what was decided without causes", () => {
  const host = new BulkHost({ missing: "allow" });
  host.explain("cart\nhttp://a.example/");
  expect(causesOf(host, 2).map((row) => row?.source)).toEqual([undefined, 1]);
  host.decide("http://a.example/");
  expect(host.module.bulk_causes()).toBe(0);
});

it.each([
  ["pattern", -1, 0],
  ["pattern", 0, 0],
  ["pattern", 1, 1],
  ["original", -1, 0],
  ["original", 0, 0],
  ["original", 1, 1],
])("the text of a rule has at most 1,024 bytes: %s, %i more", (kind, more, isLeftOut) => {
  const end = kind === "original" ? "%7e" : "y";
  const pattern = `/${"x".repeat(MAX_TEXT_BYTES + more - 1 - end.length)}${end}`;
  const body = `User-agent: *\nDisallow: ${pattern}\n`;
  const host = new BulkHost({ missing: () => parse(body).agent("ExampleBot").toBytes() });
  expect(host.explain(`http://a.example${pattern}`)).toBe("0");
  const [row] = causesOf(host, 1);
  expect(row!.source).toBe(isLeftOut === 1 ? SOURCES.noText : SOURCES.host);
  expect(row!.told).toMatchObject({ reason: "rule", rule: { line: 2, pattern: isLeftOut === 1 ? "" : pattern } });
});
