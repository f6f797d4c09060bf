/**
 * Formats a file: one space behind the colon, the usual capitals, an empty line between groups. Only what keeps all groups, sitemaps
 * and fields in every dialect is done, so every verdict stays.
 */
import { parse } from "../../core/deciding.ts";
import { dialects } from "../../core/parsing.ts";
import { correctKeys, writtenName } from "../lint/known-fields.ts";
import type { Line } from "../lint/lint-file.ts";
import { isUserAgentLine } from "./crawlers.ts";
import type { EditorDocument } from "./document.ts";
import { onLine, type TextEdit, withEdits } from "./place.ts";

/** The edits; undefined if the file has to stay as it is, because an edit would change what a crawler reads. */
export function formatEdits(document: EditorDocument): readonly TextEdit[] | undefined {
  if (document.isTemplate || document.source.truncated) return undefined;
  const candidates = [linesWithBlankAbove(document), new Set<number>()].map((spaced) =>
    editsWithBlanks(document, spaced),
  );
  return candidates.find((edits) => edits.length === 0 || keepsMeaning(document.text, withEdits(document.text, edits)));
}

/** @param spaced lines from 0 that get an empty line above them */
function editsWithBlanks(document: EditorDocument, spaced: ReadonlySet<number>): TextEdit[] {
  const lineEnd = /\r\n|\n|\r/.exec(document.text)?.[0] ?? "\n";
  return document.source.lines.flatMap((line, at) => {
    const before = document.lineText(at);
    const newText = `${spaced.has(at) ? lineEnd : ""}${formatted(document, line, before)}`;
    return newText === before ? [] : [{ range: onLine(at, 0, before.length), newText }];
  });
}

function formatted(document: EditorDocument, { field, line }: Line, text: string): string {
  if (field === undefined) return text.trimEnd();
  const key = document.nameOf(field);
  const value = document.rangeOf(field.value);
  const name = correctKeys.includes(key) ? writtenName(key) : document.spanText(field.key);
  const colon = text.indexOf(":", document.rangeOf(field.key).end.character);
  if (colon < 0) return text.trimEnd();
  const hasValue = field.value.end > field.value.start && value.start.line === line - 1;
  const rest = text.slice(hasValue ? value.start.character : colon + 1).trim();
  return rest === "" ? `${name}:` : `${name}: ${rest}`;
}

/** Where a group follows another one, above the comments that belong to it. */
function linesWithBlankAbove(document: EditorDocument): ReadonlySet<number> {
  const { lines, groups } = document.source;
  const starts = groups.slice(1).map(({ agents }) => {
    let at = agents[0]!.key.line - 1;
    while (at > 0 && /^\s*#/.test(document.lineText(at - 1))) at--;
    return at;
  });
  return new Set(starts.filter((at) => lines[at - 1]?.field !== undefined && !isUserAgentLine(lines[at - 1]!.field!)));
}

/** What every dialect reads, without the numbers of lines. */
const keepsMeaning = (before: string, after: string): boolean =>
  dialects.every(({ name }) => meaningOf(before, name) === meaningOf(after, name));

function meaningOf(text: string, dialect: (typeof dialects)[number]["name"]): string {
  const robots = parse(text, { dialect });
  const { groups, fields, sitemaps, truncated } = robots;
  return JSON.stringify([groups, fields, sitemaps, truncated], (key, value) => (key === "line" ? undefined : value));
}
