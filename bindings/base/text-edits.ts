/** Places in a text, as editors count them, and edits of it: lines and columns from 0, columns in UTF-16 code units. */

export interface Position {
  readonly line: number;
  readonly character: number;
}

/** From `start` to `end`, exclusive. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** Text that replaces a range. */
export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

/** Applies edits. Of edits on one line, the last one comes first. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  const parts = text.split(/(\r\n|\n|\r)/);
  for (const { range, newText } of edits) {
    const at = 2 * range.start.line;
    const line = parts[at] ?? "";
    parts[at] = line.slice(0, range.start.character) + newText + line.slice(range.end.character);
  }
  return parts.join("");
}

export const onLine = (line: number, from: number, to: number): Range => ({
  start: { line, character: from },
  end: { line, character: to },
});
