/** The rows of a log: one for each request that is not allowed, or one for each crawler. */

import { HOUR_MS } from "../../core/access/internal.ts";
import { ruleText } from "../../core/parsing.ts";
import { type Column, type ColumnType, columnsIn, type Row, type Values } from "../rows/columns.ts";
import { explanationOf, type Judged } from "./judge.ts";
import type { CrawlerTally } from "./tally.ts";
import { TODAY } from "./verdict.ts";

export type LogForm = "crawler" | "request";

const requestColumns = {
  ...{ file: "text", line: "integer", time: "time", host: "text", address: "text" },
  ...{ agent: "text", operator: "text", purpose: "text" },
  ...{ identity: "text", identity_by: "text", signature_agent: "text" },
  ...{ method: "text", target: "text", status: "integer", verdict: "text" },
  ...{ version: "text", rule: "text", directive: "text", pattern: "text", rule_line: "integer", user_agent: "text" },
  ...{ fetched: "text", fetched_at: "time", explain: "text" },
} as const satisfies Record<string, ColumnType>;

const crawlerColumns = {
  ...{ crawler: "text", operator: "text", purpose: "text", identity: "text" },
  ...{ requests: "integer", verified: "integer", unknown: "integer", false: "integer" },
  ...{ judged: "integer", violations: "integer", share: "number", served: "integer" },
  ...{ grace: "integer", after_error: "integer", after_unavailable: "integer", unknown_version: "integer" },
  ...{ user_fetches: "integer", other_methods: "integer", without_target: "integer" },
  ...{ robots_seen: "integer", robots_other: "integer", robots_unavailable: "integer", robots_unreachable: "integer" },
  ...{ hours_to_new_version: "json", first: "time", last: "time", addresses: "integer", signature_agent: "text" },
  ...{ crawl_delay: "number", gaps: "integer", short_gaps: "integer", crawl_delay_documented: "text" },
  ...{ refused_today: "integer", peak_minute: "integer", bytes: "integer", busiest: "json" },
} as const satisfies Record<string, ColumnType>;

const logColumnsByForm: Readonly<Record<LogForm, readonly Column[]>> = {
  request: columnsIn(requestColumns),
  crawler: columnsIn(crawlerColumns),
};

export const logColumns = (form: LogForm): readonly Column[] => logColumnsByForm[form];

const dateOf = (timeMs: number): Date | null => (Number.isFinite(timeMs) ? new Date(timeMs) : null);

/** @param explain the command that repeats the verdict; undefined without a rule */
export function requestRow(judged: Judged, explain: string | undefined): Row {
  const { request, file, line, verdict, identification, version, fetched } = judged;
  const { crawler, timeMs, host, address, method, target, status, signatureAgent } = request;
  const explanation = explanationOf(judged);
  const rule = explanation?.rule;
  // Without spreads, which take longer than the rest of the row.
  const row: Values<typeof requestColumns> = {
    file,
    line,
    time: new Date(timeMs),
    host: host ?? null,
    address,
    agent: crawler.name,
    operator: crawler.agent?.operator ?? null,
    purpose: crawler.agent?.purpose ?? null,
    identity: identification.identity,
    identity_by: identification.by ?? null,
    signature_agent: signatureAgent ?? null,
    method,
    target: target!,
    status: status === 0 ? null : status,
    verdict,
    version: version?.file ?? null,
    rule: rule === undefined ? null : ruleText(rule),
    directive: rule?.directive ?? null,
    pattern: rule?.pattern ?? null,
    rule_line: rule?.line ?? null,
    user_agent: explanation?.agent ?? null,
    fetched: fetched === undefined ? null : `${fetched.file}:${fetched.line}`,
    fetched_at: fetched === undefined ? null : new Date(fetched.timeMs),
    explain: explain ?? null,
  };
  return [row];
}

export function crawlerRow(tally: CrawlerTally): Row {
  const { crawler, counts, verdicts, identities, robots, load } = tally;
  const row: Values<typeof crawlerColumns> = {
    ...{ crawler: crawler.name, operator: crawler.agent?.operator ?? null, purpose: crawler.agent?.purpose ?? null },
    ...{ identity: identityText(tally), requests: tally.requests },
    ...{ verified: identities.verified, unknown: identities.unknown, false: identities.false },
    ...{ judged: counts.judged, violations: verdicts.violation, share: shareOf(tally), served: tally.served },
    ...{ grace: verdicts.grace, after_error: verdicts["after-error"], after_unavailable: counts.afterUnavailable },
    ...{ unknown_version: verdicts["unknown-version"], user_fetches: verdicts["user-fetch"] },
    ...{ other_methods: counts.otherMethods, without_target: counts.withoutTarget },
    ...{ robots_seen: robots.seen, robots_other: robots.other },
    ...{ robots_unavailable: robots.unavailable, robots_unreachable: robots.unreachable },
    hours_to_new_version: Object.fromEntries(hoursToVersions(tally)),
    ...{ first: dateOf(tally.firstMs), last: dateOf(tally.lastMs), addresses: tally.addresses },
    ...{ signature_agent: tally.signatureAgent ?? null, crawl_delay: tally.delaySeconds ?? null },
    ...{ gaps: tally.gaps, short_gaps: tally.shortGaps },
    ...{ crawl_delay_documented: crawler.agent?.crawlDelay ?? null, refused_today: verdicts[TODAY] },
    ...{ peak_minute: load.peak, bytes: load.bytes, busiest: Object.fromEntries(load.busiest(BUSIEST)) },
  };
  return [row];
}

/** Parts of the site that are shown. */
const BUSIEST = 10;

/** The refused requests among the judged ones, from 0 to 1; null for fetches for users, which are apart. */
export const shareOf = ({ crawler, counts, refused }: CrawlerTally): number | null =>
  counts.judged === 0 || !crawler.isBound ? null : refused / counts.judged;

/** `verified`, `unknown`, `false`, or `mixed`. */
export function identityText({ identities }: CrawlerTally): string {
  const found = Object.entries(identities).filter(([, requests]) => requests > 0);
  return found.length === 1 ? found[0]![0] : "mixed";
}

/** How many hours after a change a crawler that had come before fetched the new version, by file. */
export const hoursToVersions = ({
  firstFetches,
  firstMs,
}: CrawlerTally): readonly (readonly [file: string, hours: number])[] =>
  [...firstFetches]
    .filter(([{ fromMs }]) => fromMs > firstMs)
    .map(([{ file, fromMs }, timeMs]) => [file, Math.round(((timeMs - fromMs) / HOUR_MS) * 10) / 10]);
