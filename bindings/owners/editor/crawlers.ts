/** The crawlers that a file names, by the values of its user-agent lines. */
import { KIND_USER_AGENT } from "../../core/parsing.ts";
import type { LineField } from "../lint/lint-file.ts";
import type { EditorDocument } from "./document.ts";
import { contains, type Position, type Range } from "./place.ts";

/** A crawler's name on a user-agent line. */
interface NamedCrawler {
  readonly text: string;
  readonly range: Range;
}

export const isUserAgentLine = ({ kind }: LineField): boolean => kind === KIND_USER_AGENT;

/** All user-agent lines with a name, in file order. */
export const crawlersIn = (document: EditorDocument): readonly LineField[] =>
  document.source.lines.flatMap(({ field }) =>
    field !== undefined && isUserAgentLine(field) && field.value.end > field.value.start ? [field] : [],
  );

/** The name at this place; undefined beside names. */
export function tokenAt(document: EditorDocument, position: Position): NamedCrawler | undefined {
  const field = document.fieldOn(position.line);
  if (field === undefined || !isUserAgentLine(field)) return undefined;
  const range = document.rangeOf(field.value);
  return contains(range, position) ? { text: document.spanText(field.value), range } : undefined;
}

/** Where the same name is written, in any case (RFC 9309 §2.2.1). */
export function namesMatching(document: EditorDocument, name: string): readonly Range[] {
  const wanted = name.toLowerCase();
  return crawlersIn(document)
    .filter(({ value }) => document.spanText(value).toLowerCase() === wanted)
    .map(({ value }) => document.rangeOf(value));
}
