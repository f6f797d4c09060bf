/** The shared part of Content-Signal and Content-Usage: for a path, which uses of the content are welcome. */

import { MAX_PREFERENCE_LENGTH } from "../../limits.ts";
import { allOf, type Field } from "./field.ts";

/** The most that may be shown of the content (Content-Signal, 2026-08-31), from the most restrictive level on. */
export type UseLevel = "immediate" | "reference" | "full";

/** A use of content. `ai-input` is named by Content-Signal, the others by draft-ietf-aipref-vocab. */
export type Use = "train-ai" | "ai-input" | "search";

/** The label of each use in each field (contentsignals.org, draft-ietf-aipref-vocab-08). */
export const labelsByUse = {
  "content-usage": { "train-ai": "train-ai", "ai-input": "ai-use", search: "search" },
  "content-signal": { "train-ai": "ai-train", "ai-input": "ai-input", search: "search" },
} as const;

/** A Content-Signal or Content-Usage line: for a path, which uses of the content are welcome. */
export interface Preference {
  /** Where it applies: a pattern as in Allow; "/" if the line has no path. */
  readonly path: string;
  /** By the names of the field, such as `ai-train` or `train-ai`. A missing use states no preference. */
  readonly uses: Readonly<Record<string, boolean>>;
  /** The level of a Content-Signal line. A missing level states no preference. */
  readonly use?: UseLevel;
  /** As written. */
  readonly value: string;
  /** 1-based. */
  readonly line: number;
}

/** The lines named `key` that `parse` understands, in file order. */
export const preferencesOf = (
  fields: readonly Field[],
  key: string,
  parse: (value: string) => Omit<Preference, "value" | "line"> | undefined,
): readonly Preference[] =>
  allOf(fields, key, ({ value, line }) => {
    const parsed = parse(value);
    return parsed && { ...parsed, value, line };
  });

/** Splits the path at the start of the value from the rest. A value that is too long has the rest "". */
export function splitPath(value: string): { readonly path: string; readonly rest: string } {
  if (value.length > MAX_PREFERENCE_LENGTH) return { path: "/", rest: "" };
  const [, path = "/", rest] = /^(\/[^ \t]*)?(.*)$/s.exec(value)!;
  return { path, rest: rest!.trim() };
}
