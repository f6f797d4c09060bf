/**
 * The tester, `robots-wasm agents` and `reportAgents` over `resolveAgent` agree on real files: in whom a file refuses, by which
 * line and group, and in the URLs that it decides. A few files; all of them once a week.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { command as agentsCommand } from "../../../bindings/cli/agents.ts";
import { type DialectName, parse } from "../../../bindings/index.ts";
import { type AgentReport, reportAgents, resolveAgent } from "../../../bindings/owners/agents/index.ts";
import { readingOrder } from "../../../tester/dialect-names.ts";
import { overviewOf } from "../../../tester/work/crawlers.ts";
import { deciderFor, readingsOf } from "../../../tester/work/file-readings.ts";
import { hasShared, realFiles } from "../../support/shared.ts";
import { sized } from "../../support/sized.ts";

const every = sized(211, 1);
const folder = mkdtempSync(join(tmpdir(), "robots-wasm-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The command in this process: what it writes, line by line. */
async function agentsOf(file: string, ...words: readonly string[]): Promise<AgentReport[]> {
  const written: string[] = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text, ...rest) => {
    written.push(String(text));
    for (const one of rest) if (typeof one === "function") one();
    return true;
  });
  try {
    expect(await agentsCommand.run([file, "--json", ...words])).toBe(0);
  } finally {
    write.mockRestore();
  }
  return written
    .join("")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const saidBy = ({ token, access, rule, group }: AgentReport): unknown => [token, access, rule?.line, group];

/** Paths that the rules of the file are about, and one that nobody names. */
const pathsIn = (text: string): readonly string[] => [
  "/some/page/that/nobody/names",
  ...Array.from(text.matchAll(/allow\s*:\s*(\/[^\s#*$]*)/gi), ([, path]) => path!).slice(0, 4),
];

/** Crawlers of each way to be resolved: Google's, a fallback, one that ignores `*`, a whole header, a version, an unknown one. */
const NAMES = [
  "Googlebot-Image",
  "Google-Extended",
  "AdsBot-Google",
  "bingbot",
  "Applebot-Extended",
  "GPTBot/1.2",
  "Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)",
  "NobodyKnowsThisBot",
];

function decisionsAgree(text: string): void {
  const source = { kind: "file", text } as const;
  for (const name of NAMES) {
    const { tokens, dialect, agent } = resolveAgent(name);
    const rules = parse(text, { dialect }).agent(tokens);
    const isFree = agent?.ignoresStar === true && !rules.isNamed;
    const decider = deciderFor(source, readingsOf(source), name);
    for (const path of pathsIn(text))
      expect(decider.verdict(path).allowed, `${name} ${path}`).toBe(isFree || rules.isAllowed(path));
  }
}

describe.skipIf(!hasShared("corpus/robots.ndjson.gz"))("real files (skipped without the shared folder)", () => {
  const files = [...realFiles(every)];

  it("agree in the tester, in the command and in reportAgents", { timeout: 7_200_000 }, async () => {
    expect(files.length).toBeGreaterThan(15);
    const file = join(folder, "robots.txt");
    for (const { bytes, host } of files) {
      const text = new TextDecoder().decode(bytes);
      writeFileSync(file, text);
      const expected = reportAgents(text).map(saidBy);
      const { rows } = overviewOf({ source: { kind: "file", text } });
      expect(
        rows.map(({ token, access, line, group }) => [token, access, line, group]),
        host,
      ).toEqual(expected);
      const printed = await agentsOf(file);
      expect(printed.map(saidBy), host).toEqual(expected);
      decisionsAgree(text);
    }
  });

  it("are read in the dialect that agents --dialect names, by every crawler", { timeout: 7_200_000 }, async () => {
    const file = join(folder, "dialect.txt");
    const differing = new Set<DialectName>();
    for (const { bytes, host } of files.filter((_, i) => i % sized(7, 20) === 0)) {
      const text = new TextDecoder().decode(bytes);
      writeFileSync(file, text);
      const own = JSON.stringify(await agentsOf(file));
      for (const dialect of readingOrder) {
        const printed = await agentsOf(file, "--dialect", dialect);
        expect(printed.map(saidBy), `${host} ${dialect}`).toEqual(reportAgents(parse(text, { dialect })).map(saidBy));
        if (JSON.stringify(printed) !== own) differing.add(dialect);
      }
    }
    expect([...differing]).toContain("original1994");
  });
});
