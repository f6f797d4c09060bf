/** What the file tells every known crawler, by `reportAgents`, with what a person wants to know beside each verdict. */
import { type AgentReport, knownAgents, reportAgents, resolveAgent } from "../../bindings/agents/index.ts";
import type { AgentRules, RobotsTxt } from "../../bindings/core/index.ts";
import type { CrawlerRow, Overview, Reach, Requests, Section, Source } from "../protocol.ts";
import { answersQuestions } from "./ai-answers.ts";
import { allowedBy, deciderFor, type FileReadings, readingsOf, ruleText } from "./readings.ts";

/** Patterns beyond this many are neither shown nor tried. */
const MAX_PATTERNS = 1000;
const SHOWN_PATTERNS = 8;

export function overviewOf({ source, url, name }: Requests["overview"]["ask"]): Overview {
  const readings = readingsOf(source);
  const reaches = new Map<string, Reach>();
  const rowFor = (report: AgentReport): CrawlerRow => {
    const reach =
      source.kind === "status" ? everything(report.access === "allowed") : reachOf(readings, report, reaches);
    const row = rowOf(report, reach, readings, source);
    return url === undefined ? row : forUrl(row, url, source, readings);
  };
  const standard = readings.in("rfc9309");
  return {
    rows: reportsOf(source).map(rowFor),
    ...(name !== undefined && unknownRow(name, source, rowFor)),
    groups: standard.groups.length,
    // Google reads lines that others skip.
    rules: Math.max(rulesIn(standard), rulesIn(readings.in("google"))),
    truncated: standard.truncated,
  };
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
    const { agent, assumed } = resolveAgent(name);
    const known = agent !== undefined && knownAgents.some(({ token }) => token === agent.token);
    const row = rowFor(reportsOf(source, [name])[0]!);
    const notes = known ? assumed : ["Not in our list", ...assumed];
    return { unknown: { ...row, notes: [...row.notes, ...notes.map(sentence)] } };
  } catch {
    return {};
  }
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function rowOf(report: AgentReport, reach: Reach, readings: FileReadings, source: Source): CrawlerRow {
  const { token, operator, purpose, access, rule, group, ignoresRobots } = report;
  return {
    token,
    operator,
    purpose,
    section: sectionOf(report),
    access,
    mayIgnore: ignoresRobots,
    isActive: report.status === "active",
    ...(rule && { rule: ruleText(rule), line: rule.line }),
    ...(group !== undefined && { group }),
    notes: notesOf(report, source.kind === "file" && readings.rulesFor(token).rules?.isNamed === true),
    reach,
    answers: answersQuestions.has(token),
  };
}

/** Tokens that only permit a use, and the crawls that models are trained on, belong to training. */
const sectionOf = ({ purpose, alsoFor = [] }: AgentReport): Section =>
  purpose === "permission" || alsoFor.includes("training") ? "training" : purpose;

function notesOf(report: AgentReport, isNamed: boolean): string[] {
  const { token, group, purpose, ignoresStar, ignoresRobots, status } = report;
  const borrowed = isNamed && group !== undefined && group.toLowerCase() !== token.toLowerCase();
  return [
    ...(purpose === "permission" ? ["Never crawls: this only permits a use"] : []),
    ...(borrowed ? [`No group of its own: obeys ${group}`] : []),
    ...(ignoresStar && !isNamed ? ["Ignores the group for *"] : []),
    ...(ignoresRobots ? ["May ignore robots.txt"] : []),
    ...(status === "active" ? [] : [sentence(status)]),
  ];
}

const everything = (base: boolean): Reach => ({ base, except: [], count: 0, back: [] });

/** Crawlers of one group and one reading share the answer. */
function reachOf(readings: FileReadings, report: AgentReport, known: Map<string, Reach>): Reach {
  if (report.access !== "partly" || report.rule === undefined) return everything(report.access === "allowed");
  const { agent, rules } = readings.rulesFor(report.token);
  if (rules === undefined) return everything(true);
  const key = `${agent.dialect} ${rules.isNamed} ${report.group?.toLowerCase()}`;
  const reach = known.get(key) ?? exceptionsOf(rules, !isBlanket(report.rule));
  known.set(key, reach);
  return reach;
}

const isBlanket = ({ directive, pattern }: { directive: string; pattern: string }): boolean =>
  directive === "disallow" && /^(?:\/\**|\*+)$/.test(pattern);

/** The patterns whose example URL has the other verdict than the rest of the site. */
function exceptionsOf(rules: AgentRules, base: boolean): Reach {
  const patterns = (directive: string): string[] => [
    ...new Set(rules.rules.filter((rule) => rule.directive === directive && rule.pattern !== "").map((r) => r.pattern)),
  ];
  const isAllowed = (pattern: string): boolean => rules.isAllowed(exampleOf(pattern));
  const all = patterns(base ? "disallow" : "allow");
  const except = all.slice(0, MAX_PATTERNS).filter((one) => isAllowed(one) !== base);
  const back = patterns(base ? "allow" : "disallow")
    .slice(0, MAX_PATTERNS)
    .filter((one) => !/^(?:\/\**|\*+)$/.test(one) && isAllowed(one) === base);
  const count = except.length + Math.max(0, all.length - MAX_PATTERNS);
  return { base, except: except.slice(0, SHOWN_PATTERNS), count, back: back.slice(0, SHOWN_PATTERNS) };
}

/** A path that the pattern matches: a letter for each wildcard. */
export function exampleOf(pattern: string): string {
  const path = pattern.replace(/\$$/, "").replaceAll("*", "x");
  return path.startsWith("/") ? path : `/${path}`;
}

function forUrl(row: CrawlerRow, url: string, source: Source, readings: FileReadings): CrawlerRow {
  const { rule: _rule, line: _line, ...rest } = row;
  const { allowed, rule, line } = deciderFor(source, readings, row.token).verdict(url);
  return { ...rest, access: allowed ? "allowed" : "refused", ...(rule !== undefined && { rule, line: line! }) };
}
