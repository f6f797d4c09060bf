/** What a survey found, as counts of sites. Plain data, so that threads send theirs to be added up. */
import { type AgentAccess, type AgentPurpose, type KnownAgent, purposes } from "../../owners/agents/index.ts";
import type { Answer } from "../../owners/agents/internal.ts";
import type { Reading, SurveyStatus } from "./reading.ts";
import type { UsageSignals } from "./signals.ts";
import { usageNames } from "./signals.ts";
import type { SiteRow } from "./survey-columns.ts";

interface CrawlerCounts extends Record<AgentAccess, number> {
  readonly crawler: string;
  readonly purpose: AgentPurpose;
  /** Whether the counts of its purpose have it. */
  readonly counts: boolean;
  /** Sites with a group that names it. */
  named: number;
}

/**
 * Sites by what they say to all crawlers of a purpose: `refused` refuse all of them, `some` refuse a part of them.
 * Tokens that never crawl, and crawlers that ignore the groups for `*`, are not counted.
 */
interface PurposeCounts {
  readonly purpose: AgentPurpose;
  readonly crawlers: number;
  refused: number;
  some: number;
  none: number;
}

/** Sites that state an answer for `*`. */
interface SignalCounts {
  readonly signal: keyof UsageSignals;
  allowed: number;
  refused: number;
}

/** Sites with a reason, and the first of them. */
interface ReasonCount {
  readonly reason: string;
  sites: number;
  readonly example: string;
}

export interface Summary {
  sites: number;
  rows: number;
  bytes: number;
  readonly statuses: Record<SurveyStatus, number>;
  readonly crawlers: readonly CrawlerCounts[];
  readonly purposes: readonly PurposeCounts[];
  readonly signals: readonly SignalCounts[];
  licenses: number;
  /** Only in surveys by site: sites by dialect, managed block and code of finding. */
  readonly dialects: Record<string, number>;
  readonly managed: Record<string, number>;
  readonly findings: Record<string, number>;
  readonly errors: ReasonCount[];
}

/** Reasons that are listed; others are counted together. */
const MAX_REASONS = 100;
const OTHER_REASONS = "other reasons";

export function emptySummary(crawlers: readonly KnownAgent[]): Summary {
  const used = (Object.keys(purposes) as AgentPurpose[]).map((purpose) => ({
    purpose,
    crawlers: crawlers.filter((one) => one.purpose === purpose && canBeRefused(one)).length,
  }));
  return {
    ...{ sites: 0, rows: 0, bytes: 0, licenses: 0 },
    statuses: { success: 0, unavailable: 0, unreachable: 0, unreadable: 0 },
    crawlers: crawlers.map((one) => ({
      ...{ crawler: one.token, purpose: one.purpose, counts: canBeRefused(one) },
      ...{ allowed: 0, partly: 0, refused: 0, named: 0 },
    })),
    purposes: used.filter((one) => one.crawlers > 0).map((one) => ({ ...one, refused: 0, some: 0, none: 0 })),
    signals: usageNames.map((signal) => ({ signal, allowed: 0, refused: 0 })),
    ...{ dialects: {}, managed: {}, findings: {}, errors: [] },
  };
}

const canBeRefused = ({ purpose, ignoresStar, ignoresRobots }: KnownAgent): boolean =>
  purpose !== "permission" && !ignoresStar && !ignoresRobots;

interface SurveyedSite {
  readonly reading: Reading;
  /** In the order of the summary's crawlers; none if the site is unreadable. */
  readonly answers: readonly Answer[];
  /** What is stated for `*`. */
  readonly usage: UsageSignals | undefined;
  readonly hasLicenses: boolean;
  readonly rows: number;
  readonly row: SiteRow | undefined;
}

export function addSite(summary: Summary, one: SurveyedSite): void {
  const { reading, answers, usage, row } = one;
  summary.sites++;
  summary.rows += one.rows;
  summary.bytes += reading.file?.body.length ?? 0;
  summary.statuses[reading.status]++;
  if (one.hasLicenses) summary.licenses++;
  addAnswers(summary, answers);
  for (const counts of summary.signals) {
    const answer = usage?.[counts.signal] ?? null;
    if (answer !== null) counts[answer]++;
  }
  if (row?.dialect != null) countIn(summary.dialects, [row.dialect]);
  countIn(summary.managed, row?.managed ?? []);
  countIn(summary.findings, Object.keys(row?.findings ?? {}));
  if (reading.status === "unreadable")
    addReason(summary.errors, { reason: reading.error!, sites: 1, example: reading.source });
}

function addAnswers({ crawlers, purposes: byPurpose }: Summary, answers: readonly Answer[]): void {
  if (answers.length === 0) return;
  const refused: Partial<Record<AgentPurpose, number>> = {};
  answers.forEach(({ access, isNamed }, i) => {
    const counts = crawlers[i]!;
    counts[access]++;
    if (isNamed) counts.named++;
    if (access === "refused" && counts.counts) refused[counts.purpose] = (refused[counts.purpose] ?? 0) + 1;
  });
  for (const counts of byPurpose) {
    const count = refused[counts.purpose] ?? 0;
    counts[count === 0 ? "none" : count === counts.crawlers ? "refused" : "some"]++;
  }
}

function countIn(counts: Record<string, number>, keys: readonly string[], by = 1): void {
  for (const key of keys) counts[key] = (counts[key] ?? 0) + by;
}

function addReason(errors: ReasonCount[], { reason, sites, example }: ReasonCount): void {
  const known = errors.find((one) => one.reason === reason);
  if (known !== undefined) known.sites += sites;
  else if (errors.length < MAX_REASONS || reason === OTHER_REASONS) errors.push({ reason, sites, example });
  else addReason(errors, { reason: OTHER_REASONS, sites, example });
}

/** Adds the summary of other sites about the same crawlers. */
export function addSummary(total: Summary, part: Summary): void {
  for (const name of ["sites", "rows", "bytes", "licenses"] as const) total[name] += part[name];
  for (const name of ["statuses", "dialects", "managed", "findings"] as const)
    for (const [key, count] of Object.entries(part[name])) countIn(total[name], [key], count);
  total.crawlers.forEach((counts, i) => {
    for (const name of ["allowed", "partly", "refused", "named"] as const) counts[name] += part.crawlers[i]![name];
  });
  total.purposes.forEach((counts, i) => {
    for (const name of ["refused", "some", "none"] as const) counts[name] += part.purposes[i]![name];
  });
  total.signals.forEach((counts, i) => {
    for (const name of ["allowed", "refused"] as const) counts[name] += part.signals[i]![name];
  });
  for (const one of part.errors) addReason(total.errors, one);
}
