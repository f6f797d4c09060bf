/** Inputs and outputs that `robots-wasm filter` refuses, because URLs would be lost without a word. */
import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { program } from "../../support/program.ts";
import { tablesOf } from "../../support/tables.ts";
import { run, shell } from "./process.ts";

const { itEach } = tablesOf(import.meta.url);

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-filter-input-"));
const path = (name: string): string => join(folder, name);
mkdirSync(path("robots"));
const words = ["filter", "--agent", "A", "--robots", path("robots")];
const command = `${process.execPath} ${program}`;
const filter = `$FILTER --agent A --robots ${path("robots")}`;

describe("an input of which most lines are not URLs: exit code 2, also with --quiet", () => {
  const urls = "http://a.example/\nhttp://b.example/\n";
  it.each([
    ["CSV with quotes", '"http://a.example/","1"\n"http://b.example/","2"\n'],
    ["UTF-16", Buffer.from(`\ufeff${urls}`, "utf16le")],
    ["bzip2", Buffer.from("QlpoOTFBWSZTWUtXEB4AAANZgAAQQAAQAEAABAAgACAAIiMgTJpoaNMbmKTkWF3JFOFCQS1cQHg=", "base64")],
    ["three of five lines", `${urls}a\nb\nc\n`],
  ])("%s", (_, input) => {
    for (const more of [[], ["--quiet"], ["--jobs", "2"]]) {
      const { code, err } = run([...words, ...more, "--output", path("out")], input);
      expect({ code, err }).toEqual({
        code: 2,
        err: expect.stringMatching(/^robots-wasm: the input: expected at most half [^\n]* at byte \d+: [^\n]*\n$/),
      });
      expect(statSync(path("out"), { throwIfNoEntry: false })).toBeUndefined();
    }
    for (const more of [["--invalid", path("invalid")], ["--verdicts"]])
      expect(run([...words, ...more], input).code).toBe(0);
  });

  itEach<[title: string, input: string]>("%s of %j: exit code 0", (_, input) => {
    expect(run(words, input).code).toBe(0);
  });
});

describe("a CR at the end of a URL is a line end", () => {
  writeFileSync(path("robots/cr.example"), "User-agent: *\nDisallow: /\nAllow: /x$\n");
  itEach<[title: string, input: string, more: string[]]>(
    "a CR at the end of a URL is a line end: in %s",
    (_, input, more) => {
      expect(run([...words, "--verdicts", ...more], input).out).toBe("1\n");
    },
  );
});

describe("a byte order mark before the first line is skipped", () => {
  itEach<[title: string, input: string, more: string[]]>(
    "a byte order mark before the first line is skipped: %s",
    (_, input, more) => {
      const { code, out } = run([...words, ...more, "--missing", "allow"], input);
      expect({ code, out }).toEqual({ code: 0, out: input.slice(1) });
    },
  );

  it("of check, diff and lists of inputs", () => {
    writeFileSync(path("robots.txt"), "User-agent: *\nDisallow: /a\n");
    writeFileSync(path("urls.txt"), "\ufeff/a\n");
    writeFileSync(path("empty.txt"), "");
    expect(run(["check", path("robots.txt"), "-", "--agent", "A"], "\ufeff/a\n").out).toBe("refused  /a\n");
    const diff = ["diff", path("robots.txt"), path("empty.txt"), "--agent", "A", "--urls", path("urls.txt")];
    expect(run(diff).out).toMatch(/^\/a/);
    writeFileSync(path("list.txt"), `\ufeff${path("robots")}\n`);
    expect(
      run(["compile", "--agent", "A", "--output", path("x.rwar"), "--allow-empty", "--files-from", path("list.txt")])
        .code,
    ).toBe(0);
  });
});

it.each([
  ["filter", `${filter} --quiet < urls >> urls`],
  ["check", `${command} check robots.txt --agent A - < urls >> urls`],
])("%s: an output that is the input is refused, and unchanged", (_, command) => {
  writeFileSync(path("urls"), "http://a.example/\n".repeat(100_000));
  writeFileSync(path("robots.txt"), "");
  const { code, err } = shell(`cd ${folder}; timeout 20 ${command}`);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("another file than the input; got the same") });
  expect(readFileSync(path("urls"), "utf8").length).toBe(18 * 100_000);
});

it.skipIf(process.platform !== "linux")("a closed standard output is refused, the null device is not", () => {
  const feed = "echo http://a.example/ |";
  expect(shell(`${feed} ${filter} >&-`)).toMatchObject({ code: 2, err: expect.stringContaining("got a closed one") });
  expect(shell(`${feed} ${filter} > /dev/null`).code).toBe(0);
  expect(shell(`${feed} ${filter} --output ${path("kept")} >&-`).code).toBe(0);
});

it("origins are counted once, however URLs spell them", () => {
  const lines = [
    "http://a.example/",
    "http://A.example/",
    "http://a.example:80/",
    "http://u@a.example/",
    "https://a.example/",
  ];
  expect(run(words, lines.join("\n")).err).toContain("2 origins looked up, 2 not in --robots");
});

it("a line of more than 4 MiB is invalid", () => {
  const line = (bytes: number): string => `http://a.example/${"y".repeat(bytes - 18)}\n`;
  const { out, err } = run(words, line(4 * 2 ** 20) + line(4 * 2 ** 20 + 1) + line(30));
  expect(out.length).toBe(4 * 2 ** 20 + 30);
  expect(err).toContain("3 lines: 2 allowed, 0 refused, 1 invalid");
});
