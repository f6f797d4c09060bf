/** The report on a log: as text, and as data. */

import { formatNumber, pluralise } from "../../base/numbers.ts";
import { shorten } from "../../base/shorten.ts";
import {
  type Answered,
  type Client,
  type Crawler,
  type CrawlerTally,
  crawlerRow,
  type Excuse,
  explanationOf,
  hoursToVersions,
  type Judged,
  type Place,
  type RefusedVerdict,
  SECOND_MS,
  shareOf,
  type Tally,
  TODAY,
} from "../../bulk/logs/index.ts";
import { HOUR_MS } from "../../core/access/internal.ts";
import { crawlerIdentities, resolveAgent } from "../../owners/agents/index.ts";
import { dialectOf } from "../../owners/agents/internal.ts";
import { DEFAULT_DIALECT } from "../agent-names.ts";
import { table } from "../output.ts";
import type { LogsOptions } from "./logs-options.ts";

export interface Report {
  readonly crawlers: readonly CrawlerTally[];
  /** Most requests first. */
  readonly clients: readonly Client[];
  readonly tally: Tally;
  readonly examples: readonly Judged[];
  readonly graceHours: number;
  /** By crawlers that are not false. */
  readonly violations: number;
  /** Refused, by every version that the crawler may hold or by the file of today. */
  readonly refused: number;
  readonly isToday: boolean;
  /** Whether there is a robots.txt. */
  readonly isJudged: boolean;
  /** Sentences about what the figures do not say. */
  readonly notes: readonly string[];
  readonly json: object;
}

/** Servers log the sizes of compressed answers: a version may have as many. */
const CODINGS = 4;

export function reportOf(
  tally: Tally,
  examples: readonly Judged[],
  options: LogsOptions,
  clients: readonly Client[] = [],
): Report {
  const crawlers = tally.crawlers.filter(({ requests }) => requests > 0);
  const violations = sum(crawlers, ({ verdicts }) => verdicts.violation);
  const notes = notesOn(tally, crawlers, options);
  const { lines, unreadable, ambiguous, overlong, late, enforced } = tally;
  const damaged = [...tally.damaged];
  return {
    ...{ crawlers, clients, tally, examples, violations, notes, graceHours: options.graceHours },
    ...{ refused: sum(crawlers, (one) => one.refused), isToday: options.isToday === true },
    isJudged: options.robots !== undefined || options.history !== undefined,
    json: {
      ...{ lines, unreadable, ambiguous, overlong, late, damaged, violations, enforced, notes },
      other_hosts: Object.fromEntries(tally.otherHosts),
      not_judged: Object.fromEntries(clients.map(({ name, requests }) => [name, requests])),
      crawlers: crawlers.map((one) => crawlerRow(one)[0]),
      examples: examples.map((one) => exampleJson(one, options.graceHours)),
    },
  };
}

const sum = (crawlers: readonly CrawlerTally[], of: (one: CrawlerTally) => number): number =>
  crawlers.reduce((total, one) => total + of(one), 0);

function exampleJson(judged: Judged, graceHours: number): object {
  const { file, line, request, version } = judged;
  return {
    ...{ crawler: request.crawler.name, file, line, time: new Date(request.timeMs).toISOString() },
    ...{ method: request.method, target: request.target, status: request.status, version: version?.file },
    ...{ rule: explanationOf(judged)?.rule, held: heldText(judged, graceHours), explain: explainCommand(judged) },
  };
}

/** The command that repeats the verdict; undefined where no version is known. */
export function explainCommand(judged: Judged): string | undefined {
  const { request, version, url } = judged;
  if (version === undefined || explanationOf(judged)?.allowed !== false) return undefined;
  const { dialect, tokens } = request.crawler;
  // Without the option, explain reads as the table says, which may have another row than the user.
  const isDefault = dialect === DEFAULT_DIALECT && dialectOf(tokens[0]!) === dialect;
  const file = version.file.startsWith("-") ? `./${version.file}` : version.file;
  const agent = agentWord(request.crawler);
  const words = [
    "robots-wasm",
    "explain",
    quoted(file),
    ...(agent.startsWith("-") ? [`--agent=${agent}`] : ["--agent", agent]),
  ];
  const asked = /^http:/i.test(version.file) ? url.replace(/^https:/, "http:") : url;
  return [...words, ...(isDefault ? [] : ["--dialect", dialect]), quoted(asked)].join(" ");
}

/** A list is taken as it is; a token alone stands for those that its crawler looks for. */
function agentWord(crawler: Crawler): string {
  const known = agentWords.get(crawler);
  if (known !== undefined) return known;
  const { tokens } = crawler;
  const [token] = tokens as readonly [string];
  const isPlain = tokens.length === 1 && resolveAgent(token).tokens.join() === token;
  const word = quoted(isPlain ? token : tokens.length === 1 ? `${token},${token}` : tokens.join());
  agentWords.set(crawler, word);
  return word;
}

/** Each row needs one, and resolving a name takes 8 µs. */
const agentWords: WeakMap<Crawler, string> = new WeakMap();

/** For a shell. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

function notesOn(tally: Tally, crawlers: readonly CrawlerTally[], options: LogsOptions): string[] {
  return [
    ...inputNotes(tally, options),
    ...addressNotes(crawlers, options),
    ...crawlers.flatMap((one) => crawlerNotes(one, options)),
    ...missingNotes(crawlers, options),
  ];
}

function inputNotes(
  { damaged, unreadable, ambiguous, overlong, late, otherHosts, sizes, versions }: Tally,
  { robots, history, isToday }: LogsOptions,
): string[] {
  const others = [...otherHosts].sort(([, a], [, b]) => b - a);
  const shown = others.slice(0, 5).map(([host, requests]) => `${host} ${formatNumber(requests)}`);
  const known = robots === undefined ? versions.size : 1;
  return [
    ...(damaged.size > 0
      ? [
          `${pluralise(damaged.size, "log")} cannot be read to the end, so all counts are lower bounds: ${[...damaged].slice(0, 5).join(", ")}`,
        ]
      : []),
    ...(unreadable > 0 ? [`${pluralise(unreadable, "line")} cannot be read`] : []),
    ...(ambiguous > 0
      ? [
          `${pluralise(ambiguous, "line")} not judged: ambiguous. ${ambiguous === 1 ? "It" : "They"} can be read in several ways; a client can make its own lines so`,
        ]
      : []),
    ...(overlong > 0 ? [`${pluralise(overlong, "line")} longer than 4 MiB skipped`] : []),
    ...(late > 0
      ? [`${pluralise(late, "request")} more than an hour out of order: verdicts near them may be wrong`]
      : []),
    ...(isToday ? [`the file of today proves nothing of the past: pass the versions of that time with --history`] : []),
    ...(others.length > 0 && (robots !== undefined || history !== undefined)
      ? [`requests to hosts without a robots.txt, not judged: ${shown.join(", ")}`]
      : []),
    ...(sizes.size > CODINGS * Math.max(known, 1)
      ? [
          `200 answers to /robots.txt have ${sizes.size} sizes, but ${pluralise(known, "version")} of it ${known === 1 ? "is" : "are"} known: versions may be missing, or some answers are challenge pages`,
        ]
      : []),
  ];
}

function addressNotes(crawlers: readonly CrawlerTally[], { ranges }: LogsOptions): string[] {
  const requests = sum(crawlers, (one) => one.requests);
  const proxied = sum(crawlers, (one) => one.proxied);
  if (requests > 0 && 2 * proxied > requests)
    return ["most addresses are those of a proxy, so nobody can be recognised: log the address of the client"];
  const checkable = crawlers.some(({ crawler }) =>
    crawlerIdentities.some(({ tokens }) => tokens.includes(crawler.name)),
  );
  return ranges === undefined && checkable
    ? ["identities were not checked: pass lists of addresses with --ranges FOLDER, and --fetch-ranges to fetch them"]
    : [];
}

function crawlerNotes(tally: CrawlerTally, { ranges }: LogsOptions): string[] {
  const { crawler, identities, requests, refused, unknownBecause, excuse, unknownText } = tally;
  const { name } = crawler;
  const isAllFalse = identities.false === requests && crawler.agent?.purpose !== "permission";
  return [
    ...(isAllFalse
      ? [
          `no request of ${name} comes from its operator: all are somebody else's, the list is wrong, or the log has the addresses of a proxy`,
        ]
      : []),
    ...(ranges !== undefined && refused > 0 && unknownBecause !== undefined
      ? [`requests of ${name} may be somebody else's. ${unknownBecause}`]
      : []),
    ...(excuse === undefined ? [] : [excuseText(tally, excuse)]),
    ...(unknownText === undefined ? [] : [unknownTextNote(name, unknownText)]),
  ];
}

function excuseText({ crawler, counts }: CrawlerTally, { answer, address }: Excuse): string {
  const requests = pluralise(counts.afterUnavailable, "refused request");
  const are = counts.afterUnavailable === 1 ? "is" : "are";
  return `${requests} of ${crawler.name} ${are} lawful, such as one of ${address}: robots.txt was answered with ${answerText(answer)}, which allows everything (RFC 9309 §2.3.1.3)`;
}

const answerText = ({ status, address, file, line }: Answered): string => `${status} for ${address} at ${file}:${line}`;

function unknownTextNote(name: string, answer: Answered): string {
  const what =
    answer.status >= 300
      ? "where the redirect leads is not in the log"
      : `${answer.bytes ?? "other"} bytes are not the version of that time`;
  return `what ${name} read as robots.txt is unknown: it was answered with ${answerText(answer)}, and ${what}`;
}

function missingNotes(crawlers: readonly CrawlerTally[], { agents = [] }: LogsOptions): string[] {
  const found = crawlers.map(({ crawler }) => crawler.name.toLowerCase());
  return agents.filter((name) => !found.includes(name)).map((name) => `no request of ${name} is in the log`);
}

export function reportText(report: Report): string {
  const { crawlers, clients, tally, notes } = report;
  const judged = report.isJudged ? `${formatNumber(report.refused)} ${refusedText(report)}` : NOT_JUDGED;
  const requests = pluralise(tally.requests, "request");
  const paragraphs = [
    [
      `${pluralise(tally.lines, "line")}, ${requests} in the names of ${pluralise(crawlers.length, "crawler")}, ${judged}`,
    ],
    loadTable(report),
    clientTable(clients),
    crawlerTable(report),
    [...aside(crawlers), ...enforcedLine(tally)],
    ...report.examples.map((one) => exampleLines(one, report)),
    notes.map((note) => `note: ${note}`),
  ];
  return paragraphs
    .filter((paragraph) => paragraph.length > 0)
    .map((paragraph) => paragraph.join("\n"))
    .join("\n\n");
}

const NOT_JUDGED = "none judged; pass --robots FILE, --robots URL or --history FOLDER";

/** What is said of requests that robots.txt refuses. */
export const refusedText = ({ isToday }: Pick<Report, "isToday">): string =>
  isToday ? TODAY : "refused by robots.txt";

/** Rows of the tables of all requests; others are one row. */
const MAX_ROWS = 20;
/** Parts of the site in a row. */
const MAX_PARTS = 3;
const LOAD_HEAD = ["name", "requests", "peak a minute", "MB", "busiest paths"];

type Cells = readonly (string | number)[];

/** Who asks for how much, most requests first. */
export function loadRows({ crawlers, clients }: Report): { readonly head: readonly string[]; readonly rows: Cells[] } {
  const others = clients.reduce((total, { requests }) => total + requests, 0);
  const byRequests = crawlers.toSorted((a, b) => b.requests - a.requests);
  const rest = sum(byRequests.slice(MAX_ROWS), ({ requests }) => requests);
  const rows = byRequests.slice(0, MAX_ROWS).map(({ crawler, requests, load }): Cells => {
    const parts = load.busiest(MAX_PARTS).map(([part, count]) => `${shorten(part)} ${formatNumber(count)}`);
    return [crawler.name, requests, load.peak, megabytes(load.bytes), parts.join(", ")];
  });
  if (rest > 0) rows.push([`${formatNumber(crawlers.length - MAX_ROWS)} more`, rest, "", "", ""]);
  if (others > 0) rows.push(["not judged", others, "", "", ""]);
  return { head: LOAD_HEAD, rows };
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);

function loadTable(report: Report): string[] {
  const { head, rows } = loadRows(report);
  return rows.length === 0 ? [] : table(head, rows);
}

function clientTable(clients: readonly Client[]): string[] {
  if (clients.length === 0) return [];
  const rows = clients.slice(0, MAX_ROWS).map(({ name, requests }): Cells => [name, requests]);
  const rest = clients.slice(MAX_ROWS);
  if (rest.length > 0)
    rows.push([`${formatNumber(rest.length)} more`, rest.reduce((total, one) => total + one.requests, 0)]);
  return table(["clients that were not judged", "requests"], rows);
}

/** All but those that sent only what is not judged. */
function crawlerTable(report: Report): string[] {
  const { crawlers, tally } = report;
  const shown = crawlers.filter(({ counts }) => counts.judged > 0);
  if (shown.length === 0) return [];
  const rows = shown.map((one) => [
    ...[one.crawler.name, identitiesText(one), one.counts.judged, one.refused, shareText(one), one.verdicts.grace],
    ...[robotsText(one, tally), delayText(one)],
  ]);
  const refused = report.isToday ? TODAY : "refused";
  return table(["name", "identity", "judged", refused, "share", "grace", "robots.txt", "delay"], rows);
}

/** Of requests, never of a crawler: `3 verified, 1 false`. */
export const identitiesText = ({ identities }: CrawlerTally): string =>
  Object.entries(identities)
    .filter(([, requests]) => requests > 0)
    .map(([name, requests]) => `${formatNumber(requests)} ${name}`)
    .join(", ");

export const shareText = (tally: CrawlerTally): string => {
  const share = shareOf(tally);
  if (share === null) return "";
  if (share > 0 && share < 0.01) return "< 1 %";
  return share > 0.99 && share < 1 ? "> 99 %" : `${Math.round(100 * share)} %`;
};

/** What the crawler was answered when it fetched robots.txt. @param all has also those that --agent leaves out */
export function robotsText(tally: CrawlerTally, all: Tally): string {
  const { robots, crawler } = tally;
  const answers = [
    [robots.seen, "read"],
    [robots.other, "redirected, incomplete or another text"],
    [robots.unavailable, "4xx"],
    [robots.unreachable, "5xx or none"],
  ] as const;
  const counts = answers.filter(([count]) => count > 0).map(([count, word]) => `${formatNumber(count)} ${word}`);
  const slowest = Math.max(...hoursToVersions(tally).map(([, hours]) => hours), -Infinity);
  const delay = slowest > -Infinity ? [`new version after at most ${slowest} h`] : [];
  if (counts.length > 0) return [counts.join(", "), ...delay].join("; ");
  // Crawlers of one operator may share their copies.
  const others = all.crawlers.filter(
    (one) => one.robots.seen > 0 && one.crawler.agent?.operator === crawler.agent?.operator,
  );
  const names = crawler.agent === undefined ? [] : others.map((one) => one.crawler.name);
  return names.length === 0 ? "not in this log" : `read by ${names.join(", ")}`;
}

export const delayText = ({ gaps, shortGaps, delaySeconds, crawler }: CrawlerTally): string =>
  gaps === 0
    ? ""
    : `${formatNumber(shortGaps)} of ${pluralise(gaps, "gap")} under ${delaySeconds} s${crawler.agent?.crawlDelay === "ignored" ? ", which it ignores" : ""}`;

/** What is told apart, and is no crawler's fault. */
function aside(crawlers: readonly CrawlerTally[]): string[] {
  const listed = (title: string, of: (one: CrawlerTally) => number): string[] => {
    const found = crawlers.filter((one) => of(one) > 0).map((one) => `${one.crawler.name} ${formatNumber(of(one))}`);
    return found.length === 0 ? [] : [`${title}: ${found.join(", ")}`];
  };
  const verdict = (name: RefusedVerdict) => (one: CrawlerTally) => one.verdicts[name];
  return [
    ...listed("not the crawler that they name", verdict("spoofed")),
    ...listed("refused, but for users or by crawlers that do not promise to obey", verdict("user-fetch")),
    ...listed("refused after an error for robots.txt", verdict("after-error")),
    ...listed("unknown version of robots.txt", verdict("unknown-version")),
    ...listed("methods that are not judged", ({ counts }) => counts.otherMethods),
  ];
}

/** Whatever excuses them here: who enforces the file gives no grace. */
const enforcedLine = ({ enforced }: Tally): string[] =>
  enforced === 0 ? [] : [`a server that enforces this robots.txt would have refused ${pluralise(enforced, "request")}`];

function exampleLines(judged: Judged, report: Report): string[] {
  const { request, file, line, version } = judged;
  const { crawler, timeMs, address, method, target, status } = request;
  const rule = explanationOf(judged)!.rule!;
  return [
    `${crawler.name}  ${file}:${line}  ${timeText(timeMs)}  ${address}  ${method} ${target}  ${status || "no answer"}`,
    `  ${version!.file}:${rule.line}: Disallow: ${rule.pattern}   ${heldText(judged, report.graceHours)}`,
    `  ${explainCommand(judged)}`,
  ];
}

export const timeText = (timeMs: number): string => new Date(timeMs).toISOString().replace(".000Z", "Z");

/** Why the crawler holds no version that allows the request. */
export function heldText(judged: Judged, graceHours: number): string {
  const { fetched, version, request, verdict } = judged;
  if (verdict === TODAY) return "what the file said at that time is not known";
  const copyMs = (fetched?.timeMs ?? -Infinity) - SECOND_MS;
  if (fetched !== undefined && copyMs >= (version?.fromMs ?? Infinity))
    return fetchText(judged, "this version", fetched);
  if (fetched !== undefined && copyMs > request.timeMs - graceHours * HOUR_MS)
    return `${fetchText(judged, "robots.txt", fetched)}, and that version and each later one refuse it`;
  if (version === undefined || version.fromMs === -Infinity) return "it was always served";
  return graceHours === 0 ? "it was served at the time" : `every version of the ${graceHours} h before refuses it`;
}

function fetchText({ identification }: Judged, what: string, { file, line, timeMs }: Place): string {
  const whose = identification.identity === "verified" ? "it" : "a client of this name";
  return `${whose} fetched ${what} at ${file}:${line}, ${timeText(timeMs)}`;
}
