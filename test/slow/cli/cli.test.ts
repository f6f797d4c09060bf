/** The command line as a user meets it: the built program in a process of its own. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdtempSync, openSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { describe, expect, it } from "vitest";
import { program } from "../../support/program.ts";
import { sized } from "../../support/sized.ts";
import { call, itRefuses, run } from "./process.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-"));
const file = join(folder, "robots.txt");
writeFileSync(file, "User-agent: FooBot\nDisallow: /x\nAllow: /x/y\n\nUser-agent: *\nDisallow: /\n");

describe("check", () => {
  it("exits 0 when all URLs are allowed", () => {
    expect(run(["check", file, "--agent", "FooBot", "/", "https://a.example/x/y"])).toEqual({
      code: 0,
      out: "allowed  /\nallowed  https://a.example/x/y\n",
      err: "",
    });
  });

  it("exits 1 when one is refused", () => {
    expect(run(["check", file, "--agent", "FooBot", "/x", "/"])).toMatchObject({
      code: 1,
      out: "refused  /x\nallowed  /\n",
    });
  });

  it.each([
    [["FooBot", "BarBot"], "/", 1],
    [["BarBot", "FooBot"], "/", 1],
    [["FooBot", "BarBot"], "/x", 1],
    [["FooBot", "FooBot-2"], "/x/y", 0],
  ])("exits 1 when one of several crawlers is refused: %j, %s: %i", async (names, url, code) => {
    const both = "User-agent: FooBot\nUser-agent: FooBot-2\nDisallow: /x\nAllow: /x/y\n\nUser-agent: *\nDisallow: /\n";
    const several = join(folder, "several.txt");
    writeFileSync(several, both);
    expect((await call(["check", several, ...names.flatMap((name) => ["--agent", name]), url])).code).toBe(code);
  });

  it("reads the file from standard input", () => {
    expect(run(["check", "-", "--agent", "x", "/a"], "User-agent: *\nDisallow: /a")).toMatchObject({ code: 1 });
  });

  it("reads URLs from standard input, more than a batch", () => {
    const urls = Array.from({ length: 10_000 }, (_, i) => (i % 2 ? "/x" : `/${i}`));
    const { code, out } = run(["check", file, "--agent", "FooBot", "--json", "-"], urls.join("\r\n"));
    const verdicts = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(code).toBe(1);
    expect(verdicts).toEqual(
      urls.map((url) => ({ url, allowed: url !== "/x", ...(url === "/x" && { isFinal: true }) })),
    );
  });

  it("ends lines of standard input at LF and CRLF alone", () => {
    const { out } = run(["check", file, "--agent", "FooBot", "--json", "-"], "/a\u2028/x\n/b\r/x\r\n\n/x");
    const urls = out.split("\n").slice(0, -1);
    expect(urls.map((line) => JSON.parse(line).url)).toEqual(["/a\u2028/x", "/b\r/x", "/x"]);
  });

  it("decides URLs that are not UTF-8 as the bytes they are, also across chunks", () => {
    const odd = join(folder, "odd.txt");
    writeFileSync(odd, Buffer.from("User-agent: *\nDisallow: /\xff\n", "latin1"));
    const lines = "/\xff\n/\xfe\n/\xc3\xa9\n".repeat(20_000);
    const { code, out } = run(["check", odd, "--agent", "x", "-"], Buffer.from(lines, "latin1"));
    expect(code).toBe(1);
    const requested = (verdicts: string): string => `(fetch requests ${verdicts})`;
    const three = [
      `refused  /\ufffd  ${requested("/%FF: refused")}`,
      `allowed  /\ufffd  ${requested("/%EF%BF%BD: allowed")}`,
      `allowed  /é  ${requested("/%C3%A9: allowed")}`,
    ];
    expect(out === `${three.join("\n")}\n`.repeat(20_000)).toBe(true);
  });

  it("takes the first of several tokens that the file names", () => {
    expect(run(["check", file, "--agent", "FooBot-Images,FooBot", "/"])).toMatchObject({ code: 0 });
  });

  it("reads in the dialect asked for", () => {
    const first = "User-agent: *\nAllow: /\nDisallow: /a\n";
    expect(run(["check", "-", "--agent", "x", "--dialect", "koster1996", "/a"], first).code).toBe(0);
    expect(run(["check", "-", "--agent", "x", "/a"], first).code).toBe(1);
  });

  it("keeps control characters from the terminal", () => {
    expect(run(["check", file, "--agent", "FooBot", "/\u001b[31m"]).out).toMatch(/^allowed {2}\/\\x1b\[31m {2}\(/);
  });
});

describe("explain", () => {
  it("names rule, line and group", () => {
    const { code, out } = run(["explain", file, "--agent", "FooBot", "/x", "/x/y", "/z", "/robots.txt"]);
    expect(code).toBe(1);
    expect(out.split("\n")).toEqual([
      "refused  /x           line 2: Disallow: /x  (group FooBot)",
      "allowed  /x/y         line 3: Allow: /x/y  (group FooBot)",
      "allowed  /z           no rule matches",
      "allowed  /robots.txt  robots.txt itself is always allowed",
      "",
    ]);
  });

  it("writes one JSON object a line", () => {
    const { out } = run(["explain", file, "--agent", "FooBot", "--json", "/x"]);
    expect(JSON.parse(out)).toEqual({
      url: "/x",
      allowed: false,
      reason: "rule",
      rule: { directive: "disallow", pattern: "/x", line: 2 },
      agent: "FooBot",
      dialect: "rfc9309",
      isFinal: true,
    });
  });
});

describe("a crawler that ignores groups for *", () => {
  const star = "User-agent: *\nDisallow: /a\n\nUser-agent: AdsBot-Google-Mobile\nDisallow: /a\n";
  const fetched = "AdsBot-Google ignores groups for *, so Google fetches it";

  it("keeps the verdict of the protocol and its exit code, and says what the crawler does", () => {
    expect(run(["check", "-", "--agent", "AdsBot-Google", "/a", "/b"], star)).toMatchObject({
      code: 1,
      out: `refused  /a  (${fetched})\nallowed  /b\n`,
    });
    const { code, out } = run(["explain", "-", "--agent", "AdsBot-Google", "/a"], star);
    expect(code).toBe(1);
    expect(out.split("\n").slice(0, 2)).toEqual([
      "refused  /a  line 2: Disallow: /a  (group *)",
      `  crawler     ${fetched}`,
    ]);
  });

  it.each(["check", "explain"])("%s --json has it as a field", (command) => {
    const { out } = run([command, "-", "--agent", "AdsBot-Google", "--json", "/a", "/b"], star);
    const lines = out.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).fetchedAnyway)).toEqual([fetched, undefined]);
  });

  it("says nothing where a group names it", () =>
    expect(run(["check", "-", "--agent", "AdsBot-Google-Mobile", "/a"], star).out).toBe("refused  /a\n"));
});

describe("misuse: exit code 2, one line on standard error", () => {
  itRefuses([
    [[], "expected a command"],
    [["nonsense"], "got nonsense"],
    [["check"], "expected a FILE"],
    [["check", file, "/"], "expected --agent TOKEN"],
    [["check", file, "--agent", ""], "empty"],
    [["check", file, "--agent", "x"], "expected a URL"],
    [["check", join(folder, "none"), "--agent", "x", "/"], "no such file"],
    [["check", folder, "--agent", "x", "/"], "got a folder"],
    [["check", file, "--agent", "x", "--dialect", "klingon", "/"], "expected one of rfc9309"],
    [["check", file, "--agent", "x", "--wrong", "/"], "--wrong"],
    [["check", file, "--agent", "x", "--trace", "/"], "expected --trace with explain"],
    [["check", "-", "--agent", "x", "-"], "got both"],
    [["check", file, "--agent", "x", "-", "/"], "- alone"],
  ]);
});

describe("standard input that cannot be read: exit code 2, one line", () => {
  // A folder without a file that is named as a host is refused before the input is read.
  writeFileSync(join(folder, "shop.example"), "");
  it.each([
    ["check", "a folder", ["check", file, "--agent", "x", "-"]],
    ["explain", "a folder", ["explain", file, "--agent", "x", "-"]],
    ["filter", "a folder", ["filter", "--agent", "x", "--robots", folder]],
    ["check", "a file open for writing only", ["check", file, "--agent", "x", "-"]],
    ["explain", "a file open for writing only", ["explain", file, "--agent", "x", "-"]],
  ])("%s from %s", (_, name, words) => {
    const input = name === "a folder" ? openSync(folder, "r") : openSync(join(folder, "write-only"), "w");
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], { stdio: [input] });
    closeSync(input);
    expect({ status, out: stdout.toString() }).toEqual({ status: 2, out: "" });
    expect(stderr.toString()).toMatch(/^robots-wasm: (the input: )?(expected|could not) [^\n]*\n$/);
  });

  it("a line that no URL is as long as", () => {
    const { code, out, err } = run(["check", file, "--agent", "x", "-"], Buffer.alloc(2 ** 26 + 2 ** 20, "a"));
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^robots-wasm: expected lines of at most \d+ bytes[^\n]*\n$/);
  });

  it("lines before one that is too long are decided", () => {
    const input = Buffer.concat([Buffer.from("/x\n"), Buffer.alloc(5 * 2 ** 20, "a"), Buffer.from("\n/\n")]);
    expect(run(["check", file, "--agent", "FooBot", "-"], input)).toMatchObject({ code: 2, out: "refused  /x\n" });
  });

  const count = sized(60, 600);
  // 60 MB in a heap of 48, or more than a string can hold.
  it(`${count} lines of a megabyte are decided in little memory`, async () => {
    const words = [program, "check", file, "--agent", "FooBot", "--json", "-"];
    const child = spawn(process.execPath, ["--max-old-space-size=48", ...words]);
    let lines = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      lines += chunk.filter((byte) => byte === 10).length;
    });
    const line = Buffer.alloc(2 ** 20, "a")
      .fill("/x", 0, 2)
      .fill("\n", 2 ** 20 - 1);
    const input = Readable.from(
      (function* () {
        for (let i = 0; i < count; i++) yield line;
      })(),
    );
    const [code] = await Promise.all([once(child, "close").then(([code]) => code), pipeline(input, child.stdin)]);
    expect({ code, lines }).toEqual({ code: 1, lines: count });
  });

  it("without a URL: nothing would be decided", () => {
    for (const input of ["", "\n\r\n"]) {
      const { code, out, err } = run(["check", file, "--agent", "x", "-"], input);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toContain("expected URLs on standard input, one per line; got none");
    }
  });
});

it("an empty robots.txt on standard input is said: it allows everything", () => {
  const { code, out, err } = run(["check", "-", "--agent", "x", "/a"], "");
  expect({ code, out }).toEqual({ code: 0, out: "allowed  /a\n" });
  expect(err).toBe("robots-wasm: standard input is empty: an empty robots.txt allows everything\n");
});

it.skipIf(!existsSync("/dev/full"))("exit codes do not depend on who reads standard error", () => {
  const codeOf = (words: readonly string[]): number | null =>
    spawnSync(process.execPath, [program, ...words], { stdio: ["ignore", "ignore", openSync("/dev/full", "w")] })
      .status;
  expect(codeOf(["filter", "--agent", "x", "--robots", folder, "--output", "/dev/null"])).toBe(0);
  expect(codeOf(["check", file, "--agent", "x"])).toBe(2);
});

it("exits with 2 after a bug, and shows its stack: 1 would be a verdict", () => {
  const broken = "data:text/javascript,process.stdout.write = () => { throw new Error('a bug'); };";
  const { status, stderr } = spawnSync(process.execPath, ["--import", broken, program, "--version"]);
  expect({ status, stderr: stderr.toString() }).toEqual({ status: 2, stderr: expect.stringMatching(/a bug\n +at /) });
});

it("tells its version and its use", async () => {
  for (const word of ["--version", "-v", "-V"]) expect(run([word]).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect((await call(["--help"])).out).toContain("check");
  expect(await call(["check", "--help"])).toMatchObject({ code: 0, err: "" });
});
