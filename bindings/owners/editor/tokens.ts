/** Semantic tokens: what each part of a line is to crawlers. */

import { WILDCARDS } from "../../core/parsing.ts";
import { findAgent } from "../agents/index.ts";
import { correctKeys } from "../lint/known-fields.ts";
import { isRule, type LineField } from "../lint/lint-file.ts";
import { isUserAgentLine } from "./crawlers.ts";
import type { EditorDocument } from "./document.ts";
import type { Position } from "./place.ts";

/** In the order of the legend. */
export const tokenTypes = [
  "keyword",
  "property",
  "class",
  "variable",
  "string",
  "operator",
  "regexp",
  "comment",
] as const;

export interface SemanticToken extends Position {
  readonly length: number;
  readonly type: (typeof tokenTypes)[number];
}

/** The tokens in file order. */
export function semanticTokens(document: EditorDocument): readonly SemanticToken[] {
  return document.source.lines.flatMap(({ line, field }) => {
    const parts = field === undefined ? [] : [...keyTokens(document, field), ...valueTokens(document, field)];
    return [...parts, ...commentToken(document, line - 1)];
  });
}

function keyTokens(document: EditorDocument, field: LineField): readonly SemanticToken[] {
  const { start, end } = document.rangeOf(field.key);
  const type = correctKeys.includes(document.nameOf(field)) ? "keyword" : "property";
  return start.character === end.character ? [] : [{ ...start, length: end.character - start.character, type }];
}

function valueTokens(document: EditorDocument, field: LineField): readonly SemanticToken[] {
  const { start, end } = document.rangeOf(field.value);
  const text = document.spanText(field.value);
  if (text === "") return [];
  if (isRule(field)) return patternTokens(text, start, (document.source.dialect.flags & WILDCARDS) !== 0);
  const whole = { ...start, length: end.character - start.character };
  if (!isUserAgentLine(field)) return [{ ...whole, type: "string" }];
  if (text === "*") return [{ ...whole, type: "operator" }];
  return [{ ...whole, type: findAgent(text) === undefined ? "variable" : "class" }];
}

/** `*`, a final `$`, escapes, and the text between them. Some dialects have no wildcards. */
const PARTS = /\*|\$$|(?:%[0-9a-f]{2})+|(?:[^*%$]|\$(?!$)|%(?![0-9a-f]{2}))+/gi;

const patternTokens = (text: string, { line, character }: Position, hasWildcards: boolean): readonly SemanticToken[] =>
  Array.from(text.matchAll(PARTS), ({ 0: part, index }) => ({
    line,
    character: character + index,
    length: part.length,
    type:
      /^[*$]$/.test(part) && hasWildcards ? "operator" : part.startsWith("%") && part.length > 2 ? "regexp" : "string",
  }));

/** `#` starts a comment anywhere (RFC 9309 §2.2), so no key and no value holds one. */
function commentToken(document: EditorDocument, line: number): readonly SemanticToken[] {
  const text = document.lineText(line);
  const character = text.indexOf("#");
  return character < 0 ? [] : [{ line, character, length: text.length - character, type: "comment" }];
}
