/** The summary of a survey for people. */

import { formatNumber, pluralise } from "../../base/numbers.ts";
import type { Summary } from "../../bulk/survey/index.ts";
import { table } from "../output.ts";

/** More crawlers would fill screens: those that most sites refuse are shown. */
const MAX_CRAWLERS = 40;
const MAX_REASONS = 10;

export function summaryText(summary: Summary, seconds: number): string {
  return [
    headline(summary, seconds),
    ...crawlerRows(summary),
    ...purposeRows(summary),
    ...signalRows(summary),
    ...reasonRows(summary),
  ].join("\n");
}

function headline({ sites, rows, statuses }: Summary, seconds: number): string {
  const { success, unavailable, unreachable, unreadable } = statuses;
  const counts = [
    `${formatNumber(success)} with a robots.txt`,
    `${formatNumber(unavailable)} without`,
    `${formatNumber(unreachable)} unreachable`,
    `${formatNumber(unreadable)} unreadable`,
  ];
  const rate = formatNumber(Math.round(sites / Math.max(seconds, 0.001)));
  return `${pluralise(sites, "site")}: ${counts.join(", ")}\n${pluralise(rows, "row")}; ${seconds.toFixed(1)} s, ${rate} sites/s`;
}

function crawlerRows({ crawlers }: Summary): string[] {
  const shown = crawlers.length <= MAX_CRAWLERS ? crawlers : mostRefused(crawlers);
  const rows = shown.map(({ crawler, purpose, allowed, partly, refused, named }) => [
    ...[crawler, purpose, allowed, partly, refused, named],
  ]);
  const rest = crawlers.length - shown.length;
  return [
    "",
    ...table(["crawler", "purpose", "allowed", "partly", "refused", "named"], rows),
    ...(rest > 0 ? [`and ${pluralise(rest, "crawler")} that fewer sites refuse; --stats has all`] : []),
  ];
}

const mostRefused = (crawlers: Summary["crawlers"]): Summary["crawlers"] =>
  [...crawlers].sort((a, b) => b.refused - a.refused).slice(0, MAX_CRAWLERS);

const purposeRows = ({ purposes }: Summary): string[] => [
  "",
  ...table(
    ["purpose", "crawlers that obey *", "sites that refuse all", "some", "none"],
    purposes.map(({ purpose, crawlers, refused, some, none }) => [purpose, crawlers, refused, some, none]),
  ),
];

function signalRows({ signals, licenses }: Summary): string[] {
  const rows = signals.map(({ signal, allowed, refused }) => [signal.replace("_", "-"), allowed, refused]);
  return ["", ...table(["signal for *", "allowed", "refused"], rows), `${pluralise(licenses, "site")} with a licence`];
}

function reasonRows({ errors }: Summary): string[] {
  const most = [...errors].sort((a, b) => b.sites - a.sites).slice(0, MAX_REASONS);
  if (most.length === 0) return [];
  return [
    "",
    ...most.map(({ reason, sites, example }) => `${formatNumber(sites)} unreadable: ${reason}, such as ${example}`),
  ];
}
