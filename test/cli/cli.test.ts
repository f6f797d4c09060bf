/** The command line as a user meets it: the built program in a process of its own. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "./process.ts";

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
    expect(verdicts).toEqual(urls.map((url) => ({ url, allowed: url !== "/x" })));
  });

  it("takes the first of several agents that has a group", () => {
    expect(run(["check", file, "--agent", "FooBot-Images", "--agent", "FooBot", "/"])).toMatchObject({ code: 0 });
  });

  it("reads in the dialect asked for", () => {
    const first = "User-agent: *\nAllow: /\nDisallow: /a\n";
    expect(run(["check", "-", "--agent", "x", "--dialect", "koster1996", "/a"], first).code).toBe(0);
    expect(run(["check", "-", "--agent", "x", "/a"], first).code).toBe(1);
  });

  it("keeps control characters from the terminal", () => {
    expect(run(["check", file, "--agent", "FooBot", "/\u001b[31m"]).out).toBe("allowed  /\\x1b[31m\n");
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
    });
  });
});

describe("misuse: exit code 2, one line on standard error", () => {
  it.each([
    [[], "expected a command"],
    [["nonsense"], "got nonsense"],
    [["check"], "expected a FILE"],
    [["check", file, "/"], "expected --agent TOKEN"],
    [["check", file, "--agent", ""], "empty"],
    [["check", file, "--agent", "x"], "expected a URL"],
    [["check", join(folder, "none"), "--agent", "x", "/"], "no such file"],
    [["check", folder, "--agent", "x", "/"], "a directory"],
    [["check", file, "--agent", "x", "--dialect", "klingon", "/"], "expected one of rfc9309"],
    [["check", file, "--agent", "x", "--wrong", "/"], "--wrong"],
    [["check", "-", "--agent", "x", "-"], "got both"],
    [["check", file, "--agent", "x", "-", "/"], "- alone"],
  ])("%j", (words, message) => {
    const { code, out, err } = run(words);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^robots-wasm: [^\n]*\n$/);
    expect(err).toContain(message);
  });
});

it("tells its version and its use", () => {
  expect(run(["--version"]).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(run(["--help"]).out).toContain("check");
  expect(run(["check", "--help"])).toMatchObject({ code: 0, err: "" });
});
