/** Assertions of a document with their verdicts, and how editors show them. */

import { assertionsIn } from "../assertions/assertions.ts";
import { AssertionChecker, type CheckedAssertion } from "../assertions/check.ts";
import { verdictWord } from "../assertions/verdict-text.ts";
import type { EditorDocument } from "./document.ts";
import type { Position, Range } from "./place.ts";

const checked = new WeakMap<EditorDocument, readonly CheckedAssertion[]>();

/** Checked once for each version. Those of templates are not checked. */
export function checkedAssertions(document: EditorDocument): readonly CheckedAssertion[] {
  const known = checked.get(document);
  if (known !== undefined) return known;
  const assertions = document.isTemplate ? [] : assertionsIn(document.text);
  const checker = new AssertionChecker(document.byDialect, document.settings.agents);
  const found = assertions.map((one) => checker.check(one));
  checked.set(document, found);
  return found;
}

export const assertionOn = (document: EditorDocument, line: number): CheckedAssertion | undefined =>
  checkedAssertions(document).find((one) => one.line === line + 1);

interface InlayHint {
  readonly position: Position;
  readonly label: string;
}

/** The verdict behind each assertion. */
export const inlayHints = (document: EditorDocument, { start, end }: Range): readonly InlayHint[] =>
  checkedAssertions(document).flatMap(({ explanation, line, endColumn }) => {
    if (explanation === undefined || line <= start.line || line - 1 > end.line) return [];
    const by = explanation.rule === undefined ? "" : `, line ${explanation.rule.line}`;
    return [
      { position: { line: line - 1, character: endColumn - 1 }, label: ` ${verdictWord(explanation.allowed)}${by}` },
    ];
  });
