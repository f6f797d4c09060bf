/** `robots-wasm filter` as an operator meets it: the built program, real files, real signals, a full disk. */
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { tablesOf } from "../../support/tables.ts";
import { itRefuses, run, shell, start } from "./process.ts";

const { itEach } = tablesOf(import.meta.url);

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-filter-"));
const robots = join(folder, "robots");
mkdirSync(join(robots, "https"), { recursive: true });
const file = (name: string, text: string): void => writeFileSync(join(robots, name), text);
file("a.example", "User-agent: *\nDisallow: /x\n");
file("a.example_8080", "User-agent: *\nDisallow: /z\n");
file("b.example", "User-agent: *\nDisallow: /plain\n");
file("https/b.example", "User-agent: *\nDisallow: /secure\n");
file("xn--bcher-kva.example", "User-agent: *\nDisallow: /\n");
symlinkSync("circle", join(folder, "circle"));
const words = ["filter", "--agent", "FooBot", "--robots", robots];
const path = (name: string): string => join(folder, name);
const read = (name: string): string => readFileSync(path(name), "utf8");

/** Allowed lines of a few. */
const allowed = (lines: readonly string[], more: readonly string[] = []): string[] =>
  run([...words, ...more], `${lines.join("\n")}\n`)
    .out.split("\n")
    .slice(0, -1);

itEach<[title: string, lines: string[], kept: number[]]>("files of a folder serve: %s", (_, lines, kept) =>
  expect(allowed(lines)).toEqual(kept.map((i) => lines[i])),
);

it("host names lead nowhere but to files of the folder", () => {
  writeFileSync(path("outside"), "User-agent: *\nDisallow: /");
  const lines = ["http://../outside", "http://./", "http://https/", `http://${"a".repeat(300)}.example/`];
  expect(allowed(lines)).toEqual(lines);
});

describe("where no robots.txt is known", () => {
  const lines = ["https://a.example/", "https://none.example/", "https://none.example/robots.txt"];
  it("allow is the default", () => expect(allowed(lines)).toEqual(lines));
  it("refuse", () => expect(allowed(lines, ["--missing", "refuse"])).toEqual([lines[0], lines[2]]));
  it.each([1, 2])("fetch, each origin once however it is spelled, %i jobs", async (jobs) => {
    let requests = 0;
    const server = createServer((request, response) => {
      if (request.url === "/robots.txt") requests++;
      response.end("User-agent: FooBot\nDisallow: /private\n");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const origins = ["", "me@", "Me@"].map((me) => `http://${me}127.0.0.1:${(server.address() as AddressInfo).port}`);
    const fetching = ["--addresses", "any", "--jobs", String(jobs), "--ordered"];
    const process = start(["filter", "--agent", "FooBot", ...fetching]);
    const wanted = Array.from({ length: 3000 }, (_, i) => `${origins[i % 3]}/${i}#${PADDING}`);
    const refused = ["/private", "/a/../private", "/private/../a"];
    process.stdin.end(`${wanted.map((url, i) => `${url}\n${origins[0]}${refused[i % 3]}\n`).join("")}`);
    const [chunks, told] = await Promise.all([process.stdout.toArray(), process.stderr.toArray()]);
    server.close();
    expect(Buffer.concat(chunks).toString().split("\n").slice(0, -1)).toEqual(wanted);
    expect(Buffer.concat(told).toString()).toMatch(/looked up, 0 without robots\.txt;/);
    expect(requests).toBe(1);
  });
});

it("lines that are not URLs are left out, counted and shown, without their control characters", () => {
  const { code, out, err } = run(words, "http://a.example/\n\u001b[31m\n\nhttp://a.example/y\n");
  expect({ code, out }).toEqual({ code: 0, out: "http://a.example/\nhttp://a.example/y\n" });
  expect(err).toContain("4 lines: 2 allowed, 0 refused, 2 invalid");
  expect(err).toContain("at byte 18: ");
  expect(err).not.toContain("\u001b");
});

itEach<[title: string, input: string, out: string]>("lines come out as they came in: %s", (_, input, out) =>
  expect(run(words, input)).toMatchObject({ code: 0, out }),
);

describe("long things", () => {
  it("a line of a megabyte is decided, one of five is counted", () => {
    const long = `http://a.example/${"y".repeat(2 ** 20)}`;
    const tooLong = `http://a.example/${"y".repeat(5 * 2 ** 20)}`;
    const { out, err } = run(words, `${long}\n${tooLong}\nhttp://a.example/x${long}\nhttp://a.example/\n`);
    expect(out === `${long}\nhttp://a.example/\n`).toBe(true);
    expect(err).toContain("4 lines: 2 allowed, 1 refused, 1 invalid");
    expect(run([...words, "--verdicts"], tooLong).err).toContain("1 invalid");
  });

  it("a robots.txt of 2.7 MB counts as far as the standard asks", () => {
    const rules = (length: number): string => "Disallow: /abcdefghij\n".repeat(Math.ceil(length / 22));
    file("large.example", `User-agent: *\nDisallow: /first\n${rules(2_700_000)}Disallow: /last\n`);
    const lines = ["http://large.example/first", "http://large.example/abcdefghijk", "http://large.example/last"];
    const { out, err } = run(words, lines.join("\n"));
    expect(out).toBe(`${lines[2]}\n`);
    expect(err).toContain("1 robots.txt is longer than 512,000 bytes: rules after that are ignored");
    expect(run(["compile", "-a", "A", "-o", path("large"), robots]).err).toContain(
      "1 robots.txt is longer than 512,000",
    );
  });
});

/** Makes lines so long that a few thousand fill several windows. */
const PADDING = "z".repeat(3000);

/** Some origins, some paths, something that is not a URL, in a fixed order without an order in it. */
function frontier(count: number): string[] {
  const hosts = ["a.example", "b.example", "a.example:8080", "none.example", "B.example"];
  const paths = ["/", "/x", "/y?q=1", "/plain/1", "/secure", "/z"];
  return Array.from({ length: count }, (_, i) => {
    const random = Math.imul(i + 1, 0x9e3779b1) >>> 0;
    if (random % 97 === 0) return `not a URL ${i}`;
    return `${random % 2 ? "http" : "https"}://${hosts[(random >>> 4) % 5]}${paths[(random >>> 8) % 6]}#${i}${PADDING}`;
  });
}

describe("the same verdicts however they are computed", () => {
  const lines = frontier(6_000);
  const input = `${lines.join("\n")}\n`;
  const wanted = run([...words, "--refused", path("refused-by-one")], input);

  it.each([
    ["--jobs", "2", "--ordered"],
    ["--jobs", "3", "--ordered"],
    ["--output", path("output")],
  ])("%s %s %s", (...more) => {
    const { out, err } = run([...words, ...more, "--refused", path("refused")], input);
    expect(more[0] === "--output" ? read("output") : out).toBe(wanted.out);
    expect(read("refused")).toBe(read("refused-by-one"));
    expect(err.split("\n")[0]).toBe(wanted.err.split("\n")[0]);
  });

  it("jobs without order: the same lines", () => {
    const { out } = run([...words, "--jobs", "2"], input);
    expect(out.split("\n").sort()).toEqual(wanted.out.split("\n").sort());
  });

  it("jobs without order: no host is looked up twice, and the first line that is not a URL has its place", () => {
    const many = Array.from({ length: 9000 }, (_, i) => `http://host${i % 300}.example/${i}#${PADDING}`);
    many[7001] = "not a URL";
    const [one, three] = ["1", "3"].map((jobs) => {
      const { err } = run([...words, "--missing", "allow", "--jobs", jobs, "--stats", path("stats")], many.join("\n"));
      const { lines, origins, invalid } = JSON.parse(read("stats"));
      return { lines, origins, invalid, first: err.split("\n").find((line) => line.includes("at byte")) };
    });
    expect(one).toMatchObject({ lines: 9000, origins: 300, invalid: 1, first: expect.stringContaining('"not a URL"') });
    expect(three).toEqual(one);
  });

  it("gzip, also in several members", () => {
    const middle = input.indexOf("\n", input.length / 2) + 5;
    const members = [input.slice(0, middle), input.slice(middle)].map((text) => gzipSync(text));
    expect(run(words, Buffer.concat(members)).out).toBe(wanted.out);
  });

  it("in two parts, by offset", () => {
    const middle = input.indexOf("\n", input.length / 3) + 1;
    writeFileSync(path("urls"), input);
    writeFileSync(path("urls.gz"), gzipSync(input));
    const first = run(words, input.slice(0, middle)).out;
    const offset = String(Buffer.byteLength(input.slice(0, middle)));
    expect(first + run([...words, "--offset", offset], input).out).toBe(wanted.out);
    for (const name of ["urls", "urls.gz"]) {
      const { out } = shell(`$FILTER --agent FooBot --robots ${robots} --offset ${offset} < ${path(name)}`);
      expect(first + out).toBe(wanted.out);
    }
  });

  it("an offset inside a line: an error, no half URL", () => {
    writeFileSync(path("urls"), "http://a.example/?http://a.example/\n");
    for (const from of [`< ${path("urls")}`, `< <(cat ${path("urls")})`]) {
      const { code, out, err } = shell(`$FILTER --agent A --robots ${robots} --offset 18 ${from}`);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toContain("the input at byte 18: expected the start of a line");
    }
  });

  it("as JSON, with rule and line", () => {
    const verdicts = run([...words, "--json", "--jobs", "2", "--ordered"], input)
      .out.trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const urls = verdicts.filter((one) => one.allowed).map((one) => one.url);
    expect(urls).toEqual(wanted.out.split("\n").slice(0, -1));
    expect(verdicts).toHaveLength(lines.filter((line) => line.startsWith("http")).length);
    expect(verdicts.find((one) => one.url.startsWith("https://b.example/secure"))).toMatchObject({
      allowed: false,
      reason: "rule",
      rule: { directive: "disallow", pattern: "/secure", line: 2 },
    });
  });
});

describe("ends that come early", () => {
  const endless = "while :; do printf 'http://a.example/%s\\n' x y z; done";

  it("a reader that goes away: quietly", () => {
    const { out, err } = shell(`${endless} | $FILTER --agent A --robots ${robots} | head -n 3`);
    expect(out).toBe("http://a.example/y\nhttp://a.example/z\nhttp://a.example/y\n");
    expect(err).toBe("");
  });

  it("a reader of messages that goes away: the work is done", () => {
    const feed = `mkfifo ${path("feed")}; (sleep 1; echo http://a.example/) > ${path("feed")} &`;
    const { code, out } = shell(`${feed} $FILTER --agent A --robots ${robots} < ${path("feed")} 2> >(exec true)`);
    expect({ code, out }).toEqual({ code: 0, out: "http://a.example/\n" });
  });

  it.each([1, 2])("an interrupt: what is written is whole and says how far it goes, %i jobs", async (jobs) => {
    const name = `interrupted-${jobs}`;
    const more = ["--output", path(name), "--jobs", String(jobs), "--ordered"];
    const process = start([...words, ...more]);
    const lines = frontier(5_000);
    const input = `${lines.join("\n")}\nhttp://a.example/cut`;
    process.stdin.on("error", () => {});
    process.stdin.write(input);
    const errors: Buffer[] = [];
    process.stderr.on("data", (chunk) => errors.push(chunk));
    // It has written something when it is interrupted, and waits for more.
    const temporary = (): string | undefined => readdirSync(folder).find((one) => one.startsWith(`.${name}.`));
    while (temporary() === undefined || statSync(path(temporary()!)).size === 0) await sleep(20);
    process.kill("SIGINT");
    const [code] = await once(process, "exit");
    const text = Buffer.concat(errors).toString();
    expect({ code, text }).toMatchObject({ code: 130 });
    const offset = /--offset (\d+)/.exec(text)![1]!;
    expect(existsSync(path(name))).toBe(false);
    const rest = run([...words, "--offset", offset], input).out;
    expect(read(`${name}.part-0-${offset}`) + rest).toBe(run(words, input).out);
    expect(Number(offset)).toBeGreaterThan(0);
  });

  itEach<[title: string, target: string]>("a full disk: %s", (_, target) => {
    const lines = "http://a.example/\\nhttp://a.example/x\\n";
    const { code, err } = shell(`printf '${lines}' | $FILTER --agent A --robots ${robots} ${target}`);
    expect(code).toBe(2);
    expect(err).toMatch(/^robots-wasm: [^\n]*no space left on device[^\n]*\n$/);
  });

  it("a full disk, while the input goes on", () => {
    const { code, err } = shell(`${endless} | $FILTER --agent A --robots ${robots} --output /dev/full`);
    expect({ code, lines: err.split("\n").length }).toEqual({ code: 2, lines: 2 });
  });

  it.each(["plain", "gzip"])("a full disk, while a %s input waits: the program does not wait for it", async (kind) => {
    const process = start([...words, "--output", "/dev/full"]);
    const lines = Buffer.from(frontier(2_000).join("\n"));
    process.stdin.on("error", () => {});
    process.stdin.write(kind === "gzip" ? gzipSync(lines) : lines);
    const errors: Buffer[] = [];
    process.stderr.on("data", (chunk) => errors.push(chunk));
    const [code] = await once(process, "exit");
    expect(code).toBe(2);
    expect(Buffer.concat(errors).toString()).toMatch(/^robots-wasm: [^\n]*no space left on device[^\n]*\n$/);
  });

  it.each([1, 2])("a robots.txt that cannot be read: its URLs are refused, the rest is decided, %i jobs", (jobs) => {
    symlinkSync("loop.example", join(robots, "loop.example"));
    const lines = "http://a.example/\nhttp://loop.example/\n".repeat(10);
    const { code, out, err } = run([...words, "--jobs", String(jobs)], lines);
    const compiled = run(["compile", "-a", "FooBot", "-o", path("with-loop"), robots]);
    rmSync(join(robots, "loop.example"));
    expect({ code, out }).toEqual({ code: 0, out: "http://a.example/\n".repeat(10) });
    expect(err).toContain(
      `1 robots.txt cannot be read, so its URLs are refused: ${join(robots, "loop.example")}: a loop of links`,
    );
    expect(compiled.err).toContain(
      `1 robots.txt cannot be read, so its URLs are refused: ${join(robots, "loop.example")}`,
    );
    expect(run(["filter", "-a", "FooBot", "--robots", path("with-loop")], lines)).toMatchObject({ code: 0, out });
  });

  it.each([1, 2])("--robots that is neither a folder nor an archive nor a WARC file, %i jobs", (jobs) => {
    writeFileSync(path("some.txt"), "User-agent: *\n");
    const all = ["filter", "--agent", "A", "--robots", path("some.txt"), "--jobs", String(jobs)];
    const { code, err } = run(all, "http://a.example/\n");
    expect(code).toBe(2);
    expect(err).toMatch(/^robots-wasm: [^\n]*some\.txt: expected a WARC record at byte 0[^\n]*\n$/);
  });

  it("a folder as the input: an error, not silence", () => {
    const { code, err } = shell(`$FILTER --agent A --robots ${robots} < ${folder}`);
    expect({ code, err }).toEqual({
      code: 2,
      err: "robots-wasm: the input: expected a file or a pipe; got a folder\n",
    });
  });

  it("a truncated gzip: an error, and no output file", () => {
    const whole = gzipSync(frontier(5_000).join("\n"));
    const { code, err } = run([...words, "--output", path("truncated")], whole.subarray(0, whole.length - 100));
    expect(code).toBe(2);
    expect(err).toMatch(/^robots-wasm: [^\n]*unexpected end of file at byte \d+\n$/);
    expect(readdirSync(folder).filter((name) => name.includes("truncated"))).toEqual([]);
  });

  it("other bytes after a gzip, also behind zeros: an error, not silence", () => {
    for (const rest of ["http://a.example/", "\0\0http://a.example/"]) {
      const { code, err } = run(words, Buffer.concat([gzipSync("http://a.example/\n"), Buffer.from(rest)]));
      expect(code).toBe(2);
      expect(err).toMatch(/^robots-wasm: the input: expected complete gzip members; got [^\n]*\n$/);
    }
  });

  it("SIGKILL at any moment: no output file, or the whole one", async () => {
    const input = `${frontier(8_000).join("\n")}\n`;
    const startedAt = performance.now();
    const whole = run(words, input).out;
    const tookMs = performance.now() - startedAt;
    const rounds = 12;
    for (let round = 0; round < rounds; round++) {
      const name = `killed-${round}`;
      const process = start([...words, "--output", path(name), "--jobs", String((round % 2) + 1)]);
      process.stdin.on("error", () => {});
      process.stdin.end(input);
      const killMs = (tookMs * (round + Math.random())) / rounds;
      setTimeout(() => process.kill("SIGKILL"), killMs);
      await once(process, "exit");
      if (!existsSync(path(name))) continue;
      expect(read(name).split("\n").sort(), `killed after ${killMs} ms`).toEqual(whole.split("\n").sort());
    }
  });
});

describe("misuse: exit code 2, one line", () => {
  itRefuses([
    [["filter"], "expected --agent TOKEN"],
    [["filter", "--agent", ""], "empty"],
    [["filter", "--agent", "A", "--robots", path("nowhere")], "no such file"],
    [["filter", "--agent", "A", "--robots", join(robots, "a.example", "x")], "got not a directory"],
    [["filter", "--agent", "A", "--robots", path("circle")], "too many symbolic links"],
    [["filter", "--agent", "A", "--missing", "guess"], "allow, refuse, mark, fetch"],
    [["filter", "--agent", "A", "--jobs", "0"], "--jobs"],
    [["filter", "--agent", "A", "--offset", "-1"], "expected --offset to be an integer from 0"],
    [["filter", "--agent", "A", "urls.txt"], "urls.txt"],
    [["filter", "--agent", "A", "--output", "same", "--refused", "same"], "two files"],
    [["filter", "--agent", "A", "--output", "same", "--refused", "./same"], "two files"],
    [["filter", "--agent", "A", "--output", "same", "--refused", resolve("same")], "two files"],
    [["filter", "--agent", "A", "--user-agent", "a\nb"], "userAgent"],
    [["filter", "--agent", "A", "--output", path("same"), "--refused", `${robots}/../same`], "two files"],
    [["filter", "--agent", "A", "--missing", "allow", "--output", path("no/such/folder")], "no such file"],
  ]);

  itEach<[title: string, target: string]>("one file for both: %s", (_, target) => {
    writeFileSync(path("same"), "as it was");
    const { code, err } = shell(
      `cd ${folder}; ln -sf same link; $FILTER --agent A --missing refuse ${target} < /dev/null`,
    );
    expect(code).toBe(2);
    expect(err).toMatch(/^robots-wasm: [^\n]*two files[^\n]*\n$/);
  });
});
