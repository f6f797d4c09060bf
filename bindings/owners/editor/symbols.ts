/** The outline of a file: groups with their rules, ranges that fold, and what a growing selection takes in. */
import { isRule, type LineField, type LintGroup } from "../lint/lint-file.ts";
import { type EditorDocument, lastLineOf } from "./document.ts";
import { contains, type Position, type Range } from "./place.ts";

export interface OutlineSymbol {
  readonly name: string;
  readonly kind: "group" | "rule" | "field";
  readonly range: Range;
  readonly selectionRange: Range;
  readonly children: readonly OutlineSymbol[];
}

export function symbolsOf(document: EditorDocument): readonly OutlineSymbol[] {
  const inGroups = new Set(document.source.groups.flatMap(groupFields).map(({ key }) => key.line));
  const others = document.source.lines.flatMap(({ field }) =>
    field === undefined || inGroups.has(field.key.line) ? [] : [symbolOfLine(document, field)],
  );
  const groups = document.source.groups.map((group) => symbolOfGroup(document, group));
  return [...groups, ...others].sort((a, b) => a.range.start.line - b.range.start.line);
}

const groupFields = ({ agents, rules, fields }: LintGroup): readonly LineField[] => [...agents, ...rules, ...fields];

function symbolOfGroup(document: EditorDocument, group: LintGroup): OutlineSymbol {
  const [first] = group.agents as [LineField];
  const names = group.agents.map(({ value }) => document.spanText(value) || "no name");
  const below = [...group.rules, ...group.fields].sort((a, b) => a.key.line - b.key.line);
  return {
    name: names.join(", "),
    kind: "group",
    range: groupRange(document, group),
    selectionRange: document.lineRange(first.key.line - 1),
    children: below.map((field) => symbolOfLine(document, field)),
  };
}

function symbolOfLine(document: EditorDocument, field: LineField): OutlineSymbol {
  const range = document.lineRange(field.key.line - 1);
  const name = `${document.spanText(field.key)}: ${document.spanText(field.value)}`;
  return { name, kind: isRule(field) ? "rule" : "field", range, selectionRange: range, children: [] };
}

const groupRange = (document: EditorDocument, group: LintGroup): Range => ({
  start: { line: group.agents[0]!.key.line - 1, character: 0 },
  end: document.lineRange(lastLineOf(group) - 1).end,
});

/** Groups, and comments of several lines. Lines from 0. */
export function foldingRanges(
  document: EditorDocument,
): readonly { startLine: number; endLine: number; isComment: boolean }[] {
  const groups = document.source.groups.map((group) => groupRange(document, group));
  const folds = groups.map(({ start, end }) => ({ startLine: start.line, endLine: end.line, isComment: false }));
  return [...folds, ...commentRuns(document)].filter(({ startLine, endLine }) => endLine > startLine);
}

function commentRuns(document: EditorDocument) {
  const runs: { startLine: number; endLine: number; isComment: boolean }[] = [];
  for (const { line } of document.source.lines) {
    if (!/^\s*#/.test(document.lineText(line - 1))) continue;
    const last = runs.at(-1);
    if (last?.endLine === line - 2) last.endLine = line - 1;
    else runs.push({ startLine: line - 1, endLine: line - 1, isComment: true });
  }
  return runs;
}

/** The value, the line, the group and the file around a place, from the inside out. */
export function selectionRangesAt(document: EditorDocument, position: Position): readonly Range[] {
  const { lines } = document.source;
  const field = document.fieldOn(position.line);
  const group = document.groupOn(position.line);
  const value = field === undefined ? undefined : document.rangeOf(field.value);
  const line = document.lineRange(Math.min(position.line, Math.max(0, lines.length - 1)));
  const file = { start: { line: 0, character: 0 }, end: document.lineRange(Math.max(0, lines.length - 1)).end };
  const ranges = [
    ...(value !== undefined && contains(value, position) ? [value] : []),
    line,
    ...(group === undefined ? [] : [groupRange(document, group)]),
    file,
  ];
  return ranges.filter((range) => contains(range, position));
}
