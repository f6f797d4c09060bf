/** `robots-wasm logs`: which crawlers fetched what robots.txt refuses, and whether they are who they say. */
import { statSync } from "node:fs";
import { inputError, isInputFault } from "../../bulk/files/input-error.ts";
import { type Output, outputFile, STDIN, STDOUT } from "../../bulk/files/output-file.ts";
import {
  type Crawler,
  Crawlers,
  type CrawlerTally,
  crawlerRow,
  Identities,
  isReadOnce,
  Judge,
  LogFile,
  type LogOptions,
  mergeLogs,
  type Tally,
} from "../../bulk/logs/index.ts";
import { HOUR_MS } from "../../core/access/internal.ts";
import { knownAgents } from "../../owners/agents/index.ts";
import type { Command } from "../command.ts";
import { toUserError, usageError, withUserValues } from "../errors.ts";
import { announceWait } from "../input.ts";
import { interrupted, showProgress, untilStopped } from "../long-run.ts";
import { FAILED, failOnBrokenPipe, jsonLine, printableLines, version, warn, write, writeError } from "../output.ts";
import { checkPlaces } from "../places.ts";
import { progressText } from "../progress.ts";
import { Findings, openRows, VIOLATION } from "./findings.ts";
import { dnsIn, historiesOf, listsIn, placesRead } from "./log-inputs.ts";
import { type LogsOptions, logsHelp, logsOptions } from "./logs-options.ts";
import { dnsAsker, keepDns, listFetcher, type Prepare } from "./lookups.ts";
import { type Report, reportOf, reportText } from "./report.ts";
import { reportPage } from "./report-html.ts";

async function run(words: readonly string[]): Promise<number> {
  const options = logsOptions(words);
  const { output, stats, html, logs } = options;
  const written = [stats, html].filter((file) => file !== undefined);
  checkPlaces(
    [output ?? STDOUT, ...written],
    [...logs.map((log) => (log === "-" ? STDIN : log)), ...placesRead(options)],
  );
  failOnBrokenPipe(written);
  return untilStopped((signal) => replay(options, signal));
}

async function replay(options: LogsOptions, signal: AbortSignal): Promise<number> {
  const startedAtMs = performance.now();
  const seconds = (): number => (performance.now() - startedAtMs) / 1000;
  const files = { stats: outputOf(options.stats), html: outputOf(options.html) };
  const rows = options.form === undefined ? undefined : await openRows(options);
  const [lists, dns] = [listsIn(options.ranges), dnsIn(options.ranges)];
  const identities = new Identities({ lists, dns });
  const judge = new Judge({
    ...{ historyOf: await historiesOf(options), site: options.site, graceMs: options.graceHours * HOUR_MS, identities },
    isToday: options.isToday,
    isWanted: wantedBy(options),
  });
  const findings = new Findings(judge.tally, options.form === "request" ? rows : undefined);
  const prepare: Prepare[] = [
    ...(options.fetchRanges ? [listFetcher(options.ranges!, lists)] : []),
    ...(options.dns
      ? [dnsAsker(identities, dns, undefined, { keep: () => keepDns(options.ranges!, dns), signal })]
      : []),
  ];
  const crawlers = new Crawlers(knownAgents, options.own, options.agents);
  const log = { bytes: 0, totalBytes: bytesOf(options.logs), readBytes: () => log.bytes };
  const hideProgress = showProgress(() => progressText({ lines: judge.tally.lines, seconds: seconds() }, log));
  try {
    for await (const events of requestsIn(options, crawlers, judge, log, signal)) {
      for (const look of prepare) await look(events);
      await findings.take(judge.judged(events));
    }
  } finally {
    hideProgress();
    if (options.dns) await keepDns(options.ranges!, dns);
  }
  if (signal.aborted) return interrupted();
  await findings.take(judge.rest());
  checkJudged(judge.tally, options);
  const report = reportOf(judge.tally, findings.examples, options, crawlers.clients);
  if (options.form === "crawler") await rows?.write(report.crawlers.map(crawlerRow));
  await findings.writeRows();
  await rows?.finish();
  await writeReports(report, options, files, seconds());
  return judge.tally.damaged.size > 0 ? FAILED : report.violations > 0 ? VIOLATION : 0;
}

/** A log of which nothing could be judged, or hardly anything could be trusted, must not look like one without violations. */
function checkJudged({ late, requests, otherHosts, crawlers }: Tally, { site, robots, history }: LogsOptions): void {
  const others = [...otherHosts.values()].reduce((sum, one) => sum + one, 0);
  if (2 * late > requests)
    throw inputError(
      "the logs",
      `expected lines in the order of their times; got ${late} requests that are more than an hour late; sort them, such as with tac where the newest come first`,
    );
  if (robots === undefined && history === undefined) return;
  if (requests > 0 && others === requests)
    throw usageError(
      `expected requests to ${site ?? `a host of ${history}`}; got only requests to ${[...otherHosts.keys()].slice(0, 5).join(", ")}`,
    );
  checkVersions(crawlers, history);
}

/** Not those of a history that begins after the log ends. */
function checkVersions(crawlers: readonly CrawlerTally[], history: string | undefined): void {
  const judged = crawlers.reduce((sum, { counts }) => sum + counts.judged, 0);
  const beforeFirst = crawlers.reduce((sum, { counts }) => sum + counts.beforeFirst, 0);
  if (judged > 0 && beforeFirst === judged)
    throw usageError(`expected a version of robots.txt from before the requests; got only later ones in ${history}`);
}

const outputOf = (file: string | undefined): Output | undefined => (file === undefined ? undefined : outputFile(file));

/** The requests of all logs in the order of their times. */
async function* requestsIn(
  { logs, logFormat }: LogsOptions,
  crawlers: Crawlers,
  { tally }: Judge,
  log: { bytes: number },
  signal: AbortSignal,
) {
  const onBytes = (bytes: number): void => {
    log.bytes += bytes;
  };
  const readingOf = (name: string): LogOptions => ({
    ...{ format: logFormat, find: crawlers, tally, signal, onBytes },
    onDamage: (error) => addDamaged(tally, name, error),
  });
  /** One log that cannot be read is an error. Of several, it is named and counted. */
  const orDamage = (name: string, error: unknown): undefined => {
    if (logs.length === 1 || !isInputFault(error)) throw error;
    addDamaged(tally, name, error);
  };
  if (logs.includes("-")) announceWait("an access log");
  const opened: LogFile[] = [];
  for (const name of logs) {
    const one = await LogFile.open(name, readingOf(name))
      .catch(asWrongCall)
      .catch((error) => orDamage(name, error));
    if (one !== undefined) opened.push(one);
  }
  if (opened.length === 0) throw inputError("the logs", "expected one that can be read; got none");
  checkOnce(opened);
  async function* events(one: LogFile) {
    try {
      yield* one.events(readingOf(one.name));
    } catch (error) {
      orDamage(one.name, error);
    }
  }
  yield* mergeLogs(opened.map((one) => ({ firstMs: one.firstMs, open: () => events(one) })));
}

function addDamaged({ damaged }: Tally, name: string, error: unknown): void {
  damaged.add(name);
  const { message } = toUserError(error)!;
  warn(`${message.includes(name) ? "" : `${name}: `}${message} (${(error as NodeJS.ErrnoException).code})`);
}

/** A log that is given plain and compressed, or under two names, would count twice. */
function checkOnce(logs: readonly LogFile[]): void {
  const names = new Map<string, string>();
  for (const { name, fingerprint } of logs.filter((one) => one.fingerprint !== "")) {
    const other = names.get(fingerprint);
    if (other !== undefined)
      throw usageError(`expected each LOG once; got ${name}, which begins with the same lines as ${other}`);
    names.set(fingerprint, name);
  }
}

/** A wrong pattern of --log-format is a wrong call. */
const asWrongCall = (error: unknown): never =>
  withUserValues(() => {
    throw error;
  });

/** Undefined where the size of a log is not known. */
function bytesOf(logs: readonly string[]): number | undefined {
  try {
    return logs.some(isReadOnce) ? undefined : logs.reduce((sum, log) => sum + statSync(log).size, 0);
  } catch {
    return undefined;
  }
}

function wantedBy({ agents, purposes }: LogsOptions): (crawler: Crawler) => boolean {
  return ({ name, agent }) =>
    (agents === undefined || agents.includes(name.toLowerCase())) &&
    (purposes === undefined || (agent !== undefined && purposes.includes(agent.purpose)));
}

async function writeReports(
  report: Report,
  { form, json, quiet }: LogsOptions,
  files: Readonly<Record<"stats" | "html", Output | undefined>>,
  seconds: number,
): Promise<void> {
  const versions = { "robots-wasm": version(), node: process.version };
  await files.stats?.write(Buffer.from(jsonLine({ ...report.json, seconds: Number(seconds.toFixed(3)), versions })));
  await files.html?.write(Buffer.from(reportPage(report)));
  files.stats?.commit();
  files.html?.commit();
  if (quiet) return;
  if (json) write(jsonLine(report.json));
  else if (form === undefined) write(`${printableLines(reportText(report))}\n`);
  else writeError(`${printableLines(reportText(report))}\n`);
}

export const command: Command = {
  help: `Usage: robots-wasm logs [--robots FILE|URL | --history FOLDER] [OPTION…] LOG…
${logsHelp}
Without a robots.txt, the report says who asks for how much. Requests of people are counted and never written.
Only --fetch-ranges, --dns and the URL of --robots use the network.
Exit codes: 0 no violation, 1 a crawler fetched what robots.txt refuses, 2 a wrong call, a failure or
a log that cannot be read to its end, 130 interrupted.
`,
  run,
};
