/** Replacements of findings in the text of the file. */
import type { Finding } from "../../bindings/tools/lint/index.ts";

/** The text with the replacement of one finding. Lines end in LF, CRLF or CR, as the linter counts them. */
export function replaceSpan(before: string, { line, column, endColumn, fix, repair }: Finding): string {
  const start = lineStart(before, line);
  return before.slice(0, start + column - 1) + (fix ?? repair ?? "") + before.slice(start + endColumn - 1);
}

function lineStart(content: string, line: number): number {
  const lineEnds = /\r\n|\n|\r/g;
  let start = 0;
  for (let passed = 1; passed < line && lineEnds.exec(content) !== null; passed++) start = lineEnds.lastIndex;
  return start;
}

/** The line of a finding before and after its replacement. */
export function lineChange(content: string, finding: Finding): { readonly before: string; readonly after: string } {
  const start = lineStart(content, finding.line);
  const [before] = content.slice(start).split(/\r\n|\n|\r/, 1);
  return { before: before!, after: replaceSpan(before!, { ...finding, line: 1 }) };
}

/** From the last line to the first: a replacement moves what stands behind it. */
export const replaceAll = (content: string, all: readonly Finding[]): string =>
  [...all].sort((a, b) => b.line - a.line || b.column - a.column).reduce(replaceSpan, content);
