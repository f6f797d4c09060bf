/** Where an assertion is decided, and where a crawler is named. */
import { assertionOn } from "./checked-assertions.ts";
import { namesMatching, tokenAt } from "./crawlers.ts";
import type { EditorDocument } from "./document.ts";
import type { Position, Range } from "./place.ts";

/** Of an assertion: the deciding line, or the group if no rule decides. Of a crawler: its groups. */
export function definitionsAt(document: EditorDocument, position: Position): readonly Range[] {
  const assertion = assertionOn(document, position.line);
  if (assertion === undefined) return referencesAt(document, position);
  const { rule, agent } = assertion.explanation ?? {};
  if (rule !== undefined) return [document.lineRange(rule.line - 1)];
  return agent === undefined ? [] : namesMatching(document, agent);
}

/** The user-agent lines with the crawler at this place. */
export function referencesAt(document: EditorDocument, position: Position): readonly Range[] {
  const token = tokenAt(document, position);
  return token === undefined ? [] : namesMatching(document, token.text);
}
