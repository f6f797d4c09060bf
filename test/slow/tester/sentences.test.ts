/**
 * What the tester says of real files, held against `explain`: a row, a tile or a headline that a sampled verdict contradicts fails. What
 * a crawler that ignores the groups for `*` does is in `fetchedAnyway`. A few files; all of them once a week.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type DialectName, parse, type RobotsTxt } from "../../../bindings/index.ts";
import { resolveAgent } from "../../../bindings/owners/agents/index.ts";
import { fetchedAnyway } from "../../../bindings/owners/agents/internal.ts";
import { examplePath, lint } from "../../../bindings/owners/lint/index.ts";
import { answerOf } from "../../../tester/answer.ts";
import type { CrawlerRow } from "../../../tester/protocol.ts";
import { overviewOf } from "../../../tester/work/crawlers.ts";
import { whyOf } from "../../../tester/work/why.ts";
import { hasShared, realFiles } from "../../support/shared.ts";
import { sized } from "../../support/sized.ts";
import { call } from "../cli/process.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-sentences-"));
const file = join(folder, "robots.txt");
afterAll(() => rmSync(folder, { recursive: true }));

/** Paths that no rule of the file is likely to single out, and one for each pattern. */
const sampled = (robots: RobotsTxt): readonly string[] => [
  ...new Set([
    "/qzx",
    "/qzx/page.html?q=1",
    ...robots.groups
      .flatMap(({ rules }) => rules.map(({ pattern }) => examplePath(pattern)))
      .slice(0, sized(300, 2000)),
  ]),
];

/** What `explain` says, and whether the crawler fetches. */
class Explained {
  readonly #files = new Map<DialectName, RobotsTxt>();
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  in(dialect: DialectName): RobotsTxt {
    const robots = this.#files.get(dialect) ?? parse(this.#text, { dialect });
    this.#files.set(dialect, robots);
    return robots;
  }

  fetches(token: string, path: string): boolean {
    const { tokens, dialect } = resolveAgent(token);
    const rules = this.in(dialect).agent(tokens);
    return rules.explain(path).allowed || fetchedAnyway(token, rules) !== undefined;
  }
}

const TOKENS: Readonly<Record<string, string>> = { Google: "Googlebot", Bing: "bingbot" };

const isRobotsTxt = (path: string): boolean => /^\/robots\.txt(\?|$)/.test(path);

/** What a sentence claims of the whole site. */
function claimOf(text: string): "everything" | "nothing" | "some" | undefined {
  if (/whole site|^Everything$|Nothing is refused|tells them to stay away/.test(text)) return "everything";
  if (/(?<!^\d+ )may fetch nothing|^Nothing$|Every path is refused|None of them may/.test(text)) return "nothing";
  return /except|All but|^Only|may fetch only/.test(text) ? "some" : undefined;
}

function contradictions(claim: ReturnType<typeof claimOf>, verdicts: readonly boolean[]): boolean {
  if (claim === "everything") return verdicts.includes(false);
  if (claim === "nothing") return verdicts.includes(true);
  return false;
}

describe.skipIf(!hasShared("corpus/robots.ndjson.gz"))("real files (skipped without the shared folder)", () => {
  const files = [...realFiles(sized(97, 1))].map(({ host, bytes }) => ({
    host,
    text: new TextDecoder().decode(bytes),
  }));

  it.each(files)("$host: rows, tiles and headline", { timeout: 600_000 }, ({ text }) => {
    const explained = new Explained(text);
    const overview = overviewOf({ source: { kind: "file", text } });
    const paths = sampled(explained.in("google")).filter((path) => !isRobotsTxt(path));
    const byAnswer = new Map<string, readonly boolean[]>();
    const verdictsOf = ({ token }: CrawlerRow): readonly boolean[] => {
      const { tokens, dialect } = resolveAgent(token);
      const rules = explained.in(dialect).agent(tokens);
      const key = `${dialect} ${rules.rules.map(({ line }) => line).join()} ${fetchedAnyway(token, rules) !== undefined}`;
      const verdicts = byAnswer.get(key) ?? paths.map((path) => explained.fetches(token, path));
      byAnswer.set(key, verdicts);
      return verdicts;
    };
    for (const row of overview.rows) {
      const claim = { allowed: "everything", refused: "nothing", partly: "some" } as const;
      expect(contradictions(claim[row.access], verdictsOf(row)), `${row.token} ${row.access}`).toBe(false);
      if (row.example !== undefined) expect(explained.fetches(row.token, row.example), row.example).toBe(false);
      expect(row.access === "partly" && row.example === undefined, `${row.token} may be partly refused`).toBe(false);
    }
    const { sentence, tiles } = answerOf(overview, lint(text), undefined);
    const [google, bing] = ["Googlebot", "bingbot"].map((token) => overview.rows.find((row) => row.token === token)!);
    const training = overview.rows.filter(
      ({ section, purpose, isActive }) => section === "training" && purpose !== "permission" && isActive,
    );
    const answers = overview.rows.filter((row) => row.answers && row.isActive);
    const claims: readonly (readonly [string, readonly CrawlerRow[]])[] = [
      ...sentence.split(". ").map((part) => [part, part.startsWith("Bing") ? [bing!] : [google!]] as const),
      ...[[google!], [bing!], training, answers].flatMap((rows, i) => [
        [tiles[i]!.value, rows] as const,
        [tiles[i]!.detail, rows] as const,
      ]),
    ];
    for (const [, may, path, not] of sentence.matchAll(/(Google|Bing) may fetch (\/\S*), (Google|Bing) may not\./g)) {
      if (path!.endsWith("…")) continue;
      expect(explained.fetches(TOKENS[may!]!, path!), sentence).toBe(true);
      expect(explained.fetches(TOKENS[not!]!, path!), sentence).toBe(false);
    }
    for (const [text, rows] of claims)
      for (const row of rows)
        expect(contradictions(claimOf(text), verdictsOf(row)), `${text} ${row.token}`).toBe(false);
    expect(tiles[2]!.shares!.refused).toBe(training.filter(({ access }) => access === "refused").length);
  });

  it("explain and the tester say both verdicts of crawlers that ignore the groups for *", {
    timeout: 600_000,
  }, async () => {
    const ignoring = overviewOf({ source: { kind: "file", text: "User-agent: *\nDisallow: /" } }).rows.filter(
      ({ access }) => access === "allowed",
    );
    expect(ignoring.length).toBeGreaterThan(20);
    for (const { text } of files.filter((_, i) => i % 8 === 0)) {
      writeFileSync(file, text);
      const path = sampled(parse(text))[2] ?? "/qzx";
      for (const { token } of ignoring.filter((_, i) => i % 6 === 0)) await bothAgree(text, token, path);
    }
  });
});

/** The command, the answer of the tester, and the readings that it says give the other answer. */
async function bothAgree(text: string, token: string, path: string): Promise<void> {
  const { dialect, tokens } = resolveAgent(token);
  const { code, out } = await call(["explain", file, "--agent", token, "--dialect", dialect, "--json", path]);
  const said = JSON.parse(out);
  expect(code).toBe(said.allowed ? 0 : 1);
  const why = whyOf({ source: { kind: "file", text }, site: "", name: token, url: path });
  if (!("allowed" in why)) throw new Error("expected a verdict");
  expect(why.allowed).toBe(said.allowed || said.fetchedAnyway !== undefined);
  if (why.ignored !== undefined) expect(why.ignored.allowed).toBe(said.allowed);
  for (const { dialect, allowed } of why.readings) {
    const rules = parse(text, { dialect }).agent(tokens);
    expect(allowed).toBe(rules.isAllowed(path) || fetchedAnyway(token, rules) !== undefined);
  }
}
