/**
 * Noindex lines, which Google read until 2019: paths that must not be indexed. They do not change verdicts; they are for
 * programs that keep an index.
 */
import { allOf, type Field } from "./field.ts";

/** A Noindex line: paths that must not be indexed. Google read them until 2019. */
export interface NoindexPath {
  /** As written; starts with `/` or `*`. */
  readonly pattern: string;
  /** 1-based. */
  readonly line: number;
}

export const noindexPathsOf = (fields: readonly Field[]): readonly NoindexPath[] =>
  allOf(fields, "noindex", ({ value, line }) => (/^[/*]/.test(value) ? { pattern: value, line } : undefined));
