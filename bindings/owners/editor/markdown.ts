/** Text of a file in Markdown. */
import { shorten } from "../../base/shorten.ts";

/** As code: Markdown and HTML in it stay text. Long texts are cut. */
export function code(written: string): string {
  const text = shorten(written);
  const runs = Array.from(text.matchAll(/`+/g), ([run]) => run.length);
  const fence = "`".repeat(Math.max(0, ...runs) + 1);
  return runs.length === 0 ? `\`${text}\`` : `${fence} ${text} ${fence}`;
}
