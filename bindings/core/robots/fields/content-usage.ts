/**
 * Content-Usage (draft-ietf-aipref-attach, draft-ietf-aipref-vocab): `[path] train-ai=n, search=y`, a dictionary (RFC 9651
 * §3.2) in which only the tokens y and n have a meaning. If a name is repeated, the last one counts, even without a meaning.
 * An invalid dictionary states no preference.
 */
import type { Field } from "./field.ts";
import { type Preference, preferencesOf, splitPath } from "./preference.ts";

// RFC 9651 §3.3: number, date, string, display string, token, byte sequence, boolean.
const KEY = "[a-z*][a-z0-9_.*-]*";
const BARE = `-?\\d{1,15}(?:\\.\\d{1,3})?|@-?\\d{1,15}|%?"(?:[ !#-\\[\\]-~]|\\\\["\\\\])*"|[A-Za-z*][\\w!#$%&'*+.^\`|~:/-]*|:[\\w+/=]*:|\\?[01]`;
const PARAMETERS = `(?:; *${KEY}(?:=(?:${BARE}))?)*`;
const INNER_LIST = `\\( *(?:(?:${BARE})${PARAMETERS}(?: +|(?=\\))))*\\)`;
const member = new RegExp(`(${KEY})(?:=(${BARE}|${INNER_LIST}))?${PARAMETERS}(?:[ \\t]*,[ \\t]*(?=.)|$)`, "y");

/** Returns undefined if there is no dictionary. An invalid dictionary gives its path no preference. */
export function parseContentUsage(value: string): Pick<Preference, "path" | "uses"> | undefined {
  const { path, rest } = splitPath(value);
  if (rest === "") return undefined;
  const said = [...dictionaryOf(rest)].filter(([, answer]) => answer === "y" || answer === "n");
  return { path, uses: Object.fromEntries(said.map(([name, answer]) => [name, answer === "y"])) };
}

/** The values as written; undefined for a key without a value. Empty if any part is invalid. */
function dictionaryOf(text: string): Map<string, string | undefined> {
  const members = new Map<string, string | undefined>();
  member.lastIndex = 0;
  while (member.lastIndex < text.length) {
    const match = member.exec(text);
    if (match === null) return new Map();
    members.set(match[1]!, match[2]);
  }
  return members;
}

export const contentUsageOf = (fields: readonly Field[]): readonly Preference[] =>
  preferencesOf(fields, "content-usage", parseContentUsage);
