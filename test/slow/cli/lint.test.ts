/** `robots-wasm lint`. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { program } from "../../support/program.ts";
import { tablesOf } from "../../support/tables.ts";
import { call, type Ended, itRefuses } from "./process.ts";

const { itEach } = tablesOf(import.meta.url);

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-lint-"));
writeFileSync(join(folder, "bad.txt"), "User-agent: *\nDisallow: private/\nDisallow: /x*\n");
writeFileSync(join(folder, "unknown.json"), '{"rules":[]}');
writeFileSync(join(folder, "wrong.json"), '{"ignore":"trailing-star"}');
writeFileSync(join(folder, "clean.txt"), "User-agent: *\nDisallow: /x\n");

const lint = (words: readonly string[], input?: string): Promise<Ended> => call(["lint", ...words], input, folder);

describe("for people", () => {
  it("shows the line and a caret under the span", async () => {
    const { code, out } = await lint(["bad.txt", "--ignore", "trailing-star"]);
    expect(code).toBe(1);
    expect(out).toBe(
      [
        "bad.txt:2:11: error: the pattern starts with neither / nor * [pattern-without-slash]",
        "  | Disallow: private/",
        "  |           ^^^^^^^^",
        "  Paths start with a slash, so this pattern never matches. (RFC 9309 §2.2.2)",
        "  also reported by Lighthouse",
        "  probably meant: /private/",
        "",
        "bad.txt: 1 error",
        "",
      ].join("\n"),
    );
  });

  it("colours the severity and the caret if it is to", async () => {
    const words = ["lint", "bad.txt", "--ignore", "trailing-star"];
    const { stdout } = spawnSync(process.execPath, [program, ...words], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, FORCE_COLOR: "1" },
    });
    expect(stdout).toContain("bad.txt:2:11: \u001b[31merror\u001b[0m: the pattern");
    expect(stdout).toContain("  |           \u001b[31m^^^^^^^^\u001b[0m\n");
    expect((await lint(words.slice(1))).out).not.toContain("\u001b");
  });

  it("names a folder in the place of a file", async () =>
    expect(await lint([folder])).toEqual({
      code: 2,
      out: "",
      err: `robots-wasm: expected a readable file; got a folder: ${folder}\n`,
    }));

  it("says so if there is no finding", async () => {
    expect(await lint(["clean.txt"])).toEqual({ code: 0, out: "clean.txt: nothing found\n", err: "" });
  });

  it("escapes control characters", async () => {
    expect((await lint(["-"], "User-agent: *\nDisallow: \u001b[31mx\n")).out).not.toContain("\u001b");
    writeFileSync(join(folder, "\u001b[31m.txt"), "");
    expect((await lint(["\u001b[31m.txt"])).out).toBe("\\x1b[31m.txt: nothing found\n");
    expect((await lint(["\u001b[31m"])).err).toContain("no such file or directory: \\x1b[31m\n");
  });

  it.each(["little", "big"])("shows the text of UTF-16, %s-endian", async (order) => {
    const bytes = Buffer.from("\ufeffUser-agent: *\nDisallow: x\n", "utf16le");
    writeFileSync(join(folder, "wide.txt"), order === "little" ? bytes : bytes.swap16());
    expect((await lint(["wide.txt"])).out).toContain("  | Disallow: x\n  |           ^\n");
  });

  it("shows a byte order mark and counts it for the caret", async () => {
    const { out } = await lint(["-", "--fail-on", "info"], "\ufeffDisallow: /a#b\n");
    expect(out).toContain("  | \\ufeffDisallow: /a#b\n  | ^^^^^^\n");
    expect(out).toContain(`  | \\ufeffDisallow: /a#b\n  | ${" ".repeat(18)}^\n`);
  });

  it("cuts long lines", async () => {
    const { out } = await lint(["-"], `User-agent: *\nDisallow: ${"x".repeat(100_000)}\n`);
    for (const line of out.split("\n")) expect(line.length).toBeLessThan(400);
  });

  it("marks what it cuts with …", async () => {
    const word = "x".repeat(200);
    const { out } = await lint(["-"], `User-agent: *\nDisallow: ${word} a ${word}\nDisallow: /a#b${word}\n`);
    const rows = out.split("\n").filter((row) => /[xb]{50}/.test(row));
    expect(rows.length).toBeGreaterThan(2);
    for (const row of rows) expect(row).toMatch(/…$/);
  });

  it("reports a name that crawlers do not request", async () => {
    writeFileSync(join(folder, "Robots.txt"), "User-agent: *\nDisallow: /a\n");
    const { code, out } = await lint(["Robots.txt"]);
    expect(code).toBe(1);
    expect(out).toContain(
      "Robots.txt:1:1: warning: the file is called Robots.txt; crawlers request robots.txt [file-name]",
    );
  });
});

describe("a configuration file with crawlers of your own", () => {
  const linted = (agents: unknown): Promise<Ended> => {
    writeFileSync(join(folder, "agents.json"), JSON.stringify({ agents }));
    return lint(["-", "--config", "agents.json"], "User-agent: ShopBott\nDisallow: /a\n");
  };
  it("finds names that are misspelt", async () =>
    expect((await linted([{ token: "ShopBot" }])).out).toContain(
      "this is not ShopBot; did you mean it? [misspelt-agent]",
    ));
  itEach<[agents: string | (string | { tokn: string })[], message: string]>("refuses %j", async (agents, message) =>
    expect(await linted(agents)).toMatchObject({ code: 2, err: expect.stringContaining(message) }),
  );
});

describe("for programs", () => {
  it("prints one finding per line", async () => {
    const lines = (await lint(["bad.txt", "clean.txt", "--format", "json"])).out.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line)).map(({ file, line, code }) => [file, line, code])).toEqual([
      ["bad.txt", 2, "pattern-without-slash"],
      ["bad.txt", 3, "trailing-star"],
    ]);
    expect((await lint(["bad.txt", "--json"])).out).toBe((await lint(["bad.txt", "--format", "json"])).out);
  });

  it("prints SARIF", async () => {
    const log = JSON.parse((await lint(["bad.txt", "--format", "sarif"])).out);
    expect(log).toMatchObject({ version: "2.1.0", runs: [{ results: [{ ruleId: "pattern-without-slash" }, {}] }] });
  });
});

it("says that a file passes here and not in another tool", async () => {
  const licensed = "User-agent: *\nAllow: /\nLicense: https://h/l.xml\n";
  expect((await lint(["-"], licensed)).out).toContain("-: 1 info; passes here, but not in Lighthouse\n");
  expect((await lint(["-", "--fail-on", "info"], licensed)).out).toMatch(/-: 1 info\n$/);
  expect((await lint(["-"], "User-agent: *\nDisallow: /\n")).out).not.toContain("passes here");
});

describe("the exit code", () => {
  const info = "User-agent: *\nDisallow: /x*\n";
  itEach<[level: string, code: number]>("with hints only and --fail-on %s", async (level, code) =>
    expect((await lint(["-", "--fail-on", level], info)).code).toBe(code),
  );

  itRefuses(
    [
      [[], "expected a FILE"],
      [["missing.txt"], "no such file"],
      [["-", "clean.txt", "-"], "expected standard input in one place; got - in 2"],
      [["clean.txt", "--format", "xml"], "expected --format to be one of text, json, sarif; got xml"],
      [["clean.txt", "--fail-on", "fatal"], "expected --fail-on to be one of info, warning, error; got fatal"],
      [["clean.txt", "--dialect", "latin"], "expected one of rfc9309"],
      [["clean.txt", "--ignore", "nonsense"], "expected codes of findings; got nonsense"],
      [["clean.txt", "--frobnicate"], "--frobnicate"],
      [["clean.txt", "--profile", "old"], "expected --profile to be one of modern, bing, all; got old"],
      [["-", "--fix"], "expected files with --fix; got -"],
      [
        ["clean.txt", "--config", "missing.json"],
        "expected a readable --config; got no such file or directory: missing.json",
      ],
      [["clean.txt", "--config", "clean.txt"], "clean.txt: expected a JSON object"],
      [
        ["clean.txt", "--config", "unknown.json"],
        "expected the keys dialect, url, profile, failOn, ignore, agents; got rules",
      ],
      [["clean.txt", "--config", "wrong.json"], 'expected ignore to be a list of codes; got "trailing-star"'],
    ],
    lint,
  );
});

describe("--fix", () => {
  const fixable = (lines: string): string => {
    writeFileSync(join(folder, "fixable.txt"), `User-agent: *\n${lines}`);
    return "fixable.txt";
  };
  const written = (): string => readFileSync(join(folder, "fixable.txt"), "utf8");
  const codesOf = (out: string): string[] =>
    out
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line).code);

  it("writes the fixes, which keep every verdict, and prints the remaining findings", async () => {
    const { code, out, err } = await lint([
      "--fix",
      fixable("Disallow: private/\nDisallow: /a*\nRobot: x\n"),
      "--json",
    ]);
    expect(written()).toBe("User-agent: *\nDisallow: private/\nDisallow: /a\nRobot: x\n");
    expect({ code, err, found: codesOf(out) }).toEqual({
      code: 1,
      err: "fixable.txt: 1 fix applied\n",
      found: ["pattern-without-slash", "unknown-key"],
    });
  });

  it("keeps a refusal that hangs on a star", async () => {
    await lint(["--fix", fixable("Allow: /\nDisallow: /*\n")]);
    expect(written()).toBe("User-agent: *\nAllow: /\nDisallow: /*\n");
  });

  it("=repairs writes the repairs as well, and names the verdicts that change", async () => {
    const { code, err } = await lint(["--fix=repairs", fixable("Disallow: private/\nDisallow: /a*\n")]);
    expect(written()).toBe("User-agent: *\nDisallow: /private/\nDisallow: /a\n");
    expect({ code, err }).toEqual({
      code: 0,
      err: "fixable.txt: 1 fix and 1 repair applied\nfixable.txt: * may no longer fetch /private/ (rfc9309, google)\n",
    });
  });

  it("has no other value", async () => {
    const { code, err } = await lint([`--fix=repair`, "clean.txt"]);
    expect({ code, err }).toEqual({
      code: 2,
      err: "robots-wasm: expected --fix without a value or --fix=repairs; got --fix=repair; did you mean repairs?\n",
    });
  });
});

describe("several files of which one cannot be read", () => {
  it("prints the findings of the others, names the one, and exits with 2", async () => {
    const { code, out, err } = await lint(["bad.txt", "missing.txt", "clean.txt"]);
    expect(code).toBe(2);
    expect(out).toContain("bad.txt: 1 error, 1 info\nclean.txt: nothing found\n");
    expect(err).toBe("robots-wasm: expected a readable file; got no such file or directory: missing.txt\n");
  });

  it("fixes the others", async () => {
    writeFileSync(join(folder, "star.txt"), "User-agent: *\nDisallow: /a*\n");
    const { code, err } = await lint(["--fix", "missing.txt", "star.txt"]);
    expect(readFileSync(join(folder, "star.txt"), "utf8")).toBe("User-agent: *\nDisallow: /a\n");
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("missing.txt\nstar.txt: 1 fix applied\n") });
  });

  it("writes no SARIF log if none can be read: it would say that all mistakes are gone", async () =>
    expect(await lint(["missing.txt", "--format", "sarif"])).toMatchObject({ code: 2, out: "" }));
});

describe("ignore comments in the file", () => {
  const silent = "# robots-wasm-ignore-file trailing-star, pattern-without-slash\nUser-agent: *\nDisallow: x*\n";

  it("cannot hide findings silently", async () => {
    expect(await lint(["-"], silent)).toEqual({
      code: 0,
      out: "-: nothing found, 2 hidden by ignore comments (--no-ignore-comments shows them)\n",
      err: "",
    });
    for (const format of ["json", "sarif"])
      expect((await lint(["-", "--format", format], silent)).err).toBe(
        "robots-wasm: -: ignore comments in the file hide 2 findings; to see them, add --no-ignore-comments\n",
      );
  });

  it("have no effect with --no-ignore-comments", async () => {
    const { code, out, err } = await lint(["-", "--no-ignore-comments"], silent);
    expect({ code, err }).toEqual({ code: 1, err: "" });
    expect(out).toContain("-: 1 error, 1 info\n");
  });
});

describe("a configuration file that is hostile", () => {
  it.each([
    ["nests deeply in a list", `{"ignore":${"[".repeat(20_000)}${"]".repeat(20_000)}}`, "a list of codes; got array"],
    ["nests deeply in objects", `{"url":${'{"a":'.repeat(9000)}1${"}".repeat(9000)}}`, "a string; got object"],
    ["nests deeply under an unknown key", `{"x":${"[".repeat(20_000)}${"]".repeat(20_000)}}`, "got x"],
    ["is not closed", "[".repeat(50_000), "expected a JSON object"],
    ["is too long", " ".repeat(100_001), "expected --config of at most 100000 bytes; got 100001: deep.json"],
  ])("%s", async (_, text, message) => {
    writeFileSync(join(folder, "deep.json"), text);
    const { code, err } = await lint(["clean.txt", "--config", "deep.json"]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) });
  });

  it.skipIf(process.platform === "win32")("is a FIFO, also under the default name", async () => {
    const message = "expected --config to be a regular file; got another kind";
    execFileSync("mkfifo", ["robots-lint.json"], { cwd: folder });
    expect(await lint(["clean.txt"])).toMatchObject({ code: 2, err: expect.stringContaining(message) });
    expect(await lint(["clean.txt", "--config", "robots-lint.json"])).toMatchObject({ code: 2 });
    rmSync(join(folder, "robots-lint.json"));
    expect(await lint(["clean.txt", "--config", "."])).toMatchObject({
      code: 2,
      err: expect.stringContaining(message),
    });
  });
});

describe("the configuration file", () => {
  it("gives options, and the command line overrides them", async () => {
    writeFileSync(join(folder, "config.json"), '{"failOn":"error","profile":"all","ignore":["pattern-without-slash"]}');
    const { code, out } = await lint(["bad.txt", "--config", "config.json"]);
    expect(code).toBe(0);
    expect(out).toContain("[wildcard-dependent]");
    expect((await lint(["bad.txt", "--config", "config.json", "--fail-on", "info"])).code).toBe(1);
    expect((await lint(["bad.txt", "--config", "config.json", "--profile", "modern"])).out).not.toContain("wildcard");
  });

  it("is robots-lint.json in the working directory by default", async () => {
    writeFileSync(join(folder, "robots-lint.json"), '{"failOn":"error","ignore":["pattern-without-slash"]}');
    expect((await lint(["bad.txt"])).code).toBe(0);
    rmSync(join(folder, "robots-lint.json"));
    expect((await lint(["bad.txt"])).code).toBe(1);
  });
});
