/** Replacements of findings in the text of the file. */
import { onLine, type TextEdit, withEdits } from "../../bindings/base/text-edits.ts";
import type { Finding } from "../../bindings/owners/lint/index.ts";

const editOf = ({ line, column, endColumn, fix, repair = "" }: Finding): TextEdit => ({
  range: onLine(line - 1, column - 1, endColumn - 1),
  newText: fix ?? repair,
});

/** The line of a finding before and after its replacement. */
export function lineChange(content: string, finding: Finding): { readonly before: string; readonly after: string } {
  const before = content.split(/\r\n|\n|\r/, finding.line).at(-1)!;
  return { before, after: withEdits(before, [editOf({ ...finding, line: 1 })]) };
}

/** From the last to the first: a replacement moves what stands behind it. */
export const replaceAll = (content: string, all: readonly Finding[]): string =>
  withEdits(content, all.toSorted((a, b) => b.line - a.line || b.column - a.column).map(editOf));
