/** `robots-wasm agents`: prints what a robots.txt says to each well-known crawler, by purpose. */

import { parse } from "../core/deciding.ts";
import type { DialectName } from "../core/index.ts";
import {
  type AgentReport,
  type AgentRow,
  type GroupAnswer,
  knownAgents,
  purposes,
  reportAgents,
} from "../owners/agents/index.ts";
import { ruleAtLine } from "../owners/assertions/index.ts";
import { agentRowsNamed, UNKNOWN_OPERATOR } from "./agent-names.ts";
import type { Command } from "./command.ts";
import { usageError } from "./errors.ts";
import { ExitCode } from "./exit-code.ts";
import { addressesHelp, addressesOption, checkedAddresses } from "./network.ts";
import { checkedDialect, parseWords } from "./options.ts";
import { jsonLine, printable, writeFully } from "./output.ts";
import { checkedPurposes, purposeHelp, purposeNames } from "./purposes.ts";
import { openRobots, outageIn, outcomeOf, type RobotsSource } from "./robots-source.ts";

const options = {
  agent: { type: "string", multiple: true },
  purpose: { type: "string", multiple: true },
  dialect: { type: "string" },
  ...addressesOption,
  json: { type: "boolean" },
} as const;

async function run(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseWords(words, options);
  const [source, ...rest] = positionals;
  if (source === undefined || rest.length > 0) throw usageError("expected one FILE or URL, or - for standard input");
  const agents = selectedAgents(values.agent, values.purpose);
  const dialect = values.dialect === undefined ? undefined : checkedDialect(values.dialect);
  const addresses = checkedAddresses(values.addresses);
  const exitCode = new ExitCode();
  const robots = await openRobots(source, ["robots-wasm-tester"], dialect === undefined ? {} : { dialect }, addresses);
  const { note, reports } = reportsOf(robots, agents, dialect);
  for (const { outage } of reports) exitCode.noteOutage(robots.name, outage);
  const text = (): string => note + unknownText(reports) + reportsText(reports);
  await writeFully(values.json ? reports.map(jsonLine).join("") : text());
  return exitCode.finish();
}

/** What is said to one crawler. */
interface Report extends AgentReport {
  /** Why nobody knows what the site allows it, if that decided. */
  readonly outage?: string | undefined;
}

interface Reports {
  readonly reports: readonly Report[];
  /** Why the file did not decide; empty if it did. */
  readonly note: string;
}

/**
 * Without a dialect each crawler reads the file in the one that its operator documents. If the site serves no file, the policy of that
 * dialect decides.
 */
function reportsOf(
  { body, accessIn }: RobotsSource,
  agents: readonly AgentRow[],
  dialect: DialectName | undefined,
): Reports {
  if (body !== undefined)
    return { note: "", reports: reportAgents(dialect === undefined ? body : parse(body, { dialect }), agents) };
  const ended = reportAgents("", agents).map((report) => ({ report, access: accessIn(dialect ?? report.dialect)! }));
  const outcomes = [...new Set(ended.map(({ access }) => outcomeOf(access)))];
  const reports = ended.map(({ report, access }) => {
    const verdict = access.verdict === "allowed" ? "allowed" : "refused";
    return { ...report, access: verdict, outage: outageIn(access) } as const;
  });
  return { note: `no rules: ${printable(outcomes.join("; "))}\n\n`, reports };
}

function selectedAgents(
  names: readonly string[] | undefined,
  wanted: readonly string[] | undefined,
): readonly AgentRow[] {
  const chosen = checkedPurposes(wanted) ?? purposeNames;
  const agents: readonly AgentRow[] = names?.flatMap(agentRowsNamed) ?? knownAgents;
  return agents.filter(({ purpose = "other", alsoFor = [] }) =>
    [purpose, ...alsoFor].some((one) => chosen.includes(one)),
  );
}

/** Before any verdict: what follows is not about a crawler that anyone knows. */
const unknownText = (reports: readonly AgentReport[]): string =>
  reports
    .filter(({ operator, confidence }) => operator === UNKNOWN_OPERATOR && confidence === "caller")
    .map(
      ({ token, group }) => `${printable(token)} is not a crawler that we know: it would obey ${groupText(group)}\n\n`,
    )
    .join("");

const groupText = (group: string | undefined): string =>
  group === undefined ? "no group" : `the group for ${printable(group)}`;

function reportsText(reports: readonly AgentReport[]): string {
  const width = Math.max(...reports.map(({ token }) => token.length));
  const sections = purposeNames.flatMap((purpose) => {
    const rows = reports.filter((one) => one.purpose === purpose).map((one) => rowOf(one, width));
    return rows.length === 0 ? [] : [`${purpose}: ${purposes[purpose]}\n${rows.join("")}`];
  });
  const unsure = reports.filter(({ access, example }) => access === "partly" && example === undefined).length;
  const note = unsure === 0 ? "" : `\n${unsure} of these may be partly refused: the search for an example was ended\n`;
  return sections.join("\n") + note;
}

function rowOf(report: AgentReport, width: number): string {
  const { access, token, operator } = report;
  return `  ${access.padEnd(8)} ${token.padEnd(width)}  ${operator}${noteOf(report)}\n`;
}

/** What a path shows; without one the search for it was ended. */
const accessText = ({ access, example }: GroupAnswer): string =>
  access !== "partly" ? access : example === undefined ? "may be partly refused" : `refuses ${printable(example)}`;

/** The verdict of the protocol beside what the crawler does. */
function ignoredText(ignored: GroupAnswer): string {
  const by = ignored.rule === undefined ? "" : `, ${printable(ruleAtLine(ignored.rule))}`;
  return `ignores groups for *, which say: ${accessText(ignored)}${by}`;
}

const delayText = ({ delaySeconds, crawlDelay }: AgentReport): string =>
  `Crawl-delay ${delaySeconds} s${crawlDelay === "ignored" ? ", which it ignores" : ""}`;

/** Which group and line say so, and what the operator says about robots.txt. */
function noteOf(report: AgentReport): string {
  const { access, group, rule, ignored, ignoresRobots, ignoresStar, status } = report;
  const notes = [
    ...(status === "active" ? [] : [status]),
    ...(group === undefined ? [] : [`group ${printable(group)}`]),
    ...(rule === undefined ? [] : [printable(ruleAtLine(rule))]),
    ...(access === "partly" ? [accessText(report)] : []),
    ...(report.delaySeconds === undefined ? [] : [delayText(report)]),
    ...(ignoresRobots ? ["may ignore robots.txt"] : []),
    ...(ignored !== undefined ? [ignoredText(ignored)] : ignoresStar ? ["ignores groups for *"] : []),
  ];
  return notes.length === 0 ? "" : `; ${notes.join("; ")}`;
}

export const command: Command = {
  help: `Usage: robots-wasm agents FILE|URL [--purpose NAME] [--agent NAME] [OPTION…]

  FILE|URL           a robots.txt, - for standard input, or an http or https URL of a site, whose robots.txt is fetched
${purposeHelp}
  --agent NAME       only this crawler: a product token or a whole User-Agent header; or all crawlers of a company or a
                     product, such as OpenAI or ChatGPT; repeatable
  --dialect NAME     read the file in this dialect for all; default: the one that each operator documents, which is
                     google for Google's crawlers and rfc9309 for the others
${addressesHelp}
  --json             one JSON object per crawler, with its operator's page

"allowed" is the whole site, "refused" is every page, "partly" depends on the URL: an example of a refused path follows.
Exit codes: 0, 2 for a wrong call
or a failure, or 3 if an outage decides.
`,
  run,
};
