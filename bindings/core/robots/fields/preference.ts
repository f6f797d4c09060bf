/**
 * What Content-Signal and Content-Usage have in common: for a path, which uses of the content are welcome and which
 * are not. A use that is not named is neither.
 */

/** A Content-Signal or Content-Usage line: for a path, which uses are welcome and which are not. */
export interface Preference {
  /** Where it holds: a pattern as in Allow; "/" where the line names none. */
  readonly path: string;
  /** By the field's own names, such as `ai-train` or `train-ai`; a use that is not named is neither. */
  readonly uses: Readonly<Record<string, boolean>>;
  /** As the file spells it. */
  readonly value: string;
  /** 1-based. */
  readonly line: number;
}

/** No list of uses is longer; a hostile one costs nothing, and patterns never meet it. */
const MAX_LENGTH = 8192;

/** A path at the start of the value, up to the first blank, and what follows it; "" for a value that is too long. */
export function splitPath(value: string): { readonly path: string; readonly rest: string } {
  if (value.length > MAX_LENGTH) return { path: "/", rest: "" };
  if (!value.startsWith("/")) return { path: "/", rest: value.trim() };
  const end = value.search(/[ \t]/);
  return end < 0 ? { path: value, rest: "" } : { path: value.slice(0, end), rest: value.slice(end).trim() };
}
