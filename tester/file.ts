/** The editor of the file, once it has loaded, and edits that work without it. */
import { type Signal, signal } from "@preact/signals";
import type { Finding } from "../bindings/tools/lint/index.ts";
import type { Editor } from "./editor.ts";

export const editor: Signal<Editor | undefined> = signal(undefined);

/** Puts the fix or the repair of a finding in place of its span. Lines end in LF, CRLF or CR, as the linter counts them. */
export function replaceSpan(text: string, { line, column, endColumn, fix, repair }: Finding): string {
  const lineEnds = /\r\n|\n|\r/g;
  let start = 0;
  for (let passed = 1; passed < line && lineEnds.exec(text) !== null; passed++) start = lineEnds.lastIndex;
  const from = start + column - 1;
  return text.slice(0, from) + (fix ?? repair ?? "") + text.slice(start + endColumn - 1);
}
