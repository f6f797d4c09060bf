/** What the file tells every known crawler, by `reportAgents`, with what a person wants to know beside each verdict. */

import { type RobotsTxt, usageOf } from "../../bindings/index.ts";
import {
  type AgentReport,
  answersQuestions,
  type GroupAnswer,
  knownAgents,
  operatorHabits,
  reachOf,
  reportAgents,
  resolveAgent,
} from "../../bindings/owners/agents/index.ts";
import type { CrawlerRow, Overview, Reach, Requests, SearchDifference, Section, Source } from "../protocol.ts";
import {
  allowedBy,
  cutText,
  deciderFor,
  type FileReadings,
  isRobotsTxt,
  readingsOf,
  ruleText,
} from "./file-readings.ts";

const SHOWN_PATTERNS = 8;

export function overviewOf({ source, url, name }: Requests["overview"]["ask"]): Overview {
  const readings = readingsOf(source);
  const searches = new Map<string, Search>();
  const searchFor = (report: AgentReport): Search => searchOf(readings, report, searches);
  const rowFor = (report: AgentReport): CrawlerRow => {
    const { reach } = source.kind === "status" ? wholeSite(report.access === "allowed") : searchFor(report);
    return rowOf(url === undefined || source.kind === "status" ? report : atUrl(report, url, readings), reach, source);
  };
  const standard = readings.in("rfc9309");
  const reports = reportsOf(source);
  const pathsFor = (name: string) => reports.flatMap((one) => (one.token === name ? searchFor(one).paths : []));
  const noTraining = source.kind === "file" ? noTrainingLine(readings, reports) : undefined;
  return {
    rows: reports.map(rowFor),
    ...(noTraining !== undefined && { noTraining }),
    ...(name !== undefined && unknownRow(name, source, rowFor)),
    differences: source.kind === "file" ? searchDifferences(source, readings, pathsFor) : [],
    habits: source.kind === "status" ? operatorHabits.filter(({ topic }) => topic === "status") : [],
    groups: standard.groups.length,
    // Google reads lines that others skip.
    rules: Math.max(rulesIn(standard), rulesIn(readings.in("google"))),
    truncated: standard.truncated,
  };
}

/** The line that says so to all crawlers, or to one that is named. */
function noTrainingLine(readings: FileReadings, reports: readonly AgentReport[]): number | undefined {
  const named = reports.filter((report) => report.isNamed && sectionOf(report) === "training");
  const said = ["*", ...named.map(({ token }) => token)].map((name) =>
    usageOf(readings.rulesFor(name).protocol.fields, "/", "train-ai"),
  );
  return said.find(({ allowed }) => allowed === false)?.line;
}

const rulesIn = ({ groups }: RobotsTxt): number => groups.reduce((sum, { rules }) => sum + rules.length, 0);

/** @param names without it, every known crawler */
function reportsOf(source: Source, names?: readonly string[]): readonly AgentReport[] {
  const reports = reportAgents(source.kind === "file" ? source.text : "", names);
  if (source.kind === "file") return reports;
  return reports.map((report) => {
    const access = allowedBy(source, resolveAgent(report.token).dialect) ? "allowed" : "refused";
    return { ...report, access };
  });
}

/** A row for a name that the table does not have. What is not a name gets none. */
function unknownRow(name: string, source: Source, rowFor: (report: AgentReport) => CrawlerRow): Partial<Overview> {
  try {
    const { agent, assumed, crawlers } = resolveAgent(name);
    if (crawlers !== undefined) return { named: crawlers.map(({ token }) => token) };
    const known = agent !== undefined && knownAgents.some(({ token }) => token === agent.token);
    const row = rowFor(reportsOf(source, [name])[0]!);
    // Said before the verdict.
    const operator = known ? row.operator : "Not in our list";
    return { unknown: { ...row, operator, notes: [...row.notes, ...assumed.map(sentence)] } };
  } catch {
    return {};
  }
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function rowOf(report: AgentReport, reach: Reach, source: Source): CrawlerRow {
  const { token, operator, purpose, access, rule, example, group, ignoresRobots } = report;
  return {
    token,
    operator,
    purpose,
    section: sectionOf(report),
    access,
    mayIgnore: ignoresRobots,
    isActive: report.status === "active",
    ...(rule && { rule: ruleText(rule), line: rule.line }),
    ...(example !== undefined && { example: cutText(example) }),
    ...(group !== undefined && { group }),
    notes: notesOf(report, source.kind === "file" && report.isNamed),
    reach,
    answers: answersQuestions.has(token),
  };
}

/** Tokens that only permit a use, and the crawls that models are trained on, belong to training. */
const sectionOf = ({ purpose, alsoFor = [] }: AgentReport): Section =>
  purpose === "permission" || alsoFor.includes("training") ? "training" : purpose;

function notesOf(report: AgentReport, isNamed: boolean): string[] {
  const { token, access, example, group, purpose, ignored, ignoresStar, ignoresRobots, status } = report;
  const borrowed = isNamed && group !== undefined && group.toLowerCase() !== token.toLowerCase();
  return [
    ...(purpose === "permission" ? ["Never crawls: this only permits a use"] : []),
    ...(borrowed ? [`No group of its own: obeys ${group}`] : []),
    ...(access === "partly" ? [example === undefined ? "May be partly refused" : `Refused: ${cutText(example)}`] : []),
    ...(ignoresStar && !isNamed ? [ignoredText(ignored)] : []),
    ...(ignoresRobots ? ["May ignore robots.txt"] : []),
    ...(status === "active" ? [] : [sentence(status)]),
  ];
}

/** The protocol's verdict beside what the crawler does. */
function ignoredText(ignored: GroupAnswer | undefined): string {
  if (ignored === undefined) return "Ignores the group for *";
  const { access, rule, example } = ignored;
  const said =
    access === "partly" ? `refused: ${example === undefined ? "perhaps some URLs" : cutText(example)}` : access;
  return `Ignores the group for *, which says ${said}${rule === undefined ? "" : ` (line ${rule.line})`}`;
}

/** What a crawler may fetch of a site, and paths that show it. */
interface Search {
  readonly reach: Reach;
  readonly paths: readonly string[];
}

const wholeSite = (base: boolean): Search => ({
  reach: { base, except: [], count: 0, hasHome: false, back: [], mayHaveMore: false },
  paths: [],
});

/** Crawlers of one group and one reading share it. */
function searchOf(readings: FileReadings, report: AgentReport, known: Map<string, Search>): Search {
  if (report.access !== "partly") return wholeSite(report.access === "allowed");
  const { agent } = readings.rulesFor(report.token);
  const key = `${agent.dialect} ${report.isNamed} ${report.group?.toLowerCase()}`;
  const found = known.get(key) ?? search(readings.in(agent.dialect), agent.tokens);
  known.set(key, found);
  return found;
}

function search(robots: RobotsTxt, tokens: readonly string[]): Search {
  const { base, exceptions, returns, complete } = reachOf(robots, tokens);
  const patterns = exceptions.map(({ rule }) => rule.pattern);
  return {
    reach: {
      base,
      except: patterns.slice(0, SHOWN_PATTERNS).map(cutText),
      count: patterns.length,
      hasHome: exceptions[0]?.path === "/",
      back: returns.slice(0, SHOWN_PATTERNS).map(({ rule }) => cutText(rule.pattern)),
      mayHaveMore: !complete,
    },
    paths: [...exceptions, ...returns].map(({ path }) => path),
  };
}

/** Paths on which Google and Bing get different verdicts: one that only Google may fetch, and one that only Bing may. */
function searchDifferences(
  source: Source,
  readings: FileReadings,
  pathsFor: (token: string) => readonly string[],
): readonly SearchDifference[] {
  const names = ["Googlebot", "bingbot"] as const;
  const [google, bing] = names.map((token) => deciderFor(source, readings, token));
  const found = names
    .flatMap(pathsFor)
    .map((path) => ({ path, google: google!.verdict(path).allowed, bing: bing!.verdict(path).allowed }))
    .filter((one) => one.google !== one.bing);
  return [true, false].flatMap((isGoogle) => found.find((one) => one.google === isGoogle) ?? []);
}

/** What a report says of one URL instead of the whole site. */
function atUrl(report: AgentReport, url: string, readings: FileReadings): AgentReport {
  const { rule: _rule, example: _example, ignored: _ignored, ...rest } = report;
  const { rules, protocol } = readings.rulesFor(report.token);
  if (isRobotsTxt(url)) return { ...rest, access: "allowed" };
  const { allowed, rule } = protocol.explain(url);
  const said = { access: allowed ? "allowed" : "refused", ...(rule !== undefined && { rule }) } as const;
  return rules === undefined ? { ...rest, access: "allowed", ignored: said } : { ...rest, ...said };
}
