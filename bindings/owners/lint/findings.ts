/** Collects what the checks report: a bounded number of findings in file order, with columns. */

import type { OtherTool } from "../../base/other-tools.ts";
import type { KnownGroups } from "./checks/known-groups.ts";
import { codes, type FindingCode } from "./codes.ts";
import { type Edit, fixesAmong } from "./keeps-verdicts.ts";
import type { Severity } from "./lint-code.ts";
import { type LintFile, type Span, textAt } from "./lint-file.ts";

/** A mistake or a hint at one place in the file. */
export interface Finding {
  /** Stable. docs/lint.md explains every code. */
  readonly code: FindingCode;
  readonly severity: Severity;
  /** 1-based, like the columns. Columns count UTF-16 code units; `endColumn` is exclusive. */
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  /** What is wrong here. */
  readonly message: string;
  /** Why it matters. */
  readonly explanation: string;
  /** The document and section that states the rule, such as RFC 9309 §2.2.2. */
  readonly section: string;
  /** Other tools that report this line, as far as known; absent without one. */
  readonly also?: readonly OtherTool[];
  /** Text that replaces the span and keeps every verdict, delay, sitemap and usage preference. */
  readonly fix?: string;
  /** Text that replaces the span with what the author probably meant. It may change verdicts, delays, sitemaps or usage. */
  readonly repair?: string;
  /** Where the repair goes, if it does not replace the span of the finding. */
  readonly repairAt?: Pick<Finding, "line" | "column" | "endColumn">;
}

export interface Details {
  readonly message: string;
  /** Text for the place of the span. Whether it is a fix or a repair is found later. */
  readonly replacement?: string;
  /** The place of the replacement, if it is not the span. */
  readonly at?: Span;
  /** Whether the replacement is offered only as a fix: where it would change verdicts, the author may need what is there. */
  readonly onlyAsFix?: boolean;
  /** For codes whose `also` depends on the line. */
  readonly also?: readonly OtherTool[] | undefined;
}

export type AddFinding = (code: FindingCode, span: Span, details: Details) => void;

/** A check reads the source once and reports findings. Linear in the file. `known` has what the last version had too. */
export type Check = (source: LintFile, report: AddFinding, known: KnownGroups) => void;

/** The most findings that are listed. It bounds the output for hostile files with a million bad lines. */
export const MAX_FINDINGS = 1000;

interface ReportedFinding extends Details {
  readonly code: FindingCode;
  readonly span: Span;
}

interface FindingEdit extends Edit {
  readonly finding: ReportedFinding;
}

/** The replacements in file order. */
const editsOf = (findings: readonly ReportedFinding[]): readonly FindingEdit[] =>
  findings
    .flatMap((finding) => {
      const { replacement, span, at = span } = finding;
      return replacement === undefined ? [] : { span: at, replacement, finding };
    })
    .sort((a, b) => a.span.start - b.span.start);

/** Keeps the most severe findings if there are too many: a thousand hints must not hide an error. */
export class FindingCollector {
  readonly #kept: Readonly<Record<Severity, ReportedFinding[]>> = { error: [], warning: [], info: [] };
  readonly #ignored: ReadonlySet<FindingCode>;
  #count = 0;

  constructor(ignored: ReadonlySet<FindingCode>) {
    this.#ignored = ignored;
  }

  readonly report: AddFinding = (code, span, details) => {
    this.#count++;
    const kept = this.#kept[codes[code].severity];
    if (kept.length < MAX_FINDINGS) kept.push({ code, span, ...details });
  };

  /** The listed findings in file order. */
  get listed(): readonly ReportedFinding[] {
    const { error, warning, info } = this.#kept;
    const listed = [...error, ...warning, ...info].slice(0, MAX_FINDINGS);
    return listed.sort((a, b) => a.span.line - b.span.line || a.span.start - b.span.start);
  }

  /** The replacements of the listed findings in file order, and those of them that are fixes. */
  edits(source: LintFile): { readonly all: readonly Edit[]; readonly fixes: ReadonlySet<Edit> } {
    const offered = editsOf(this.listed);
    const fixes = fixesAmong(offered, source);
    return { all: offered.filter((edit) => fixes.has(edit) || edit.finding.onlyAsFix !== true), fixes };
  }

  findings(source: LintFile): readonly Finding[] {
    const { listed } = this;
    const fixes = new Set(Array.from(fixesAmong(editsOf(listed), source), ({ finding }) => finding));
    const findings = listed.map((reported) => findingOf(reported, source, fixes.has(reported)));
    if (listed.length === this.#count || this.#ignored.has("too-many-findings")) return findings;
    const { line, end } = source.lines.at(-1)!;
    const message = `${this.#count - listed.length} more findings are not listed`;
    return [...findings, findingOf({ code: "too-many-findings", span: { line, start: end, end }, message }, source)];
  }
}

function findingOf(reported: ReportedFinding, source: LintFile, isFix = false): Finding {
  const { code, span, message, replacement, at, onlyAsFix = false } = reported;
  const { severity, section, explanation, also = reported.also } = codes[code];
  const place = findingPlace(source, span);
  const finding = { code, severity, ...place, message, explanation, section, ...(also && { also }) };
  if (replacement === undefined || (onlyAsFix && !isFix)) return finding;
  if (isFix) return { ...finding, fix: replacement };
  return { ...finding, repair: replacement, ...(at && { repairAt: findingPlace(source, at) }) };
}

function findingPlace(source: LintFile, span: Span): Pick<Finding, "line" | "column" | "endColumn"> {
  const [column, endColumn] = columnsOf(source, span);
  return { line: span.line, column, endColumn };
}

/** The columns of a span, 1-based, in UTF-16 code units. */
export function columnsOf(
  file: Pick<LintFile, "bytes" | "octets" | "lines">,
  { line, start, end }: Span,
): [number, number] {
  const lineStart = file.lines[line - 1]?.start ?? start;
  const unitsTo = (at: number): number => textAt(file, { line, start: lineStart, end: at }).length + 1;
  return [unitsTo(start), unitsTo(end)];
}
