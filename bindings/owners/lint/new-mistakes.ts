/** The mistakes that a new version of a file has and the version before it has not. */

import { decodeUtf8 } from "../../base/utf8.ts";
import type { Finding } from "./findings.ts";
import { lint } from "./lint.ts";

type Body = string | Uint8Array;

const bodyText = (body: Body): string => (typeof body === "string" ? body : decodeUtf8(body));

/** Lines move, so a mistake is known by its code and the text of its line. */
function keysOf(body: Body, findings: readonly Finding[]): readonly string[] {
  const lines = bodyText(body).split(/\r\n|\n|\r/);
  return findings.map(({ code, line }) => `${code} ${lines[line - 1] ?? ""}`);
}

const mistakesIn = (body: Body): readonly Finding[] => lint(body).filter(({ severity }) => severity === "error");

/** Returns the findings of severity `error` in a new version of a file whose line the old version does not have with the same finding. */
export function newMistakes(before: Body, after: Body): readonly Finding[] {
  const old = new Set(keysOf(before, mistakesIn(before)));
  const found = mistakesIn(after);
  const keys = keysOf(after, found);
  return found.filter((_, i) => !old.has(keys[i]!));
}
