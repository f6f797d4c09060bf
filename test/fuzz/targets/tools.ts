/** Lint, trace and diff in all dialects: they never throw, keep their bounds, and say what `explain` says. */
import { type Dialect, dialects } from "../../../bindings/core/dialects.ts";
import { diffDialects, diffVersions } from "../../../bindings/core/diff/index.ts";
import { trace } from "../../../bindings/core/trace/index.ts";
import { type AgentRules, parse } from "../../../bindings/index.ts";
import { type FindingCode, lint, MAX_FINDINGS } from "../../../bindings/owners/lint/index.ts";
import { agentOf, type Input, utf8 } from "../input.ts";
import { fieldSeeds } from "../seeds.ts";
import { expectSame, expectTrue, type Target } from "../target.ts";

const neverDecide: readonly FindingCode[] = ["repeated-rule", "shadowed-rule", "unreachable-rule"];

/** What the linter calls idle is never the rule that decides. */
function checkLint({ name }: Dialect, file: Uint8Array, rules: AgentRules, urls: readonly Uint8Array[]): string[] {
  const findings = lint(file, { dialect: name });
  expectTrue("findings, number", findings.length <= MAX_FINDINGS, findings.length);
  let before = 1;
  for (const { line, column, endColumn } of findings) {
    expectTrue("findings, span", line >= before && column >= 1 && endColumn >= column, [line, column, endColumn]);
    before = line;
  }
  const idle = findings.filter(({ code }) => neverDecide.includes(code)).map(({ line }) => line);
  for (const url of urls) {
    const decided = rules.explain(url).rule?.line;
    expectTrue(`${name}, idle rule`, decided === undefined || !idle.includes(decided), decided);
  }
  return findings.map(({ code }) => `${name} ${code}`);
}

function checkTrace({ name }: Dialect, file: Uint8Array, agent: string, rules: AgentRules, url: Uint8Array): void {
  const { allowed, reason, rule, candidates, paths, chosenBy } = trace(parse(file, { dialect: name }), agent, url);
  const wanted = rules.explain(url);
  expectSame(`${name}, trace`, [wanted.allowed, wanted.reason, wanted.rule], [allowed, reason, rule]);
  if (reason === "rule") expectSame(`${name}, first candidate`, rule?.line, candidates[0]?.line);
  if (reason === "no-match") expectSame(`${name}, candidates`, 0, candidates.length);
  expectTrue(
    `${name}, paths`,
    paths.length > 0 === (reason !== "not-a-url") && paths.every((path) => path.startsWith("/")),
    paths,
  );
  expectSame(`${name}, chosen by`, rules.isNamed, chosenBy === "named");
}

/** Why dialects differ takes dozens of parses, so that is asked of one file in eight. */
function checkDiffs(file: Uint8Array, agent: string, urls: readonly string[], all: readonly AgentRules[]): void {
  const differs = (url: string): boolean => new Set(all.map((rules) => rules.isAllowed(url))).size > 1;
  const differences = diffDialects(file, agent, urls, { maxExplained: Number(file.length % 8 === 0) });
  expectSame(
    "diff of dialects",
    urls.filter(differs),
    differences.map(({ url }) => url),
  );
  const half = file.subarray(0, file.length >> 1);
  const shorter = parse(half).agent(agent);
  const changed = urls.filter((url) => shorter.isAllowed(url) !== all[0]!.isAllowed(url));
  expectSame(
    "diff of versions",
    changed,
    diffVersions(half, file, agent, urls).map(({ url }) => url),
  );
}

function check([file, agentBytes, ...urls]: Input): { cases: number; features: string[] } {
  const agent = agentOf(agentBytes!);
  const all = dialects.map(({ name }) => parse(file!, { dialect: name }).agent(agent));
  const features = dialects.flatMap((dialect, i) => {
    for (const url of urls.slice(0, 4)) checkTrace(dialect, file!, agent, all[i]!, url);
    return checkLint(dialect, file!, all[i]!, urls);
  });
  checkDiffs(file!, agent, urls.map(utf8), all);
  return { cases: dialects.length, features };
}

export const toolsTarget: Target = { name: "tools", kinds: ["robots", "agent", "url"], seeds: fieldSeeds, check };
