/** The rows of real files equal the library's answers, file by file. */
import { describe, expect, it } from "vitest";
import { parse, type Use, usageOf } from "../../../../bindings/index.ts";
import { knownAgents, reportAgents } from "../../../../bindings/owners/agents/index.ts";
import { lint } from "../../../../bindings/owners/lint/index.ts";
import { captured, crawlerRowsOf, siteRowsOf } from "../../../bulk/survey/surveyed.ts";
import { hasShared, realFiles } from "../../../support/shared.ts";
import { sized } from "../../../support/sized.ts";

const training = knownAgents.filter(({ purpose }) => purpose === "training");
const withUsage = [
  "User-agent: *\nContent-Signal: ai-train=no, search=yes\nDisallow: /a\n\nUser-agent: GPTBot\nContent-Usage: train-ai=y\nAllow: /\n",
  "Content-Usage: train-ai=n\nUser-agent: *\nContent-Usage: /a train-ai=y\nContent-Usage: ai-use=n, train-ai=n\nAllow: /\n",
];

function* files(): Generator<{ readonly name: string; readonly bytes: Uint8Array }> {
  for (const text of withUsage) yield { name: text, bytes: new TextEncoder().encode(text) };
  if (hasShared("corpus/robots.ndjson.gz"))
    for (const { host, bytes } of realFiles(sized(20, 1))) yield { name: host, bytes };
}

const uses: readonly (readonly ["train_ai" | "ai_input" | "search", Use])[] = [
  ["train_ai", "train-ai"],
  ["ai_input", "ai-input"],
  ["search", "search"],
];

/** The answers of `usageOf` for the path `/`. */
function usageFor(robots: ReturnType<typeof parse>, tokens: string | readonly string[]): Record<string, string | null> {
  const { fields, dialect } = robots.agent(tokens);
  const answers = uses.map(([name, use]) => [name, usageOf(fields, "/", use, { dialect }).allowed] as const);
  return Object.fromEntries(
    answers.map(([name, allowed]) => [name, allowed === undefined ? null : allowed ? "allowed" : "refused"]),
  );
}

describe.skipIf(!hasShared("corpus/robots.ndjson.gz"))(
  "one of 20 real files, weekly all 3,879 (skipped without ../shared)",
  () => {
    it("a row by crawler says what reportAgents and usageOf say", () => {
      for (const { name, bytes } of files()) {
        const expected = reportAgents(bytes, training).map(
          ({ token, dialect, access, group = null, rule, fallback, isNamed }) => ({
            ...{ crawler: token, access, user_agent: group, named: group === null ? null : isNamed },
            ...{ directive: rule?.directive ?? null, pattern: rule?.pattern ?? null, line: rule?.line ?? null },
            ...(group === null
              ? { train_ai: null, ai_input: null, search: null }
              : usageFor(parse(bytes, { dialect }), [token, ...fallback])),
          }),
        );
        expect(crawlerRowsOf([captured(bytes)], { crawlers: training }), name).toMatchObject(expected);
      }
    });

    it("a row by site says what usageOf, lint and the parser say", () => {
      for (const { name, bytes } of files()) {
        const robots = parse(bytes);
        const found = lint(bytes, { ignoreComments: false });
        const findings: Record<string, number> = {};
        for (const { code } of found) findings[code] = (findings[code] ?? 0) + 1;
        const reports = reportAgents(bytes, training);
        const [row] = siteRowsOf([captured(bytes)], { crawlers: training });
        expect(row, name).toMatchObject({
          ...usageFor(robots, "*"),
          bytes: bytes.length,
          findings,
          errors: found.filter(({ severity }) => severity === "error").length,
          groups: robots.groups.length,
          sitemaps: robots.sitemaps.length,
          crawl_delay: robots.agent("*").crawlDelay ?? null,
          refused: reports.filter(({ access }) => access === "refused").length,
        });
      }
    });
  },
);
