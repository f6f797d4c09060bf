/** The GitHub Action: its entry script as the runner starts it, and the declaration beside it. */
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { installedCommand, root, run } from "../../support/packed.ts";

const declaration = readFileSync(join(root, "action.yml"), "utf8");
const script = join(root, "scripts/action.mjs");

interface Outcome {
  readonly status: number | string | null;
  readonly stdout: string;
  readonly summary: string;
  readonly outputs: string;
  readonly sarif: () => { runs: { results: { ruleId: string }[] }[] };
}

/** Runs the action in a workspace that holds `files`. */
async function act(
  files: Record<string, string>,
  inputs: Record<string, string>,
  prepare: (cwd: string) => Promise<Record<string, string>> = async () => ({}),
): Promise<Outcome> {
  const cwd = mkdtempSync(join(tmpdir(), "robots-wasm-action-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  const [summary, outputs] = [join(cwd, "summary.md"), join(cwd, "outputs")];
  for (const file of [summary, outputs]) writeFileSync(file, "");
  const env = {
    ROBOTS_WASM_COMMAND: await installedCommand(),
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_OUTPUT: outputs,
    ...(await prepare(cwd)),
    ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name}`, value])),
  };
  const { status, stdout } = await run(process.execPath, [script], { cwd, env });
  return {
    status,
    stdout,
    summary: readFileSync(summary, "utf8"),
    outputs: readFileSync(outputs, "utf8"),
    sarif: () => JSON.parse(readFileSync(join(cwd, "robots-wasm.sarif"), "utf8")),
  };
}

const CLEAN = "User-agent: *\nDisallow: /cart\n";
const BROKEN = "User-agent: *\nDisallow: private/\n";

describe("files", () => {
  it("that are clean pass", async () => {
    const { status, summary, outputs, sarif } = await act({ "robots.txt": CLEAN }, { FILES: "robots.txt" });
    expect(status).toBe(0);
    expect(summary).toContain("No findings.");
    expect(outputs).toMatch(/^findings=0\nsarif=.*robots-wasm\.sarif\n$/);
    expect(sarif().runs[0]!.results).toEqual([]);
  });

  it("with an error fail, with summary, annotation and SARIF", async () => {
    const { status, stdout, summary, outputs, sarif } = await act(
      { "a.txt": CLEAN, "b.txt": BROKEN },
      { FILES: "a.txt\n b.txt \n" },
    );
    expect(status).toBe(1);
    expect(stdout).toContain("::error file=b.txt,line=2,col=11,title=pattern-without-slash::");
    expect(summary).toContain("| b.txt | 2 | error | pattern-without-slash |");
    expect(outputs).toContain("findings=1");
    expect(sarif().runs[0]!.results.map(({ ruleId }) => ruleId)).toEqual(["pattern-without-slash"]);
  });

  it.each([
    ["error", "User-agent: *\nDisallow: /a*\n", 0],
    ["never", BROKEN, 0],
    ["warning", BROKEN, 1],
  ])("fail from the level %s on", async (level, text, expected) => {
    expect((await act({ "r.txt": text }, { FILES: "r.txt", FAIL_ON: level })).status).toBe(expected);
  });

  it("that are missing are misuse, said in an annotation", async () => {
    const { status, stdout } = await act({}, { FILES: "none.txt" });
    expect(status).toBe(2);
    expect(stdout).toMatch(/^::error::.*none\.txt/m);
  });

  it("cannot write commands of the runner or Markdown by what they hold", async () => {
    const hostile = "User-agent: *\nDisallow: x<img src=x>|`::error::%0A::stop-commands::x\n";
    const { stdout, summary } = await act({ "r.txt": hostile }, { FILES: "r.txt" });
    for (const line of stdout.trim().split("\n"))
      expect(line).toMatch(/^::(error|warning|notice) (file=r\.txt|title=)/);
    expect(summary).not.toContain("<img");
  });

  it("shows angle brackets in the summary as they are written", async () => {
    const { summary } = await act({ "<b>|&.txt": BROKEN }, { FILES: "<b>|&.txt" });
    expect(summary).toContain("| &#60;b&#62;\\|&#38;.txt | 2 |");
  });
});

describe("names cannot be taken for something else", () => {
  const ASSERTIONS = "robots: robots.txt\ntests:\n  - agent: GoodBot\n    refused: /other\n";

  it("a line feed in the path of the SARIF log writes no further output", async () => {
    const { status, stdout, outputs } = await act(
      { "r.txt": BROKEN },
      { FILES: "r.txt", SARIF: "log.sarif\nfindings=0" },
    );
    expect({ status, outputs }).toEqual({ status: 2, outputs: "" });
    expect(stdout).toMatch(/^::error::sarif: expected a path/);
  });

  it("a file named like a command of the runner starts no line that the runner reads", async () => {
    const missing = await act({}, { FILES: "::error::none.txt" });
    expect([missing.status, missing.stdout]).toEqual([2, expect.stringMatching(/^::error::[^:][^\n]*none\.txt\n$/)]);
    const { status, stdout } = await act(
      { "robots.txt": CLEAN, "::error::a.yaml": ASSERTIONS },
      { ASSERTIONS: "::error::a.yaml" },
    );
    const [, token, text] = /^::stop-commands::([0-9a-f-]{36})\n([\s\S]*)\n::\1::\n$/.exec(stdout)!;
    expect([status, token!.length, text]).toEqual([1, 36, expect.stringContaining("::error::a.yaml:4: GoodBot")]);
  });

  it("a file named - is a file, not standard input", async () => {
    const { status, stdout } = await act({ "-": BROKEN }, { FILES: "-" });
    expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringContaining("file=./-,line=2") });
    expect((await act({}, { FILES: "-" })).status).toBe(2);
    expect((await act({}, { ASSERTIONS: "-" })).status).toBe(2);
  });

  it.each(["-", "robots.txt", "a.example"])("the site %s is misuse", async (site) =>
    expect(await act({ "robots.txt": CLEAN }, { SITE: site })).toMatchObject({ status: 2 }),
  );
});

it.each([
  ["nothing to do", {}],
  ["an unknown level", { FILES: "r.txt", FAIL_ON: "sometimes" }],
])("%s is misuse", async (_, inputs) => {
  const { status, stdout } = await act({ "r.txt": CLEAN }, inputs);
  expect(status).toBe(2);
  expect(stdout).toContain("::error::");
});

describe("a pull request", () => {
  const git = (cwd: string, ...words: string[]) =>
    run("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], { cwd });

  /** A clone of a repository whose branch main has `old`; the clone has changed the file. */
  async function pullRequest(old: string, changed: string, inputs: Record<string, string> = {}): Promise<Outcome> {
    const origin = mkdtempSync(join(tmpdir(), "robots-wasm-origin-"));
    await git(origin, "init", "-q", "-b", "main");
    writeFileSync(join(origin, "robots.txt"), old);
    await git(origin, "add", ".");
    await git(origin, "commit", "-qm", "old");
    return act({ "robots.txt": changed }, { FILES: "robots.txt", ...inputs }, async (cwd) => {
      await git(cwd, "init", "-q");
      await git(cwd, "remote", "add", "origin", origin);
      return { GITHUB_BASE_REF: "main", RUNNER_TEMP: cwd };
    });
  }

  it("says who loses pages, at the responsible line, and fails if asked to", async () => {
    const LOSES = "User-agent: *\nDisallow: /cart\n\nUser-agent: bingbot\nDisallow: /\n";
    const { status, stdout, summary } = await pullRequest(CLEAN, LOSES, { FAIL_ON_DIFF: "lost" });
    expect(status).toBe(1);
    expect(stdout).toContain("::error file=robots.txt,line=5,title=robots.txt::Bing: loses your whole site");
    expect(summary).toContain("**Bing could no longer fetch any page.**");
  });

  it("that loses nothing passes", async () => {
    const { status, summary } = await pullRequest(CLEAN, `${CLEAN}# a comment\n`, { FAIL_ON_DIFF: "any" });
    expect({ status, summary }).toMatchObject({ status: 0, summary: expect.stringContaining("Safe to publish") });
  });
});

it("the live file is compared too, and the pages of a sitemap are counted", async () => {
  const server = createServer((_, response) => void response.end(CLEAN)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const live = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const sitemap = `<urlset>${["", "p", "cart"].map((path) => `<url><loc>${live}${path}</loc></url>`).join("")}</urlset>`;
  const { status, stdout, summary } = await act(
    { "robots.txt": "User-agent: *\nDisallow: /p\n", "sitemap.xml": sitemap },
    { FILES: "robots.txt", LIVE: live, SITEMAPS: "sitemap.xml", FAIL_ON_DIFF: "lost" },
  );
  server.close();
  expect({ status, summary }).toMatchObject({
    status: 1,
    summary: expect.stringMatching(/## robots\S+txt against http/),
  });
  expect(summary).toContain("| Google Search | loses 1 of 3 pages; gains 1 of 3 pages | line 2\\: Disallow\\: /p |");
  expect(stdout).toContain("::error file=robots.txt,line=2,title=robots.txt::Google Search: loses 1 of 3 pages");
});

describe("action.yml", () => {
  it("declares every input that the script reads, and passes it on", () => {
    const read = new Set(Array.from(readFileSync(script, "utf8").matchAll(/env\.INPUT_(\w+)/g), ([, name]) => name!));
    for (const name of read)
      expect(declaration).toContain(`INPUT_${name}: \${{ inputs.${name.toLowerCase().replaceAll("_", "-")} }}`);
  });

  it("pins other actions to a commit", () => {
    for (const [, used] of declaration.matchAll(/uses: (\S+)/g)) expect(used).toMatch(/@[0-9a-f]{40}$/);
  });

  it("keeps inputs out of command lines", () => {
    for (const [, command] of declaration.matchAll(/run: (.*)/g)) expect(command).not.toContain("${{");
  });
});

describe("assertions", () => {
  const assertionsOf = (refused: string): string =>
    `robots: robots.txt\ntests:\n  - agent: GoodBot\n    allowed: /\n  - agent: GoodBot\n    refused: ${refused}\n`;

  it("that hold pass, and stand in the summary", async () => {
    const { status, summary } = await act(
      { "robots.txt": CLEAN, "a.yaml": assertionsOf("/cart") },
      { ASSERTIONS: "a.yaml" },
    );
    expect({ status, summary }).toMatchObject({ status: 0, summary: expect.stringContaining("a.yaml: passed") });
  });

  it("that are broken fail with what decided", async () => {
    const { status, summary } = await act(
      { "robots.txt": CLEAN, "a.yaml": assertionsOf("/other") },
      { ASSERTIONS: "a.yaml" },
    );
    expect({ status, summary }).toMatchObject({ status: 1, summary: expect.stringContaining("/other") });
  });

  it("that an outage decides fail with 3, also if they hold, and say why", async () => {
    // Nothing listens on port 2.
    const down = "robots: http://127.0.0.1:2\ntests:\n  - agent: GoodBot\n    refused: /x\n";
    const broken = assertionsOf("/other");
    const { status, stdout, summary } = await act(
      { "robots.txt": CLEAN, "down.yaml": down, "broken.yaml": broken },
      { ASSERTIONS: "down.yaml\nbroken.yaml" },
    );
    expect(status).toBe(3);
    expect(stdout).toMatch(/^::error title=outage::down\.yaml: .*unreachable.*ECONNREFUSED/m);
    expect(summary).toContain("down.yaml: failed by an outage");
    expect(summary).toContain("1 assertion: 1 passed, 0 failed; 1 by an outage");
    expect(summary).toContain("broken.yaml: failed");
  });
});
