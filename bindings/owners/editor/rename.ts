/** Renames a crawler in all its groups. */
import { namesMatching, tokenAt } from "./crawlers.ts";
import type { EditorDocument } from "./document.ts";
import type { Position, Range, TextEdit } from "./place.ts";

export const renameRangeAt = (document: EditorDocument, position: Position): Range | undefined =>
  tokenAt(document, position)?.range;

/** What cannot stand on a user-agent line: a comment, another line, or nothing. */
const INVALID = /^\s*$|[#\r\n]/;

/** @throws RangeError for a name that a user-agent line cannot hold */
export function renameAt(document: EditorDocument, position: Position, newName: string): readonly TextEdit[] {
  if (INVALID.test(newName))
    throw new RangeError(`expected a product token such as GPTBot; got ${JSON.stringify(newName)}`);
  const token = tokenAt(document, position);
  const newText = newName.trim();
  return token === undefined ? [] : namesMatching(document, token.text).map((range) => ({ range, newText }));
}
