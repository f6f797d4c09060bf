/**
 * Content-Signal (contentsignals.org, draft-romm-aipref-contentsignals): `[path] search=yes, ai-input=no, ai-train=no`.
 * Ignores case, blanks, and unknown names and answers. Accepts `;` instead of `,`. If a line repeats a name, "no" wins.
 */
import { allOf, type Field } from "./field.ts";
import { type Preference, splitPath } from "./preference.ts";

const SIGNALS = ["search", "ai-input", "ai-train"];

export function parseContentSignal(value: string): Pick<Preference, "path" | "uses"> | undefined {
  const { path, rest } = splitPath(value);
  const uses: Record<string, boolean> = {};
  for (const part of rest.toLowerCase().split(/[,;]/)) {
    const [name = "", answer, ...more] = part.split("=").map((word) => word.trim());
    if (!SIGNALS.includes(name) || more.length > 0) continue;
    if (answer === "no") uses[name] = false;
    else if (answer === "yes") uses[name] ??= true;
  }
  return Object.keys(uses).length > 0 ? { path, uses } : undefined;
}

export const contentSignalsOf = (fields: readonly Field[]): readonly Preference[] =>
  allOf(fields, "content-signal", ({ value, line }) => {
    const parsed = parseContentSignal(value);
    return parsed && { ...parsed, value, line };
  });
