/** `robots-wasm diff`, `explain --trace` and `--lenient` as a user meets them. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { call, type Ended, itRefuses } from "./process.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-diff-"));
writeFileSync(join(folder, "old.txt"), "User-agent: *\nDisallow: /a\n");
writeFileSync(join(folder, "new.txt"), "User-agent: *\nDisallow: /a\nAllow: /a/b*\n");
writeFileSync(join(folder, "urls.txt"), "/a\r\n/a/b\r\n\r\n/c\r\n");

const inFolder = (words: readonly string[], input?: string): Promise<Ended> => call(words, input, folder);

describe("diff of versions", () => {
  const question = ["diff", "old.txt", "new.txt", "--agent", "x"];
  it("shows what changes", async () => {
    expect(await inFolder([...question, "--urls", "urls.txt"])).toEqual({
      code: 1,
      out: "/a/b\n  before  refused  line 2: Disallow: /a\n  after   allowed  line 3: Allow: /a/b*\n",
      err: "",
    });
  });
  it("exits 0 when nothing does", async () => {
    expect(await inFolder([...question, "--url", "/a", "--url", "/c"])).toEqual({ code: 0, out: "", err: "" });
  });
  it("reads URLs from standard input and prints JSON", async () => {
    const { code, out } = await inFolder([...question, "--urls", "-", "--json"], "/a/b\n/a\n");
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ url: "/a/b", before: { allowed: false }, after: { allowed: true } });
  });
});

describe("diff for audiences", () => {
  writeFileSync(join(folder, "loses.txt"), "User-agent: *\nDisallow: /a\n\nUser-agent: bingbot\nDisallow: /\n");
  writeFileSync(join(folder, "moved.txt"), "# moved\n\nUser-agent: *\nDisallow: /a\n");
  const question = ["diff", "old.txt", "loses.txt"];

  it("says the worst first, and the responsible line", async () => {
    const { code, out, err } = await inFolder(question);
    expect({ code, err }).toEqual({ code: 1, err: "" });
    expect(out).toMatch(/^Not safe yet\. Bing could no longer fetch any page\.\n/);
    expect(out).toMatch(/^Google Search +nothing changes$/m);
    expect(out).toMatch(/^Bing +loses your whole site {2}line 5: Disallow: \/$/m);
    expect(out).toContain("We do not know your pages");
  });

  it("counts given URLs, and fails on losses alone if asked to", async () => {
    const { code, out } = await inFolder(["diff", "old.txt", "new.txt", "--urls", "urls.txt", "--fail-on", "lost"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^Google Search +gains 1 of 3 pages {2}line 3: Allow: \/a\/b\*$/m);
    expect((await inFolder(["diff", "old.txt", "new.txt", "--urls", "urls.txt"])).code).toBe(1);
    expect((await inFolder([...question, "--fail-on", "lost"])).code).toBe(1);
  });

  it("leaves out URLs of other hosts, and says so", async () => {
    const lines = "https://s.example/a/b\nhttps://t.example/a/b\n/c\n";
    const { out, err } = await inFolder(["diff", "old.txt", "new.txt", "--urls", "-"], lines);
    expect(out).toMatch(/^Google Search +gains 1 of 2 pages/m);
    expect(err).toBe("robots-wasm: left out 1 URL of other hosts: the versions count for s.example\n");
  });

  it("exits 0 when nothing changes", async () =>
    expect(await inFolder(["diff", "old.txt", "moved.txt"])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Safe to publish\.\n/),
    }));

  it("writes Markdown, annotations and JSON", async () => {
    const markdown = (await inFolder([...question, "--format", "markdown", "--agent", "Bing"])).out;
    expect(markdown).toContain("| bingbot | loses your whole site | line 5\\: Disallow\\: / |");
    const github = (await inFolder([...question, "--format", "github"])).out;
    expect(github).toBe(
      "::error file=loses.txt,line=5,title=robots.txt::Bing: loses your whole site (line 5: Disallow: /)\n",
    );
    const bing = (await inFolder([...question, "--json"])).out.split("\n").find((line) => line.includes('"bing"'))!;
    expect(JSON.parse(bing)).toMatchObject({ refusedBefore: 0, refusedAfter: 1, lost: { whole: ["bingbot"] } });
  });
});

describe("diff with what another version has said", async () => {
  const explained = (await inFolder(["explain", "old.txt", "--agent", "x", "--json", "-"], "/a\n/a/b\n/c\n")).out;
  writeFileSync(join(folder, "explained.jsonl"), explained);
  writeFileSync(join(folder, "checked.jsonl"), '{"url":"/a","allowed":true}\r\n\r\n{"url":"/c","allowed":true}\r\n');
  const question = ["diff", "new.txt", "--agent", "x"];

  it("shows what changes, with the rules before and after", async () =>
    expect(await inFolder([...question, "--recorded", "explained.jsonl"])).toEqual({
      code: 1,
      out: "/a/b\n  before  refused  line 2: Disallow: /a\n  after   allowed  line 3: Allow: /a/b*\n",
      err: "",
    }));
  it("makes do with verdicts alone", async () =>
    expect((await inFolder([...question, "--recorded", "checked.jsonl"])).out).toBe(
      "/a\n  before  allowed\n  after   refused  line 2: Disallow: /a\n",
    ));
  it("reads the record from standard input and prints JSON", async () => {
    const { code, out } = await inFolder([...question, "--recorded", "-", "--json"], explained);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ url: "/a/b", before: { rule: { line: 2 } }, after: { rule: { line: 3 } } });
  });
  it("exits 0 when nothing changes", async () =>
    expect(await inFolder(["diff", "old.txt", "--agent", "x", "--recorded", "explained.jsonl"])).toEqual({
      code: 0,
      out: "",
      err: "",
    }));
  it.each([
    ["URLs as well", ["--recorded", "explained.jsonl", "--url", "/a"], "expected one FILE and no URLs"],
    ["two files", ["old.txt", "--recorded", "explained.jsonl"], "expected one FILE and no URLs"],
    ["a file without records", ["--recorded", "urls.txt"], "line 1: expected a line of check --json"],
  ])("refuses %s", async (_, words, message) => {
    const { code, err } = await inFolder([...question, ...words]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) });
  });
  it.each([
    '{"url":"/a","allowed":true,"rule":null}',
    '{"url":"/a","allowed":true,"rule":5}',
    '{"url":"/a","allowed":true,"rule":{}}',
    '{"url":"/a","allowed":true,"reason":5}',
    "{",
    "[]",
    "\0",
  ])("leaves %j out, counts it, and compares the others", async (bad) => {
    const record = `{"url":"/","allowed":true}\n${bad}\n{"url":"/a","allowed":true}\n`;
    const { code, out, err } = await inFolder([...question, "--recorded", "-"], record);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("line 2: expected a line of check --json") });
    expect(out).toBe("/a\n  before  allowed\n  after   refused  line 2: Disallow: /a\n");
  });
});

describe("diff of dialects", () => {
  it("names the columns", async () => {
    const { code, out } = await inFolder([
      "diff",
      "new.txt",
      "--agent",
      "x",
      "--url",
      "/a/b",
      "--dialect",
      "rfc9309",
      "--dialect",
      "koster1996",
    ]);
    expect(code).toBe(1);
    expect(out).toBe(
      "/a/b\n  rfc9309       allowed  line 3: Allow: /a/b*\n  koster1996    refused  line 2: Disallow: /a  by rules.order, rules.wildcards\n",
    );
  });
});

describe("diff: misuse", () => {
  itRefuses(
    [
      [["diff"], "got 0 files"],
      [["diff", "old.txt", "--url", "/"], "expected --agent TOKEN"],
      [
        ["diff", "old.txt", "new.txt", "--format", "html"],
        "expected --format to be one of text, json, markdown, github",
      ],
      [["diff", "old.txt", "new.txt", "--fail-on", "none"], "expected --fail-on to be one of any, lost"],
      [["diff", "old.txt", "new.txt", "--json", "--format", "json"], "expected --json or --format"],
      [["diff", "old.txt", "new.txt", "--agent", "x", "--url", "/", "--format", "text"], "got it for one crawler"],
      [["diff", "old.txt", "--agent", "x"], "expected either --url URL or --urls FILE"],
      [["diff", "old.txt", "--agent", "x", "--url", "/", "--dialect", "google"], "expected two dialects or more"],
      [["diff", "-", "--agent", "x", "--urls", "-"], "standard input"],
      [["diff", "-", "-", "--agent", "x", "--url", "/"], "expected standard input in one place; got - in 2"],
      [["diff", "-", "--agent", "x", "--recorded", "-"], "expected standard input in one place; got - in 2"],
      [["diff", "old.txt", "--agent", "x", "--url", "-"], "--urls - for standard input"],
      [["diff", "old.txt", "--agent", "x", "--url", "/", "--lenient", "typos"], "expected --lenient with two files"],
      [["diff", "old.txt", "gone.txt", "--agent", "x", "--url", "/"], "no such file"],
    ],
    inFolder,
  );
});

describe("explain --trace", () => {
  it("shows groups, path and every rule that matches", async () => {
    const { code, out } = await inFolder(["explain", "new.txt", "--agent", "x", "--trace", "https://h/a/%62#c"]);
    expect(code).toBe(0);
    expect(out).toBe(
      [
        "allowed  https://h/a/%62#c  line 3: Allow: /a/b*  (group *)",
        "  agents      x is not named; the groups for * apply",
        "  group       line 1: *, 2 rules",
        "  path        /a/b",
        "  decides     rank 0, line 3: Allow: /a/b*  (compared as /a/b)",
        "  matches     rank 1, line 2: Disallow: /a",
        "",
      ].join("\n"),
    );
  });
});

describe("--lenient", () => {
  it("turns a liberty on", async () => {
    const typo = "User-agent: *\nDisalow: /a\n";
    expect((await inFolder(["check", "-", "--agent", "x", "/a"], typo)).code).toBe(0);
    expect((await inFolder(["check", "-", "--agent", "x", "--lenient", "typos", "/a"], typo)).code).toBe(1);
    expect(
      (await inFolder(["check", "-", "--agent", "x", "--dialect", "google", "--lenient", "typos=false", "/a"], typo))
        .code,
    ).toBe(0);
  });
  it("refuses invalid input", async () => {
    const { code, err } = await inFolder(["check", "old.txt", "--agent", "x", "--lenient", "kindness", "/"]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("got kindness") });
  });
});
