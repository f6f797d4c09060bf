/** `robots-wasm survey` as a researcher meets it: the built program, folders and WARC files, signals, wrong calls. */
import { once } from "node:events";
import { existsSync, linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderOf } from "../../bulk/compile/compiled.ts";
import { gzipped, info, recordOf, response } from "../../bulk/compile/warc.ts";
import { program } from "../../support/program.ts";
import { sized } from "../../support/sized.ts";
import { itRefuses, run, shell, start } from "./process.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-survey-cli-"));
const path = (name: string): string => join(folder, name);

const robots = folderOf(path("robots"), {
  "a.example": "User-agent: GPTBot\nDisallow: /\n",
  "https/a.example": "User-agent: *\nDisallow: /a\n",
  "b.example": Uint8Array.of(0x1f, 0x8b),
  "not a host": "",
});

const day = "2026-03-01T00:00:00Z";
const records = [
  info,
  response("https://a.example/robots.txt", day, 301, "", ["Location: https://www.a.example/robots.txt"]),
  response("https://www.a.example/robots.txt", day, 200, "User-agent: CCBot\nDisallow: /"),
  response("https://b.example/robots.txt", day, 404),
  response("https://c.example/robots.txt", day, 503),
  response("https://d.example/robots.txt", day, 302, "", ["Location: /elsewhere"]),
  response("https://e.example/robots.txt", "never", 200),
  recordOf({ url: "https://", block: "" }),
];
const warc = path("crawl.warc.gz");
writeFileSync(warc, gzipped(records));

type Row = Readonly<Record<string, unknown>>;
const rowsOf = (text: string): Row[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
const survey = (...words: string[]): Row[] => {
  const { code, out, err } = run(["survey", "--quiet", ...words]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return rowsOf(out);
};

it("a folder: one row per site and crawler, and one for what cannot be read", () => {
  const rows = survey("--agent", "GPTBot", "--agent", "CCBot", robots);
  expect(rows.map(({ site, crawler, access, named, line }) => [site, crawler, access, named, line])).toEqual([
    ["https://a.example", "GPTBot", "partly", false, 2],
    ["https://a.example", "CCBot", "partly", false, 2],
    ["a.example", "GPTBot", "refused", true, 2],
    ["a.example", "CCBot", "allowed", null, null],
    ["b.example", null, null, null, null],
    [null, null, null, null, null],
  ]);
});

it("WARC files: what a client would know, with redirects, statuses and what is lost", () => {
  const rows = survey("--by", "site", "--agent", "CCBot", warc);
  const shown = rows.map(({ site, status, http_status, redirects, refused, error }) => [
    ...[site, status, http_status, redirects, refused, error],
  ]);
  const [lost, ...origins] = shown;
  expect(lost).toEqual([null, "unreadable", null, null, null, expect.stringContaining("WARC-Target-URI")]);
  expect(origins).toEqual([
    ["https://a.example", "success", 200, ["https://www.a.example/robots.txt"], 1, null],
    ["https://b.example", "unavailable", 404, [], 0, null],
    ["https://c.example", "unreachable", 503, [], 1, null],
    ["https://d.example", "unreadable", null, null, null, "redirect: its target was not captured"],
    ["https://e.example", "unreadable", null, null, null, "response: no valid WARC-Date"],
    ["https://www.a.example", "success", 200, [], 1, null],
  ]);
});

it("a damaged WARC file: what comes before the damage has rows, and the damage has one", () => {
  writeFileSync(path("damaged.warc"), Buffer.concat([...records.slice(0, 4), Buffer.from("damage")]));
  const rows = survey("--by", "site", "--agent", "CCBot", path("damaged.warc"));
  expect(rows[0]).toMatchObject({
    site: null,
    status: "unreadable",
    error: expect.stringContaining("expected a WARC record"),
  });
  expect(rows.slice(1).map(({ site }) => site)).toEqual([
    "https://a.example",
    "https://b.example",
    "https://www.a.example",
  ]);
});

it("the summary goes to standard error, and to --stats as JSON", () => {
  const { code, err } = run(["survey", "--purpose", "training", "--stats", path("stats.json"), robots]);
  expect(code).toBe(0);
  expect(err).toMatch(/^4 sites: 2 with a robots.txt, 0 without, 0 unreachable, 2 unreadable\n/);
  expect(err).toMatch(/\nGPTBot +training +0 +1 +1 +1\n/);
  expect(err).toContain("1 unreadable: its name is not a host, such as ");
  const stats = JSON.parse(readFileSync(path("stats.json"), "utf8"));
  expect(stats).toMatchObject({
    sites: 4,
    by: "crawler",
    dialect: null,
    policy: "rfc9309",
    interrupted: false,
    end: 4,
  });
  expect(stats.crawlers).toContainEqual({
    crawler: "GPTBot",
    counts: true,
    purpose: "training",
    allowed: 0,
    partly: 1,
    refused: 1,
    named: 1,
  });
});

const bodies = [
  "User-agent: *\nDisallow: /\n",
  "",
  "User-agent: GPTBot\nDisallow: /a\nCrawl-delay: 2\n",
  "Disallow: /",
];
const folderOfMany = (name: string, count: number): string =>
  folderOf(
    path(name),
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`host${i}.example`, bodies[i % bodies.length]!])),
  );

const formats = ["ndjson", "csv", "parquet"] as const;

it.each(formats)("%s: the same bytes with one job and with three", (format) => {
  const many = folderOfMany("some", 1500);
  const [one, three] = ["1", "3"].map((jobs) => {
    const output = path(`jobs${jobs}.${format}`);
    expect(run(["survey", "--agent", "GPTBot", "--jobs", jobs, "--output", output, many])).toMatchObject({
      code: 0,
      out: "",
    });
    return readFileSync(output);
  });
  expect(one!.equals(three!)).toBe(true);
});

describe("an interrupted run that is resumed", () => {
  /** Enough for four row groups. */
  const MANY = 3000;
  const many = folderOfMany("many", MANY);

  /** Interrupts a run once rows are on disk; returns the options that continue it, undefined if it ended before. */
  async function interruptedOnce(output: string, words: readonly string[]): Promise<string[] | undefined> {
    const survey = start([...words, "--output", output, many]);
    let err = "";
    survey.stderr.on("data", (chunk) => (err += chunk));
    const isBegun = (): boolean =>
      readdirSync(folder).some((name) => name.endsWith(".tmp") && statSync(path(name)).size > 1000);
    // A second signal would exit at once.
    const timer = setInterval(() => {
      if (!isBegun()) return;
      clearInterval(timer);
      survey.kill("SIGINT");
    }, 2);
    const [code] = await once(survey, "close");
    clearInterval(timer);
    if (code === 0) return undefined;
    expect(code).toBe(130);
    expect(existsSync(output)).toBe(false);
    return /to continue: (--\S+ \S+)/.exec(err)![1]!.split(" ");
  }

  /** A busy machine may give the signal too late. */
  async function interrupted(output: string, words: readonly string[]): Promise<string[]> {
    for (;;) {
      const toContinue = await interruptedOnce(output, words);
      if (toContinue !== undefined) return toContinue;
      rmSync(output);
    }
  }

  it.each([
    ["ndjson", 3],
    ["csv", 1],
    ["parquet", 3],
  ] as const)("%s, %i jobs: the bytes are those of one run", async (format, jobs) => {
    const words = ["survey", "--purpose", "training", "--format", format, "--jobs", String(jobs)];
    const [output, rest, whole] = ["", ".rest", ".whole"].map((suffix) => path(`interrupted.${format}${suffix}`));
    const toContinue = await interrupted(output!, words);
    expect(toContinue[0]).toBe(format === "parquet" ? "--part" : "--offset");
    const end = Number(/\d+$/.exec(toContinue[1]!)![0]);
    expect(end).toBeGreaterThan(0);
    expect(end).toBeLessThanOrEqual(MANY);
    expect(run([...words, ...toContinue, "--output", rest!, many])).toMatchObject({ code: 0 });
    expect(run([...words, "--output", whole!, many]).code).toBe(0);
    const parts = format === "parquet" ? [rest!] : [`${output}.part-0-${end}`, rest!];
    expect(Buffer.concat(parts.map((name) => readFileSync(name))).equals(readFileSync(whole!))).toBe(true);
  });
});

/** Runs over made files in a heap of 32 MB. */
const codeWithSmallHeap = (sites: string, words: string): number | null =>
  shell(`${process.execPath} --max-old-space-size=32 ${program} survey ${words} --quiet ${sites} > /dev/null`).code;

const files = sized(6000, 30_000);
it(`memory does not grow with the number of files: ${files} fit into a heap of 32 MB`, () => {
  const lots = folderOf(path("lots"), {});
  for (let i = 0; i < files; i++) linkSync(path("robots/a.example"), join(lots, `host-${i}.example`));
  expect(codeWithSmallHeap(lots, "--purpose training")).toBe(0);
  expect(codeWithSmallHeap(lots, "--agent GPTBot --by site --jobs 2 --format csv")).toBe(0);
});

itRefuses([
  [["survey"], "expected a folder or a WARC file; got none"],
  [["survey", path("missing")], "expected a folder or a WARC file; got no such file or directory"],
  [["survey", path("stats.json")], "expected a folder or a WARC file; got another file"],
  [["survey", "--by", "page", robots], "expected --by to be one of crawler, site, agent; got page"],
  [["survey", "--purpose", "fun", robots], "expected --purpose to be one of"],
  [
    ["survey", "--agent", "Nobody", robots],
    "expected --agent with a crawler of the table or of --crawlers; got Nobody",
  ],
  [["survey", "--format", "parquet", robots], "expected --output FILE for Parquet"],
  [["survey", "--format", "xml", robots], "expected --format to be one of ndjson, csv, parquet; got xml"],
  [["survey", "--part", path("stats.json"), robots], "expected --part with Parquet; got ndjson"],
  [
    ["survey", "--part", path("x"), "--offset", "1", "-o", path("x.parquet"), robots],
    "expected --offset or --part; got both",
  ],
  [
    ["survey", "--part", path("missing"), "-o", path("x.parquet"), robots],
    "expected a part of an interrupted run; got no such file",
  ],
  [["survey", "--part", path("stats.json"), "-o", path("x.parquet"), robots], "expected a complete Parquet file; got "],
  [["survey", "--jobs", "0", robots], "expected --jobs to be an integer from 1 to 256; got 0"],
  [["survey", "--output", path("robots/a.example"), robots], "expected outputs to cover no input of the same run"],
]);

it("refuses an archive, which holds no robots.txt", () => {
  expect(run(["compile", "--agent", "A", "--output", path("rules"), "--quiet", robots]).code).toBe(0);
  const { code, err } = run(["survey", path("rules")]);
  expect(code).toBe(2);
  expect(err).toContain("got an archive, which holds compiled rules");
});
