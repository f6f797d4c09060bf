/** Places in a document. */
import { onLine, type Position, type Range } from "../../base/text-edits.ts";
import type { Finding } from "../lint/index.ts";

export { onLine, type Position, type Range, type TextEdit, withEdits } from "../../base/text-edits.ts";

export const rangeOfFinding = ({ line, column, endColumn }: Pick<Finding, "line" | "column" | "endColumn">): Range =>
  onLine(line - 1, column - 1, endColumn - 1);

export const contains = ({ start, end }: Range, { line, character }: Position): boolean =>
  line >= start.line &&
  line <= end.line &&
  !isBefore({ line, character }, start) &&
  !isBefore(end, { line, character });

const isBefore = (one: Position, other: Position): boolean =>
  one.line < other.line || (one.line === other.line && one.character < other.character);
