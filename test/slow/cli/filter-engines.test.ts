/** What engines need of `robots-wasm filter`: verdicts by line, counts, columns, and a process that stays. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { program } from "../../support/program.ts";
import { call, type Ended, run, start } from "./process.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-engines-"));
const path = (name: string): string => join(folder, name);
mkdirSync(path("robots"));
writeFileSync(path("robots/a.example"), "User-agent: *\nDisallow: /x\n");
const words = ["filter", "--agent", "A", "--robots", path("robots")];
const filter = (input: string, ...more: string[]): Ended => run([...words, ...more], input);
const input = "http://a.example/x\nnot a URL\nhttp://a.example/y\n\nhttp://b.example/x\n";

describe("--verdicts", () => {
  it("writes one character for each line", () => {
    expect(filter(input, "--verdicts")).toMatchObject({ code: 0, out: "0\n-\n1\n-\n1\n" });
  });

  it("keeps the order with several jobs, and counts lines that are too long", () => {
    const lines = Array.from(
      { length: 20_000 },
      (_, i) => `http://a.example/${i % 3 === 0 ? "x" : "y"}${i}#${"z".repeat(500)}`,
    );
    lines[7000] = `http://a.example/${"y".repeat(5 * 2 ** 20)}`;
    const expected = lines.map((_, i) => (i === 7000 ? "-" : i % 3 === 0 ? "0" : "1"));
    for (const jobs of ["1", "2"]) {
      const { out } = filter(`${lines.join("\n")}\n`, "--verdicts", "--jobs", jobs);
      expect(out === `${expected.join("\n")}\n`).toBe(true);
    }
  });

  it("is not JSON", () => expect(filter("", "--verdicts", "--json")).toMatchObject({ code: 2, out: "" }));
});

it.each(["1", "2"])("--invalid writes the lines that are not URLs, --stats the counts, %s jobs", (jobs) => {
  const { out } = filter(input, "--invalid", path("invalid"), "--stats", path("stats"), "--jobs", jobs);
  expect(out.split("\n").sort()).toEqual(["", "http://a.example/y", "http://b.example/x"]);
  expect(readFileSync(path("invalid"), "utf8")).toBe("not a URL\n\n");
  expect(JSON.parse(readFileSync(path("stats"), "utf8"))).toEqual({
    lines: 5,
    allowed: 2,
    refused: 1,
    invalid: 2,
    origins: 2,
    missing: 1,
    unreadable: 0,
    truncated: 0,
    seconds: expect.any(Number),
    offset: 0,
    end: input.length,
    interrupted: false,
    agents: ["A"],
    dialect: "rfc9309",
    versions: { "robots-wasm": expect.stringMatching(/^\d/), node: process.version },
  });
});

it.each([
  ["--refused", "--invalid"],
  ["--stats", "--output"],
])("%s and %s cannot be one file", (one, other) => {
  expect(filter(input, one, path("same"), other, path("same"))).toMatchObject({ code: 2, out: "" });
});

describe("--field: the URL is a part of the line, and whole lines come out", () => {
  const tsv = "1\thttp://a.example/x\tfoo\r\n2\thttp://a.example/y\tbar\r\n3\n";
  it("a column of TSV", () => {
    const { out } = filter(tsv, "--field", "2", "--refused", path("refused"), "--invalid", path("invalid-tsv"));
    expect(out).toBe("2\thttp://a.example/y\tbar\r\n");
    expect(readFileSync(path("refused"), "utf8")).toBe("1\thttp://a.example/x\tfoo\r\n");
    expect(readFileSync(path("invalid-tsv"), "utf8")).toBe("3\n");
  });

  it("a key of NDJSON, with verdicts as JSON too", () => {
    const lines = '{"id":1,"url":"http:\\/\\/a.example\\/x"}\n{"id":2,"url":"http://a.example/y"}\n';
    expect(filter(lines, "--field", "url").out).toBe('{"id":2,"url":"http://a.example/y"}\n');
    const verdicts = filter(lines, "--field", "url", "--json").out.trim().split("\n");
    expect(verdicts.map((line) => JSON.parse(line).url)).toEqual(["http://a.example/x", "http://a.example/y"]);
  });
});

describe("--serve answers frames of lines", () => {
  const frame = (text: string): Buffer => {
    const head = Buffer.alloc(4);
    head.writeUInt32LE(Buffer.byteLength(text));
    return Buffer.concat([head, Buffer.from(text)]);
  };
  const answer = (verdicts: string): Buffer => {
    const head = Buffer.alloc(4);
    head.writeUInt32LE(verdicts.length);
    return Buffer.concat([head, Buffer.from(verdicts)]);
  };

  it("one after another, each as soon as it is decided, in pieces of any size", async () => {
    const process = start([...words, "--serve"]);
    const bytes = frame(input);
    process.stdin.write(bytes.subarray(0, 3));
    process.stdin.write(bytes.subarray(3));
    const [first] = await once(process.stdout, "data");
    expect(first).toEqual(answer("0-1-1"));
    process.stdin.end(Buffer.concat([frame(""), frame("http://a.example/x\n")]));
    const [rest, [code]] = await Promise.all([process.stdout.toArray(), once(process, "close")]);
    expect(Buffer.concat(rest)).toEqual(Buffer.concat([answer(""), answer("0")]));
    expect(code).toBe(0);
  });

  it.each([
    ["idle", Buffer.alloc(0)],
    ["with a part of a frame", frame(input).subarray(0, 9)],
  ])("SIGTERM while it is %s: exit code 130, and the output is named after what it covers", async (name, part) => {
    const output = join(folder, `served-${name.length}`);
    const process = start([...words, "--serve", "--output", output]);
    const first = frame(input);
    process.stdin.write(Buffer.concat([first, part]));
    const temporary = (): string | undefined =>
      readdirSync(folder).find((one) => one.startsWith(`.served-${name.length}.`));
    while (temporary() === undefined || statSync(join(folder, temporary()!)).size === 0) await sleep(20);
    process.kill("SIGTERM");
    expect((await once(process, "exit"))[0]).toBe(130);
    expect(existsSync(output)).toBe(false);
    expect(readFileSync(`${output}.part-0-${first.length}`)).toEqual(answer("0-1-1"));
  });

  it("a first frame whose length begins like gzip", () => {
    const line = "http://a.example/y\n";
    const text = line + "\n".repeat(0x8b1f - line.length);
    const { code, out } = run([...words, "--serve"], frame(text));
    expect({ code, out: out.slice(4, 8) }).toEqual({ code: 0, out: "1---" });
  });

  it("a frame longer than a block, and a line longer than one", () => {
    const lines = ["http://a.example/x", `http://a.example/${"y".repeat(3_000_000)}`, "http://a.example/y", ""];
    const text = `${"\n".repeat(1_500_000)}${lines.join("\n")}`;
    const bytes = spawnSync(process.execPath, [program, ...words, "--serve"], {
      input: frame(text),
      maxBuffer: 2 ** 28,
    }).stdout;
    expect(bytes.equals(answer(`${"-".repeat(1_500_000)}011`))).toBe(true);
  });

  it.each([
    ...[["--refused", "f"], ["--json"], ["--verdicts"], ["--invalid", "f"], ["--field", "2"], ["--stats", "f"]],
    ...[["--ordered"], ["--jobs", "2"], ["--offset", "1"]],
  ])("%s means nothing for frames: exit code 2", async (...option) => {
    expect(await call([...words, "--serve", ...option])).toMatchObject({
      code: 2,
      err: expect.stringContaining(`expected no ${option[0]} with --serve`),
    });
  });

  it.each([
    ["half a length", Buffer.from([1, 0]), "expected a complete frame"],
    ["half a frame", frame("http://a.example/\n").subarray(0, 9), "expected a complete frame"],
    ["a line without LF", frame("http://a.example/"), "expected a frame whose last line ends in LF"],
    ["a giant length", Buffer.from([255, 255, 255, 255]), "expected a frame of at most"],
  ])("%s: exit code 2", (_, bytes, message) => {
    expect(run([...words, "--serve"], bytes)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  });
});
