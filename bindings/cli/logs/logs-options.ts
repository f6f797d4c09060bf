/** The options of `robots-wasm logs`. */

import { statSync } from "node:fs";
import { urlOf } from "../../base/url.ts";
import { formatNames, hostOf, type LogForm } from "../../bulk/logs/index.ts";
import { type RowFormat, rowFormats } from "../../bulk/rows/index.ts";
import { type AgentPurpose, type KnownAgent, knownAgents } from "../../owners/agents/index.ts";
import { typedCrawlers } from "../agent-names.ts";
import { usageError } from "../errors.ts";
import { checkedFile, checkedInputs } from "../input.ts";
import { checkedChoice, checkedInteger, parseWords } from "../options.ts";
import { checkedPurposes, purposeHelp } from "../purposes.ts";
import { isLive } from "../robots-source.ts";
import { crawlersWith } from "../survey/crawlers.ts";
import { formatOf } from "../survey/survey-options.ts";

const forms: readonly LogForm[] = ["crawler", "request"];

const options = {
  robots: { type: "string" },
  history: { type: "string" },
  site: { type: "string" },
  "log-format": { type: "string" },
  grace: { type: "string" },
  ranges: { type: "string" },
  "fetch-ranges": { type: "boolean" },
  dns: { type: "boolean" },
  agent: { type: "string", multiple: true, short: "a" },
  purpose: { type: "string", multiple: true },
  crawlers: { type: "string" },
  by: { type: "string" },
  format: { type: "string" },
  output: { type: "string", short: "o" },
  html: { type: "string" },
  json: { type: "boolean" },
  stats: { type: "string" },
  quiet: { type: "boolean" },
} as const;

export interface LogsOptions {
  readonly logs: readonly string[];
  /** A robots.txt that was served all the time, the URL of the one that is served today, or a folder of versions; none: nothing is judged. */
  readonly robots: string | undefined;
  readonly isToday: boolean;
  readonly history: string | undefined;
  /** In lower case. */
  readonly site: string | undefined;
  readonly logFormat: string | undefined;
  readonly graceHours: number;
  readonly ranges: string | undefined;
  readonly fetchRanges: boolean;
  readonly dns: boolean;
  /** In lower case; undefined for all. */
  readonly agents: readonly string[] | undefined;
  readonly purposes: readonly AgentPurpose[] | undefined;
  /** The file of crawlers that the user adds to the table, and what it has. */
  readonly crawlers: string | undefined;
  readonly own: readonly KnownAgent[];
  /** Undefined for the report alone. */
  readonly form: LogForm | undefined;
  readonly format: RowFormat;
  readonly output: string | undefined;
  readonly html: string | undefined;
  readonly json: boolean;
  readonly stats: string | undefined;
  readonly quiet: boolean;
}

export function logsOptions(words: readonly string[]): LogsOptions {
  const { values, positionals } = parseWords(words, options);
  checkLogs(positionals);
  const { robots, history, ranges, by, output } = values;
  const isToday = robots !== undefined && isLive(robots);
  checkFile(values, isToday);
  for (const name of ["fetch-ranges", "dns"] as const)
    if (values[name] === true && ranges === undefined)
      throw usageError(`expected --ranges FOLDER, in which --${name} keeps what it finds; got none`);
  const format = checkedChoice("--format", values.format ?? formatOf(output), rowFormats);
  checkRows(values, format);
  return {
    ...{ crawlers: values.crawlers, logs: positionals, robots, isToday, history, ranges, output, format },
    site: siteIn(values.site ?? (isToday ? urlOf(robots)?.host : undefined)),
    logFormat: values["log-format"],
    graceHours: checkedInteger("--grace", values.grace ?? "24", 0, 24 * 365),
    ...{ fetchRanges: values["fetch-ranges"] ?? false, dns: values.dns ?? false },
    agents: values.agent?.flatMap(typedCrawlers).map(({ tokens }) => tokens[0]!.toLowerCase()),
    purposes: checkedPurposes(values.purpose),
    own: crawlersWith(values.crawlers).filter((one) => !knownAgents.includes(one)),
    form: by === undefined ? undefined : checkedChoice("--by", by, forms),
    ...{ html: values.html, stats: values.stats, json: values.json ?? false, quiet: values.quiet ?? false },
  };
}

/** Options about a file that is not given would be ignored. */
function checkFile({ robots, history, by, site, grace }: Readonly<Record<string, unknown>>, isToday: boolean): void {
  const hasFile = robots !== undefined || history !== undefined;
  if (robots !== undefined && history !== undefined)
    throw usageError("expected one of --robots FILE or URL, and --history FOLDER; got both");
  if (by === "request" && !hasFile)
    throw usageError("expected --robots FILE or URL, or --history FOLDER, by which requests are judged; got none");
  if (site !== undefined && !hasFile)
    throw usageError("expected --robots or --history with --site, which says whose file it is; got neither");
  if (grace !== undefined && (isToday || !hasFile))
    throw usageError("expected --history with --grace, which is about versions; got none");
}

/** As logs spell hosts: a URL would match none of them. */
function siteIn(text: string | undefined): string | undefined {
  if (text !== undefined && !/^[^\s/?#@\\]+$/.test(text))
    throw usageError(`expected --site to be a host such as shop.example; got ${text}`);
  return hostOf(text);
}

function checkLogs(logs: readonly string[]): void {
  if (logs.length === 0) throw usageError("expected a LOG, or - for standard input; got none");
  checkedInputs(logs);
  for (const log of logs) {
    const again = logs.filter((one) => one === log).length > 1;
    if (again) throw usageError(`expected each LOG once; got ${log} again`);
    // Of several, one that cannot be read is skipped.
    if (logs.length > 1 || log === "-") continue;
    if (checkedFile("a readable log", log, (path) => statSync(path).isDirectory()))
      throw usageError(`expected a log; got a folder: ${log}; name its files`);
  }
}

/** Options that would be ignored are errors. */
function checkRows(values: Readonly<Record<string, unknown>>, rowFormat: RowFormat): void {
  const { by, output, json, quiet } = values;
  const without = ["output", "format"].find((name) => values[name] !== undefined);
  if (by === undefined && without !== undefined)
    throw usageError(`expected --by crawler or --by request with --${without}; got neither`);
  if (by !== undefined && json === true) throw usageError("expected --by or --json; got both");
  if (quiet === true && json === true) throw usageError("expected --json or --quiet; got both");
  if (by !== undefined && rowFormat === "parquet" && output === undefined)
    throw usageError("expected --output FILE for Parquet, whose end is written last; got none");
}

export const logsHelp: string = `
  LOG…               access logs, plain, gzip or Zstandard, in any order; - for standard input
  --robots FILE      the robots.txt, if it never changed; of a URL, the file of today, which proves nothing of the past; or
  --history FOLDER   its versions, named by the time from which they were served: 2026-11-10T120000Z.txt; for several
                     hosts, in subfolders by host
  --site HOST        the host of the robots.txt; needed where the log has several hosts
  --log-format TEXT  ${formatNames.slice(0, 6).join(", ")},
                     ${formatNames.slice(6).join(", ")}; a log_format of nginx or a LogFormat of Apache; or
                     json:time=KEY,address=KEY,target=KEY,agent=KEY,status=KEY and host, method, bytes, signature;
                     default: detected from the first lines
  --grace HOURS      how long a crawler may hold an old version after a change; default 24 (RFC 9309 §2.4)
  --ranges FOLDER    lists of addresses that operators publish, such as gptbot.json, to check who sent a request
  --fetch-ranges     download the lists of the crawlers in the log into that folder
  --dns              ask DNS about addresses that are in no list, and keep the answers in that folder
  --agent, -a TOKEN  only this crawler; repeatable
${purposeHelp}
  --crawlers FILE    add crawlers to the table: a JSON object per line with token, and optionally purpose, operator,
                     fallback, ignoresStar, ignoresRobots, dialect
  --by WHAT          write rows: crawler, one per crawler; request, one per request that is not allowed
  --format NAME      ndjson, csv, parquet; default: by the name of --output, else ndjson
  --output, -o FILE  write rows to FILE, which appears when it is complete; default: standard output
  --html FILE        write a report page that you can send to the operator of a crawler
  --json             print the report as JSON
  --stats FILE       write the report, the run time and version numbers to FILE as JSON
  --quiet            no report
`;
