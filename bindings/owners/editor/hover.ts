/** What a person sees who points at a crawler, a rule or a field. Markdown; a function for each kind of line. */
import { isRule } from "../lint/lint-file.ts";
import { isUserAgentLine } from "./crawlers.ts";
import type { EditorDocument } from "./document.ts";
import { crawlerText } from "./hover-crawler.ts";
import { fieldHover } from "./hover-field.ts";
import { ruleHoverText } from "./hover-rule.ts";
import { contains, type Position, type Range } from "./place.ts";

export interface Hover {
  readonly range: Range;
  readonly markdown: string;
}

export function hoverAt(document: EditorDocument, position: Position): Hover | undefined {
  const field = document.fieldOn(position.line);
  if (field === undefined) return undefined;
  const [key, value] = [document.rangeOf(field.key), document.rangeOf(field.value)];
  if (contains(key, position)) return hoverOf(key, fieldHover(document.nameOf(field)));
  if (!contains(value, position) || field.value.start === field.value.end) return undefined;
  if (isUserAgentLine(field)) return hoverOf(value, crawlerText(document, document.spanText(field.value)));
  return hoverOf(value, isRule(field) ? ruleHoverText(document, field) : fieldHover(document.nameOf(field)));
}

const hoverOf = (range: Range, markdown: string | undefined): Hover | undefined =>
  markdown === undefined ? undefined : { range, markdown };
