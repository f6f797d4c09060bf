/** Replacements of findings in the text of the file. */
import type { TextEdit } from "../../bindings/owners/editor/internal.ts";
import { onLine, withEdits } from "../../bindings/owners/editor/wording.ts";
import type { Finding } from "../../bindings/owners/lint/index.ts";

/** A repair may go to another line, such as the end of the group above. */
const placeOf = (finding: Finding): NonNullable<Finding["repairAt"]> => finding.repairAt ?? finding;

const editAt = ({ line, column, endColumn }: NonNullable<Finding["repairAt"]>, newText: string): TextEdit => ({
  range: onLine(line - 1, column - 1, endColumn - 1),
  newText,
});

const fixText = ({ fix, repair = "" }: Finding): string => fix ?? repair;

/** The line that a finding replaces, unless it stays as it is, and the lines that come. */
export function lineChange(content: string, finding: Finding): { before?: string; after: readonly string[] } {
  const place = placeOf(finding);
  const before = content.split(/\r\n|\n|\r/, place.line).at(-1)!;
  const after = withEdits(before, [editAt({ ...place, line: 1 }, fixText(finding))]).split(/\r\n|\n|\r/);
  return after.length > 1 && after[0] === before ? { after: after.slice(1) } : { before, after };
}

/** From the last to the first: a replacement moves what stands behind it. */
export const replaceAll = (content: string, all: readonly Finding[]): string =>
  withEdits(
    content,
    all
      .map((finding) => ({ place: placeOf(finding), text: fixText(finding) }))
      .sort(({ place: a }, { place: b }) => b.line - a.line || b.column - a.column)
      .map(({ place, text }) => editAt(place, text)),
  );
