/**
 * Content-Signal (contentsignals.org, draft-romm-aipref-contentsignals): `[path] search=yes, ai-input=no, ai-train=no`, and
 * since 2026-08-31 `use=immediate`, `use=reference` or `use=full`.
 * Ignores case, blanks, and unknown names and answers. Accepts `;` instead of `,`. If a line repeats a name, "no" wins.
 */
import type { Field } from "./field.ts";
import { type Preference, preferencesOf, splitPath, type UseLevel } from "./preference.ts";

const SIGNALS = ["search", "ai-input", "ai-train"];
/** From the most restrictive level on. */
const LEVELS: readonly string[] = ["immediate", "reference", "full"] satisfies UseLevel[];

export function parseContentSignal(value: string): Omit<Preference, "value" | "line"> | undefined {
  const { path, rest } = splitPath(value);
  const uses: Record<string, boolean> = {};
  let level = LEVELS.length;
  for (const part of rest.toLowerCase().split(/[,;]/)) {
    const [name = "", answer, ...more] = part.split("=").map((word) => word.trim());
    if (more.length > 0) continue;
    if (name === "use" && LEVELS.includes(answer!)) level = Math.min(level, LEVELS.indexOf(answer!));
    if (!SIGNALS.includes(name)) continue;
    if (answer === "no") uses[name] = false;
    else if (answer === "yes") uses[name] ??= true;
  }
  const use = LEVELS[level] as UseLevel | undefined;
  return use !== undefined || Object.keys(uses).length > 0 ? { path, uses, ...(use && { use }) } : undefined;
}

export const contentSignalsOf = (fields: readonly Field[]): readonly Preference[] =>
  preferencesOf(fields, "content-signal", parseContentSignal);
