/** Finds mistakes in a robots.txt. It reads the file with the parser that also decides verdicts. */

import { checkedBody, checkedList, isNameIn } from "../../base/arguments.ts";
import { wrongType, wrongValue } from "../../base/errors.ts";
import { isHtml } from "../../base/html.ts";
import { absolute } from "../../base/location.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import type { DialectName } from "../../core/index.ts";
import { dialectNamed } from "../../core/parsing.ts";
import type { AgentRow } from "../agents/rows/known-agent.ts";
import { checkedRows } from "../agents/rows/own-rows.ts";
import { factsWith } from "./agent-facts.ts";
import { checkAgents } from "./checks/agents.ts";
import { checkConflicts } from "./checks/conflicts.ts";
import { checkDelays } from "./checks/delays.ts";
import {
  checkedFileName,
  checkedResponse,
  checkFileName,
  checkPlace,
  checkResponse,
  type LintResponse,
} from "./checks/delivery.ts";
import { checkEncoding } from "./checks/encoding.ts";
import { checkFields } from "./checks/fields.ts";
import { checkHiddenRules } from "./checks/hidden-rules.ts";
import { checkJoinedGroups } from "./checks/joined-groups.ts";
import { KnownGroups } from "./checks/known-groups.ts";
import { checkLimits } from "./checks/limits.ts";
import { checkLines } from "./checks/lines.ts";
import { checkPatterns } from "./checks/patterns.ts";
import { checkRendering } from "./checks/rendering.ts";
import { checkSignals } from "./checks/signals.ts";
import { checkSitemaps } from "./checks/sitemaps.ts";
import { checkUsage } from "./checks/usage.ts";
import { codes, type FindingCode } from "./codes.ts";
import { type AddFinding, type Check, type Details, type Finding, FindingCollector } from "./findings.ts";
import { checkIgnoreComments, ignoredByComments } from "./ignore-comments.ts";
import { type LintFile, sourceOf } from "./lint-file.ts";
import { type LintProfile, profiles } from "./profiles.ts";
import { checkedTemplate, masked, type TemplateName } from "./templates.ts";

/** Options of `lint`. All are optional. */
export interface LintOptions {
  /** The dialect that decides what a rule does. Default "rfc9309". */
  readonly dialect?: DialectName;
  /** The URL of the file. Fixes resolve relative sitemaps against it, and a place where crawlers do not look is reported. */
  readonly url?: string | URL;
  /** Which findings are reported (docs/lint.md). Default "modern": for site owners, about crawlers of today. */
  readonly profile?: LintProfile;
  /** More codes to leave out. Default: none. */
  readonly ignore?: readonly FindingCode[];
  /** How a server answered the request for the file: its status, Content-Type and redirects are checked too. */
  readonly response?: LintResponse;
  /** The name of the file without its folder. Names that are nearly robots.txt are reported. */
  readonly fileName?: string;
  /** Whether comments of the file leave out findings. Set it to false for files of strangers. Default true. */
  readonly ignoreComments?: boolean;
  /**
   * Crawlers of your own, rows as `robots-wasm/agents` takes them: names close to theirs are misspellings, a `status` other
   * than active is reported, and so are delays that they ignore. They win over what lint knows. Default: none.
   */
  readonly agents?: readonly AgentRow[];
  /**
   * The language of the tags, if the file is a template. Tags are masked, and findings about them left out. No finding has a fix or a
   * repair, because what the tags write is unknown. Default: the file is not a template.
   */
  readonly template?: TemplateName;
}

export const lintOptions: KnownOptions<LintOptions> = {
  dialect: 1,
  url: 1,
  profile: 1,
  ignore: 1,
  response: 1,
  fileName: 1,
  ignoreComments: 1,
  agents: 1,
  template: 1,
};

const checks: readonly Check[] = [
  checkEncoding,
  checkLines,
  checkAgents,
  checkJoinedGroups,
  checkPatterns,
  checkConflicts,
  checkFields,
  checkSitemaps,
  checkDelays,
  checkLimits,
  checkHiddenRules,
  checkRendering,
  checkUsage,
  checkSignals,
  checkIgnoreComments,
];

/**
 * Finds mistakes in a robots.txt. Returns findings in file order. If there are more than 1,000, returns the 1,000 most
 * severe and one more that says so. No content of the file makes it throw. Takes linear time and reads at most 5,120,000
 * bytes.
 * @param body text, or the bytes that the server sent.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) for a body or an option of the wrong type.
 * @throws RangeError (ERR_INVALID_ARG_VALUE) for an unknown dialect, profile or code.
 */
export function lint(body: string | Uint8Array, options: LintOptions = {}): readonly Finding[] {
  const { source, collector } = inspect(body, options);
  return collector.findings(source);
}

/**
 * How many findings the comments of the file leave out: a file may silence the linter about itself. Set `ignoreComments` to
 * false to see them.
 * @throws TypeError (ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_OPTION) or RangeError (ERR_INVALID_ARG_VALUE),
 *   like `lint`.
 */
export const countIgnored = (body: string | Uint8Array, options: LintOptions = {}): number =>
  inspect(body, options).ignoredCount;

/** The source of a body and what the checks report about it. */
export interface Inspection {
  readonly source: LintFile;
  readonly collector: FindingCollector;
  /** How many findings comments of the file leave out. */
  readonly ignoredCount: number;
}

/** @param known what an earlier version of the file had, which is not read again. */
export function inspect(
  body: string | Uint8Array,
  options: LintOptions,
  known: KnownGroups = new KnownGroups(),
): Inspection {
  const {
    dialect: name = "rfc9309",
    url,
    profile = "modern",
    ignore = [],
    response = {},
    fileName = "robots.txt",
    ignoreComments = true,
    agents = [],
    template,
  } = checkedOptions("options", options, lintOptions);
  const ignoresComments = checkedBoolean("ignoreComments", ignoreComments);
  const ignored = new Set([...codesLeftOut(profile), ...checkedCodes(ignore)]);
  const tags = checkedTemplate(template);
  const file = tags && masked(checkedBody(body), tags);
  const source = sourceOf(file?.bytes ?? checkedBody(body), {
    dialect: dialectNamed(name),
    url: url === undefined ? undefined : absolute(url),
    facts: factsWith(checkedRows(agents)),
  });
  const isIgnored = ignoresComments ? ignoredByComments(source) : () => false;
  let ignoredCount = 0;
  const collector = new FindingCollector(ignored);
  const report: AddFinding = (code, span, details) => {
    if (ignored.has(code) || file?.tells(code, span) === false) return;
    if (isIgnored(code, span.line)) ignoredCount++;
    else collector.report(code, span, file === undefined ? details : withoutReplacement(details));
  };
  checkResponse(source, checkedResponse(response), report);
  checkFileName(source, checkedFileName(fileName), report);
  checkPlace(source, report);
  if (source.isUtf16 && source.lines[0] !== undefined)
    report("utf16-encoding", source.lines[0], { message: "the file is UTF-16" });
  if (source.isCompressed)
    report("compressed", source.lines[0]!, { message: "the file is compressed, not a robots.txt" });
  else for (const check of isHtml(source.bytes) ? [checkEncoding] : checks) check(source, report, known);
  return { source, collector, ignoredCount };
}

const withoutReplacement = ({ replacement: _, ...details }: Details): Details => details;

/** @throws TypeError unless `value` is a boolean: a text such as "no" would count as true. */
export function checkedBoolean(name: string, value: boolean): boolean {
  if (typeof value === "boolean") return value;
  throw wrongType(name, "a boolean", value);
}

function codesLeftOut(profile: LintProfile): readonly FindingCode[] {
  if (isNameIn(profiles, profile)) return profiles[profile];
  throw wrongValue("profile", `one of ${Object.keys(profiles).join(", ")}`, profile);
}

function checkedCodes(ignore: readonly FindingCode[]): readonly FindingCode[] {
  for (const code of checkedList("ignore", ignore))
    if (!isNameIn(codes, code)) throw wrongValue("ignore", "codes of findings", code);
  return ignore;
}
