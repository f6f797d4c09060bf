/**
 * Every command of the command line, with one bad member of each kind among what it reads: it ends without a stack, answers the good ones,
 * tells of the bad one, and exits as the documents say. A command without a row fails.
 */
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { commandNames } from "../../../bindings/cli/commands.ts";
import { gzipped, http, info, recordOf, response } from "../../bulk/compile/warc.ts";
import { call, type Ended, run } from "./process.ts";

const RULES = "User-agent: *\nDisallow: /private\n";
const folder = mkdtempSync(join(tmpdir(), "robots-wasm-bad-members-"));
const at = (...names: string[]): string => join(folder, ...names);
const written = (name: string, body: string | Uint8Array): string => {
  writeFileSync(at(name), body);
  return at(name);
};

const files: Readonly<Record<string, string | Uint8Array>> = {
  empty: "",
  NUL: "User-agent: *\0\nDisallow: /\0p\n",
  HTML: "<!DOCTYPE html><title>404</title>",
  gzip: gzipSync(RULES),
  "gzip of gzip": gzipSync(gzipSync(RULES)),
  "cut gzip": gzipSync(RULES).subarray(0, 20),
  ZIP: Buffer.from("PK\x03\x04"),
  "too large": "x".repeat(3_000_000),
  "a byte order mark": `\ufeff${RULES}`,
  "UTF-16": Buffer.from(`\ufeff${RULES}`, "utf16le"),
  "invalid UTF-8": Buffer.from("User-agent: *\nDisallow: /\xff\xfe\n", "latin1"),
  "wrong JSON": '{"a":',
};
for (const [name, body] of Object.entries(files)) written(name, body);
mkdirSync(at("a folder"));
symlinkSync("nowhere", at("a dangling link"));
const MISSING = ["a folder", "a dangling link", "no file"];
const kinds = [...Object.keys(files), ...MISSING];

const good = written("good.robots.txt", RULES);
const log = written(
  "good.log",
  '192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET /private HTTP/1.1" 200 2 "-" "Foo/1"\n',
);

/** The same folder of sites, with a bad member of each kind. */
const sites = at("sites");
mkdirSync(join(sites, "folder.example"), { recursive: true });
writeFileSync(join(sites, "good.example"), RULES);
for (const [i, body] of Object.values(files).entries()) writeFileSync(join(sites, `bad${i}.example`), body);
symlinkSync("nowhere", join(sites, "link.example"));
writeFileSync(Buffer.concat([Buffer.from(`${sites}/`), Buffer.from([0xff, 0xfe]), Buffer.from(".example")]), RULES);

const records = [info, response("https://good.example/robots.txt", "2026-03-01T12:00:00Z", 200, RULES)];
const noDate = recordOf({ url: "https://bad.example/robots.txt", date: null, block: http(200, RULES) });
const badRecord = written("record.warc.gz", gzipped([...records, noDate]));
const whole = gzipped([...records, response("https://cut.example/robots.txt", "2026-03-01T12:00:00Z", 200, RULES)]);
const cutWarc = written("cut.warc.gz", whole.subarray(0, whole.length - 40));
const archive = at("out.rwa");
const lines = Buffer.from(
  `https://good.example/private\nnot a url\n\0\n\n${"x".repeat(4_300_000)}\nhttps://good.example/\xff\nhttps://good.example/a\n`,
  "latin1",
);
const json = Buffer.from(
  '{"url":"https://good.example/private"}\n{"url":\n{"u":1}\n{"url":null}\n[]\n\xff\n{"url":"https://good.example/a"}\n',
  "latin1",
);

const ranks = written("ranks", "Rank,Host name\n7,good.example\nx,y,z\n\0/\n");
const goodWarc = written("good.warc.gz", gzipped(records));
/** An empty log was just rotated. */
const otherFiles = kinds.filter((kind) => kind !== "empty");
const cutLog = written("cut.log.gz", gzipSync(readFileSync(log, "utf8").repeat(9)).subarray(0, -9));

/** One call, and how it ends. */
interface Case {
  readonly title: string;
  readonly words: readonly string[];
  readonly input?: string | Uint8Array;
  readonly code: number | readonly number[];
  readonly err?: RegExp;
  readonly out?: RegExp;
}

/** Each kind in place of one file, which is all that the command reads. */
const eachKind = (words: (path: string) => readonly string[], code: number | readonly number[], err?: RegExp): Case[] =>
  kinds.map((kind) => {
    const one = { title: kind, words: words(at(kind)) };
    if (MISSING.includes(kind))
      return { ...one, code: 2, err: /expected .*; got (?:a folder|not a file|no such file|both)/ };
    return { ...one, code, ...(err && { err }) };
  });

/** A version that is left out would make verdicts wrong, so the first that is not text ends the command. */
const eachVersion = (name: string, words: (path: string) => readonly string[]): Case[] =>
  eachKind(words, answered).map((one) => {
    const isCompressed = ["gzip of gzip", "cut gzip", "ZIP"].includes(one.title);
    const err = /expected a robots\.txt as text; got (?:gzip|ZIP): .*; decompress it/;
    return { ...one, title: `${one.title} as ${name}`, ...(isCompressed && { code: 2, err }) };
  });

/** A folder of two versions: a good one, and a link to a file. */
function historyWith(path: string): string {
  const history = mkdtempSync(join(folder, "history-"));
  writeFileSync(join(history, "2026-01-01T000000Z.txt"), RULES);
  symlinkSync(path, join(history, "2026-02-01T000000Z.txt"));
  return history;
}

/** These commands take a folder for one of sites. */
const isNoFolder = ({ title }: Case): boolean => title !== "a folder";

const answered = [0, 1];
const agent = ["--agent", "Foo"];
const filter = ["filter", ...agent, "--robots", sites];

const rows: Readonly<Record<string, readonly Case[] | string>> = {
  check: eachKind((path) => ["check", path, ...agent, "/private"], answered),
  explain: eachKind((path) => ["explain", path, ...agent, "/private"], answered),
  test: eachKind((path) => ["test", path], 2, /:1: expected/),
  lint: kinds.map((kind) => ({
    title: `${kind} beside a good file`,
    words: ["lint", good, at(kind)],
    code: MISSING.includes(kind) ? 2 : answered,
    out: /good\.robots\.txt: nothing found/,
    ...(MISSING.includes(kind) && { err: /expected a readable file; got/ }),
  })),
  "language-server": "serves one editor until it ends",
  agents: eachKind((path) => ["agents", path], 0),
  diff: [
    ...eachKind((path) => ["diff", good, path, ...agent, "--url", "/private"], answered),
    {
      title: "records",
      words: ["diff", good, ...agent, "--recorded", "-"],
      input: Buffer.concat([json, Buffer.from('{"url":"/private","allowed":true}\n')]),
      code: 2,
      out: /^\/private\n {2}before {2}allowed\n {2}after {3}refused/,
      err: /line 2: expected a line of check --json[\s\S]*line 6: expected/,
    },
  ],
  fetch: "reads no files: hosts that cannot be reached have a row each (fetch.test.ts)",
  filter: [
    {
      title: "lines",
      words: [...filter, "--verdicts"],
      input: lines,
      code: 0,
      out: /^0\n-\n-\n-\n-\n1\n1\n$/,
      err: /4 invalid/,
    },
    {
      title: "NDJSON",
      words: [...filter, "--verdicts", "--field", "url"],
      input: json,
      code: 0,
      out: /^0\n-\n-\n-\n-\n-\n1\n$/,
      err: /5 invalid[\s\S]*first line that is not a URL, at byte 39/,
    },
    ...eachKind((path) => ["filter", ...agent, "--robots", path], 2, /expected/).filter(isNoFolder),
    {
      title: "a WARC cut in the middle",
      words: ["filter", ...agent, "--robots", cutWarc],
      code: 2,
      err: /unexpected end of file at byte/,
    },
  ],
  compile: [
    {
      title: "a folder of sites",
      words: ["compile", ...agent, "--output", archive, sites],
      code: 0,
      err: /skipped 1 file: its name is not a host[\s\S]*cannot be read, so their URLs are refused|cannot be read, so their URLs are refused[\s\S]*skipped 1 file: its name is not a host/,
    },
    {
      title: "a bad record",
      words: ["compile", ...agent, "--output", archive, badRecord],
      code: 0,
      err: /skipped 1 response: no valid WARC-Date/,
    },
    {
      title: "a WARC cut in the middle",
      words: ["compile", ...agent, "--output", archive, cutWarc],
      code: 2,
      err: /unexpected end of file at byte/,
    },
    ...["empty", ...otherFiles, "cut.warc.gz"]
      .filter((kind) => kind !== "a folder")
      .map((kind) => ({
        title: `${kind} beside a good WARC file`,
        words: ["compile", ...agent, "--output", at(`${kind}.rwa`), goodWarc, at(kind)],
        code: 2,
        err: /wrote 1 origin[\s\S]*skipped 1 file[\s\S]*ERR_INPUT[\s\S]*\.rwa\.incomplete was written/,
      })),
    ...eachKind((path) => ["compile", ...agent, "--output", archive, path], 2, /expected/).filter(isNoFolder),
  ],
  archive: eachKind((path) => ["archive", path], 2, /expected a/),
  survey: [
    {
      title: "a folder of sites",
      words: ["survey", "--format", "ndjson", sites],
      code: 0,
      out: /"site":"good\.example"/,
      err: /got a folder[\s\S]*a link that leads nowhere[\s\S]*its name is not a host/,
    },
    {
      title: "a list of ranks",
      words: ["survey", "--by", "site", "--format", "ndjson", "--ranks", ranks, goodWarc],
      code: 0,
      out: /"site":"https:\/\/good\.example".*"rank":7,/,
      err: /skipped 3 lines of --ranks; the first: .*ranks, line 1: expected RANK,HOST or HOST; got Rank,Host name/,
    },
    {
      title: "a bad record",
      words: ["survey", "--format", "ndjson", badRecord],
      code: 0,
      out: /good\.example/,
      err: /1 unreadable: response: no valid WARC-Date/,
    },
    {
      title: "a WARC cut in the middle",
      words: ["survey", "--format", "ndjson", cutWarc],
      code: 0,
      out: /good\.example/,
      err: /1 unreadable: expected complete gzip members/,
    },
  ],
  logs: [
    {
      title: "lines",
      words: ["logs", "--robots", good, "-"],
      input: Buffer.concat([
        Buffer.from('192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET /a HTTP/1.1" 200 2 "-" "Foo/1"\n'.repeat(9)),
        Buffer.from("what\n\0\n\xff\n", "latin1"),
      ]),
      code: 0,
      out: /3 lines (?:could|can) ?not be read/,
    },
    ...otherFiles.map((kind) => ({
      title: `${kind} beside a good log`,
      words: ["logs", "--robots", good, log, at(kind)],
      code: 2,
      out: /lines?, 0 requests[\s\S]*note: 1 log cannot be read to the end/,
      err: /\((?:ERR_INPUT|ENOENT|EISDIR)\)/,
    })),
    ...eachVersion("--robots", (path) => ["logs", "--robots", path, log]),
    ...eachVersion("a version of --history", (path) => ["logs", "--history", historyWith(path), log]),
    {
      title: "a log that is cut, whose lines before the damage count",
      words: ["logs", "--robots", good, cutLog],
      code: 2,
      out: /9 lines, 0 requests[\s\S]*note: 1 log cannot be read to the end/,
      err: /cut\.log\.gz: expected complete gzip; got unexpected end of file at byte \d+ \(ERR_INPUT\)/,
    },
  ],
  "origin-key": [{ title: "lines", words: ["origin-key"], input: lines, code: 0, out: /^\d+\n\n\n\n\n\d+\n\d+\n$/ }],
  tester: "serves a page until it ends",
};

it("every command of the command line has a row", () => {
  expect(Object.keys(rows).sort()).toEqual([...commandNames].sort());
});

describe.each(Object.entries(rows).filter((row): row is [string, readonly Case[]] => typeof row[1] !== "string"))(
  "%s",
  (_, cases) => {
    it.each(cases)("$title", async ({ words, input, code, err, out }) => {
      const isInProcess = input === undefined && !["compile", "filter", "survey", "logs"].includes(words[0]!);
      const ended: Ended = isInProcess ? await call(words) : run(words, input);
      expect(ended.err).not.toMatch(/^\s+at .*:\d+:\d+/m);
      expect([code].flat(), ended.err).toContain(ended.code);
      if (err !== undefined) expect(ended.err).toMatch(err);
      if (out !== undefined) expect(ended.out).toMatch(out);
    });
  },
);
