/** One row for a site. */

import { isHtml } from "../../base/html.ts";
import type { RobotsTxt } from "../../core/deciding.ts";
import type { DialectName, Field } from "../../core/index.ts";
import { dialects, licensesOf, parseCrawlDelay } from "../../core/parsing.ts";
import type { AgentAccess } from "../../owners/agents/index.ts";
import type { Answer, RobotsByDialect } from "../../owners/agents/internal.ts";
import { type Finding, lint, type Severity } from "../../owners/lint/index.ts";
import { sitePartOf } from "./crawler-rows.ts";
import type { Reading, SurveyedFile } from "./reading.ts";
import type { Signals } from "./signals.ts";
import type { SiteRow } from "./survey-columns.ts";

/** Services that write a block into the file of a site, with the comment that starts it, as live files have it (2026-11-22). */
const blocks: readonly (readonly [name: string, begin: RegExp])[] = [
  ["cloudflare", /^[ \t]*#[ \t]*begin cloudflare managed content/im],
  ["squarespace", /^[ \t]*#[ \t]*squarespace robots txt/im],
  ["wpforms", /^[ \t]*#[ \t]*start wpforms block/im],
  ["yoast", /^[ \t]*#[ \t]*start yoast block/im],
];

/** The names of the services that wrote blocks of the file, in the order of their names. */
function managedBlocksIn(body: Uint8Array): readonly string[] {
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString("latin1");
  return blocks.filter(([, begin]) => begin.test(text)).map(([name]) => name);
}

/** The dialect in which most lines have an effect. Of those that read as many, the first in the order of `dialects`: rfc9309 fits best unless another reads more. */
function bestFitOf(file: RobotsByDialect): DialectName {
  const names = dialects.map(({ name }) => name);
  const effects = names.map((dialect) => linesInEffect(file.in(dialect)));
  return names[effects.indexOf(Math.max(...effects))]!;
}

const linesInEffect = ({ groups, sitemaps }: RobotsTxt): number =>
  groups.reduce((sum, { agents, rules }) => sum + agents.length + rules.length, sitemaps.length);

/** In the order of the columns. */
export function siteRow(reading: Reading, answers: readonly Answer[], signals: Signals | undefined): SiteRow {
  const { redirects, fetchedAtMs, error, file } = reading;
  return {
    ...sitePartOf(reading),
    redirects,
    fetched_at: fetchedAtMs === null ? null : new Date(fetchedAtMs),
    ...(file === undefined ? noFile : fileFacts(file, signals!)),
    ...accessCounts(answers),
    error,
  };
}

const noFile = {
  ...{ bytes: null, truncated: null, html: null, dialect: null, groups: null, agents: null, rules: null },
  ...{ sitemaps: null, crawl_delay: null, delays: null, train_ai: null, ai_input: null, search: null },
  ...{ licenses: null, managed: null, errors: null, warnings: null, notes: null, findings: null },
} as const;

function fileFacts({ body, byDialect, robots }: SurveyedFile, signals: Signals) {
  const { groups, sitemaps } = robots;
  const fields = [...robots.fields, ...groups.flatMap((group) => group.fields)];
  const agents = new Set(groups.flatMap((group) => group.agents).map((name) => name.toLowerCase()));
  return {
    bytes: body.length,
    truncated: robots.truncated,
    html: isHtml(body),
    dialect: bestFitOf(byDialect),
    groups: groups.length,
    agents: agents.size,
    rules: groups.reduce((sum, { rules }) => sum + rules.length, 0),
    sitemaps: sitemaps.length,
    crawl_delay: robots.agent("*").crawlDelay ?? null,
    delays: fields.filter(isDelay).length,
    ...signals.usageFor(["*"]),
    // Of lines outside and in groups.
    licenses: licensesOf(fields),
    managed: managedBlocksIn(body),
    ...findingCounts(lint(body, { dialect: robots.dialect, ignoreComments: false })),
  };
}

const isDelay = ({ key, value }: Field): boolean => key === "crawl-delay" && parseCrawlDelay(value) !== undefined;

function findingCounts(found: readonly Finding[]) {
  const findings: Record<string, number> = {};
  for (const { code } of found) findings[code] = (findings[code] ?? 0) + 1;
  const of = (severity: Severity): number => found.filter((one) => one.severity === severity).length;
  return { errors: of("error"), warnings: of("warning"), notes: of("info"), findings };
}

/** Null if nothing is known. */
function accessCounts(answers: readonly Answer[]) {
  const of = (access: AgentAccess): number | null =>
    answers.length === 0 ? null : answers.filter((one) => one.access === access).length;
  return { allowed: of("allowed"), partly: of("partly"), refused: of("refused") };
}
