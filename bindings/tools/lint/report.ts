/** Where checks put what they find: at most so many findings, in file order at the end, with columns for people. */
import { codes, type FindingCode, type Severity } from "./codes.ts";
import type { Source, Span } from "./source.ts";

/** A thing that is wrong, or worth knowing, at a place in the file. */
export interface Finding {
  /** Stable: to ignore, to look up in docs/lint.md. */
  readonly code: FindingCode;
  readonly severity: Severity;
  /** 1-based, as are columns; columns count UTF-16 units, and `endColumn` is the one after the last. */
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  /** What is wrong here. */
  readonly message: string;
  /** Why it matters. */
  readonly explanation: string;
  /** Where the rule is written down, such as RFC 9309 §2.2.2. */
  readonly section: string;
  /** What to write in place of the span. */
  readonly fix?: string;
}

export interface Details {
  readonly message: string;
  readonly fix?: string;
}

export type Report = (code: FindingCode, span: Span, details: Details) => void;

/** What a check is: it reads the source once and reports. Linear in the file. */
export type Check = (source: Source, report: Report) => void;

/** Findings that are listed: more than anyone reads, and a bound for hostile files of a million bad lines. */
export const MAX_FINDINGS = 1000;

interface Raw extends Details {
  readonly code: FindingCode;
  readonly span: Span;
}

/** Of too many findings the most severe are kept: a thousand hints must not hide an error. */
export class Collector {
  readonly #kept: Readonly<Record<Severity, Raw[]>> = { error: [], warning: [], info: [] };
  #count = 0;

  readonly report: Report = (code, span, details) => {
    this.#count++;
    const kept = this.#kept[codes[code].severity];
    if (kept.length < MAX_FINDINGS) kept.push({ code, span, ...details });
  };

  findings(source: Source): readonly Finding[] {
    const { error, warning, info } = this.#kept;
    const listed = [...error, ...warning, ...info].slice(0, MAX_FINDINGS);
    listed.sort((a, b) => a.span.line - b.span.line || a.span.start - b.span.start);
    const findings = listed.map((raw) => findingOf(raw, source));
    if (listed.length === this.#count) return findings;
    const { line, end } = source.lines.at(-1)!;
    const message = `${this.#count - listed.length} more findings are not listed`;
    return [...findings, findingOf({ code: "too-many-findings", span: { line, start: end, end }, message }, source)];
  }
}

function findingOf({ code, span, message, fix }: Raw, source: Source): Finding {
  const { severity, section, explanation } = codes[code];
  const { line } = span;
  const [column, endColumn] = columnsOf(source, span);
  return { code, severity, line, column, endColumn, message, explanation, section, ...(fix !== undefined && { fix }) };
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function columnsOf({ bytes, lines }: Source, { line, start, end }: Span): [number, number] {
  const lineStart = lines[line - 1]?.start ?? start;
  const unitsTo = (at: number): number => decoder.decode(bytes.subarray(lineStart, at)).length + 1;
  return [unitsTo(start), unitsTo(end)];
}
