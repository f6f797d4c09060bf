/**
 * Noindex lines, which Google read until 2019: paths that are not to be indexed. They are no Disallow and decide
 * nothing here; they are handed out for those who keep an index.
 */
import { allOf, type Field } from "./field.ts";

/** A Noindex line: paths that are not to be indexed. Google read them until 2019. */
export interface NoindexPath {
  /** As the file spells it; begins with `/` or `*`. */
  readonly pattern: string;
  /** 1-based. */
  readonly line: number;
}

export const noindexPathsOf = (fields: readonly Field[]): readonly NoindexPath[] =>
  allOf(fields, "noindex", ({ value, line }) => (/^[/*]/.test(value) ? { pattern: value, line } : undefined));
