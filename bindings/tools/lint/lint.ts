/** The linter: what in a robots.txt does not do what its author meant, from the parse that verdicts come from. */
import { type DialectName, dialectNamed } from "../../core/dialects.ts";
import { checkedBody, checkedList, checkedOptions } from "../../core/robots/checked.ts";
import { absolute } from "../../core/robots/location.ts";
import { hasUtf16Mark } from "../../core/robots/text.ts";
import { checkAgents } from "./checks/agents.ts";
import { checkConflicts } from "./checks/conflicts.ts";
import { checkEncoding } from "./checks/encoding.ts";
import { checkFields } from "./checks/fields.ts";
import { checkLines } from "./checks/lines.ts";
import { checkPatterns } from "./checks/patterns.ts";
import { codes, type FindingCode } from "./codes.ts";
import { type Check, Collector, type Finding } from "./report.ts";
import { sourceOf } from "./source.ts";

/** How a file is linted; everything has a default. */
export interface LintOptions {
  /** Whose reading decides what a rule does. Default "rfc9309". */
  readonly dialect?: DialectName;
  /** Where the file lives: resolves relative sitemaps in fixes. */
  readonly url?: string | URL;
  /** Codes that are not to be reported. Default: none. */
  readonly ignore?: readonly FindingCode[];
}

const checks: readonly Check[] = [checkEncoding, checkLines, checkAgents, checkPatterns, checkConflicts, checkFields];

/**
 * Findings in file order; of more than 1,000 the most severe, and one that says so. Never throws for what the file says.
 * Linear in the file, of which 5,120,000 bytes are read.
 * @param body text, or bytes as they were served.
 * @throws TypeError or RangeError for a body or options of the wrong kind.
 */
export function lint(body: string | Uint8Array, options: LintOptions = {}): readonly Finding[] {
  const { dialect: name = "rfc9309", url, ignore = [] } = checkedOptions("options", options);
  const ignored = checkedCodes(ignore);
  const dialect = dialectNamed(name);
  const source = sourceOf(checkedBody(body), dialect, url === undefined ? undefined : absolute(url));
  const collector = new Collector();
  const report: typeof collector.report = (code, span, details) => {
    if (!ignored.has(code)) collector.report(code, span, details);
  };
  if (typeof body !== "string" && hasUtf16Mark(body) && source.lines[0] !== undefined)
    report("utf16-encoding", source.lines[0], { message: "the file is UTF-16" });
  for (const check of checks) check(source, report);
  return collector.findings(source).filter(({ code }) => !ignored.has(code));
}

function checkedCodes(ignore: readonly FindingCode[]): ReadonlySet<FindingCode> {
  const unknown = checkedList("ignore", ignore).find((code) => !Object.hasOwn(codes, code));
  if (unknown !== undefined) throw new RangeError(`ignore: expected codes of findings; got ${String(unknown)}`);
  return new Set(ignore);
}
