/** Where checks put what they find: at most so many findings, in file order at the end, with columns for people. */
import { codes, type FindingCode, type Severity } from "./codes.ts";
import type { Source, Span } from "./source.ts";

export interface Finding {
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

/** More than anyone reads, and a bound for hostile files of a million bad lines. */
export const MAX_FINDINGS = 1000;

interface Raw extends Details {
  readonly code: FindingCode;
  readonly span: Span;
}

export class Collector {
  readonly #raw: Raw[] = [];
  #dropped = 0;

  readonly report: Report = (code, span, details) => {
    if (this.#raw.length < MAX_FINDINGS) this.#raw.push({ code, span, ...details });
    else this.#dropped++;
  };

  findings(source: Source): readonly Finding[] {
    const sorted = this.#raw.sort((a, b) => a.span.line - b.span.line || a.span.start - b.span.start);
    const findings = sorted.map((raw) => findingOf(raw, source));
    if (this.#dropped === 0) return findings;
    const { line, end } = source.lines.at(-1)!;
    const message = `${this.#dropped} more findings are not listed`;
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
