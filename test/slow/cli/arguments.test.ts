/** Arguments that commands have in common, as a user meets them. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { program } from "../../support/program.ts";
import { tablesOf } from "../../support/tables.ts";
import { call, type Ended, itRefuses } from "./process.ts";

const { itEach } = tablesOf(import.meta.url);

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-arguments-"));
const run = (words: readonly string[], input?: string): Promise<Ended> => call(words, input, folder);
const file = (name: string, text: string): void => writeFileSync(join(folder, name), text);
file("robots.txt", "User-agent: FooBot\nDisallow: /x\n\nUser-agent: *\nDisallow: /\n");
file("other.txt", "User-agent: *\nDisallow: /x\n");

describe("words that are not URLs are reported, the rest is decided, and the exit code is 2", () => {
  const first = 'the first is "cart": expected an absolute URL';

  it.each(["rfc9309", "google"])("check, %s", async (dialect) => {
    const words = ["cart", "mailto:a@b", "", "/a", "/x"];
    const { code, out, err } = await run(["check", "robots.txt", "--agent", "FooBot", "--dialect", dialect, ...words]);
    expect(out).toBe("invalid  cart\ninvalid  mailto:a@b\ninvalid  \nallowed  /a\nrefused  /x\n");
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`3 words are not URLs; ${first}`) });
  });

  it("check --json", async () => {
    const { code, out } = await run(["check", "robots.txt", "--agent", "FooBot", "--json", "cart", "/a"]);
    const lines = out.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { url: "cart", allowed: false, reason: "not-a-url" },
      { url: "/a", allowed: true },
    ]);
    expect(code).toBe(2);
  });

  it("explain", async () => {
    const { code, out, err } = await run(["explain", "robots.txt", "--agent", "FooBot", "cart", "/x"]);
    expect(out).toBe("invalid  cart  not a URL\nrefused  /x    line 2: Disallow: /x  (group FooBot)\n");
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`1 word is not a URL; ${first}`) });
  });

  it("a comment in a list on standard input", async () => {
    const { code, out } = await run(["check", "robots.txt", "--agent", "FooBot", "-"], "# URLs of today\n/a\n");
    expect({ code, out }).toEqual({ code: 2, out: "invalid  # URLs of today\nallowed  /a\n" });
  });

  it("diff", async () => {
    const words = ["diff", "robots.txt", "other.txt", "--agent", "FooBot", "--url", "cart", "--url", "/x"];
    expect(await run(words)).toEqual({ code: 2, out: "", err: expect.stringContaining(first) });
  });
});

itEach<[words: string[], message: string]>("an option that has one value is given once: %j", async (words, message) =>
  expect(await run(words)).toEqual({ code: 2, out: "", err: expect.stringContaining(`expected ${message}`) }),
);

it("compile does not write over its list of inputs", async () => {
  file("list", "robots.txt\n");
  const { code, err } = await run(["compile", "-a", "x", "--files-from", "list", "-o", "list"]);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("expected outputs to cover no input") });
});

const commands = [
  ["check", "robots.txt", "/"],
  ["explain", "robots.txt", "/", "--dialect", "google"],
  ["diff", "robots.txt", "--url", "/"],
  ["filter", "--robots", "."],
  ["compile", "--output", "archive", "."],
  ["fetch", "http://127.0.0.1:1"],
];

describe("--agent takes a product token", () => {
  it.each([
    ["a URL", "https://a.example/x"],
    ["an empty name", " "],
  ])("not %s", async (_, agent) => {
    for (const command of commands) {
      const { code, out, err } = await run([...command, "--agent", agent]);
      expect({ code, out, err }).toEqual({ code: 2, out: "", err: expect.stringContaining("expected") });
      expect(err).toMatch(/a product token/);
    }
  });

  itEach<[agent: string, out: string, note: string]>(
    "or a header, and says what it reads in it: %s",
    async (agent, out, note) => {
      const file = "User-agent: FooBot\nDisallow: /cart\n\nUser-agent: Googlebot\nAllow: /\n";
      const { out: printed, err } = await run(["check", "-", "/cart", "--agent", agent], file);
      expect(printed).toBe(out);
      expect(err).toContain(note);
      if (note === "") expect(err).toBe("");
    },
  );

  it("once in commands for one crawler, which says how to write several tokens", async () => {
    const { code, err } = await run(["filter", "--robots", ".", "-a", "A", "-a", "B"]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("write --agent A,B") });
  });
});

describe("several crawlers", () => {
  const crawlers = ["--agent", "FooBot", "-a", "Bar", "-a", "Bar,FooBot"];

  it("check prints a table", async () => {
    expect(await run(["check", "robots.txt", ...crawlers, "/x", "/y"])).toEqual({
      code: 1,
      out: [
        "FooBot   Bar      Bar,FooBot",
        "refused  refused  refused     /x",
        "allowed  refused  allowed     /y",
        "",
      ].join("\n"),
      err: "",
    });
  });

  it("check --json prints one object for each crawler", async () => {
    const { out } = await run(["check", "robots.txt", ...crawlers, "--json", "/y"]);
    const lines = out.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { url: "/y", agent: "FooBot", allowed: true },
      expect.objectContaining({ url: "/y", agent: "Bar", allowed: false }),
      { url: "/y", agent: "Bar,FooBot", allowed: true },
    ]);
  });

  it("explain prints a line for each crawler", async () => {
    expect((await run(["explain", "robots.txt", "-a", "FooBot", "-a", "Bar", "/x"])).out).toBe(
      [
        "/x",
        "  FooBot  refused  line 2: Disallow: /x  (group FooBot)",
        "  Bar     refused  line 5: Disallow: /  (group *)",
        "",
      ].join("\n"),
    );
  });
});

describe("a robots.txt that is cut or is a page: one line on standard error", () => {
  file("long.txt", `User-agent: *\n${"Disallow: /abcdefghij\n".repeat(30_000)}Disallow: /last\n`);
  file("page.txt", "<!DOCTYPE html><html><body>Not found</body></html>");
  const commands = [
    ["check", "FILE", "-a", "A", "/last"],
    ["explain", "FILE", "-a", "A", "/last"],
    ["diff", "FILE", "other.txt", "-a", "A", "--url", "/last"],
  ];

  it.each(commands)("%s says that rules after 512,000 bytes are ignored", async (...words) => {
    const { err } = await run(words.map((word) => (word === "FILE" ? "long.txt" : word)));
    expect(err).toBe(
      "robots-wasm: long.txt is longer than 512,000 bytes: rules after that are ignored (RFC 9309 §2.5)\n",
    );
  });

  it.each(commands)("%s says that the file looks like HTML", async (...words) => {
    const { err } = await run(words.map((word) => (word === "FILE" ? "page.txt" : word)));
    expect(err).toMatch(/^robots-wasm: page\.txt looks like an HTML page[^\n]*\n$/);
  });
});

describe("typing errors: the message suggests what was meant", () => {
  itRefuses(
    [
      [["chekc", "robots.txt"], "did you mean check?"],
      [["--versoin"], "got --versoin; did you mean --version?"],
      [["--hlep"], "got --hlep; did you mean --help?"],
      [["check", "robots.txt", "--agnet", "A", "/"], "got --agnet; did you mean --agent?"],
      [["check", "robots.txt", "-a", "A", "--dialect", "gogle", "/"], "google"],
      [["compile", "-a", "A", "--policy", "gogle", "-o", "archive", "."], "did you mean google?"],
      [["check", "robots.txt", "--agent"], "expected --agent with a value; got none"],
      [["check", "robots.txt", "--agent", "--json", "/"], "got the option --json"],
      [["check", "robots.txt", "-a", "A", "--json=1", "/"], "expected --json without a value"],
    ],
    run,
  );
});

describe("help", () => {
  it.each(["check", "explain", "test", "lint", "diff", "fetch", "filter", "compile"])("help %s", async (command) => {
    const { code, out } = await run(["help", command]);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(new RegExp(`^Usage: robots-wasm ${command} `)),
    });
    expect((await run([command, "--help"])).out).toBe(out);
  });

  it("of an unknown command is an error", async () => {
    expect(await run(["help", "chekc"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("did you mean check?"),
    });
  });
});

describe("a command that waits for a person to type says so", () => {
  /** `script` of util-linux, which every Debian has, runs the command on a terminal of its own. */
  const typed = (words: string, text: string): string =>
    spawnSync("script", ["-qec", `${process.execPath} ${program} ${words}`, "/dev/null"], {
      input: `${text}\u0004`,
      env: { ...process.env, NO_COLOR: "1" },
      cwd: folder,
      timeout: 500_000,
      encoding: "utf8",
    }).stdout;

  it.skipIf(process.platform !== "linux").each([
    [
      "check - --agent FooBot /x",
      "User-agent: *\nDisallow: /x\n",
      "reading a robots.txt from the terminal",
      "refused  /x",
    ],
    ["check robots.txt --agent FooBot -", "/x\n", "reading URLs, one per line, from the terminal", "refused  /x"],
  ])("%s", (words, text, notice, verdict) => {
    const out = typed(words, text);
    expect(out).toContain(`${notice}; press Ctrl+D to end`);
    expect(out).toContain(verdict);
  });
});
