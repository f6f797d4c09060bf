/**
 * Content-Signal (contentsignals.org, draft-romm-aipref-contentsignals): `[path] search=yes, ai-input=no, ai-train=no`, and
 * since 2026-08-31 `use=immediate`, `use=reference` or `use=full`.
 * Ignores case, blanks, and unknown names and answers. Accepts `;` instead of `,`. If a line repeats a name, "no" wins.
 */
import type { Field } from "./field.ts";
import { type Preference, preferencesOf, splitPath, type UseLevel } from "./preference.ts";

/** From the most restrictive level on. */
export const useLevels: readonly UseLevel[] = ["immediate", "reference", "full"];

export function parseContentSignal(value: string): Omit<Preference, "value" | "line"> | undefined {
  const { path, rest } = splitPath(value);
  const uses: Record<string, boolean> = {};
  const levels: (string | undefined)[] = [];
  for (const part of rest.toLowerCase().split(/[,;]/)) {
    const [, name = "", answer] = /^\s*(search|ai-input|ai-train|use)\s*=\s*(\S*)\s*$/.exec(part) ?? [];
    if (name === "use") levels.push(answer);
    else if (answer === "no") uses[name] = false;
    else if (answer === "yes") uses[name] ??= true;
  }
  const use = useLevels.find((level) => levels.includes(level));
  return use !== undefined || Object.keys(uses).length > 0 ? { path, uses, ...(use && { use }) } : undefined;
}

export const contentSignalsOf = (fields: readonly Field[]): readonly Preference[] =>
  preferencesOf(fields, "content-signal", parseContentSignal);
