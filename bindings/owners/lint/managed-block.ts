/**
 * The block that Cloudflare puts in front of a site's own file, between its BEGIN and END comments (Cloudflare docs, "Managed
 * robots.txt", and copies of live files, 2026-11-22). Its group for `*` has `Allow: /`, which the rest of the file may not expect.
 */
import { KIND_ALLOW } from "../../core/linting.ts";
import { type Line, type LintFile, textAt } from "./lint-file.ts";

export interface ManagedBlock {
  /** The lines of its BEGIN and END comments. Without an END comment, `last` is the last line of the file. */
  readonly first: number;
  readonly last: number;
  /** The patterns of its Allow lines, as written. */
  readonly allowed: ReadonlySet<string>;
}

const BEGIN = /^[ \t]*#[ \t]*begin cloudflare managed content/i;
const END = /^[ \t]*#[ \t]*end cloudflare managed content/i;
/** Longer lines are not these comments. */
const MAX_COMMENT_BYTES = 200;

/** The first block; undefined if the file has none. */
export function managedBlockIn(
  file: Pick<LintFile, "bytes" | "octets" | "lines" | "groups">,
): ManagedBlock | undefined {
  const comments = file.lines.filter(({ field, start, end }) => field === undefined && end - start < MAX_COMMENT_BYTES);
  const has = (mark: RegExp, line: Line): boolean => mark.test(textAt(file, line));
  const begin = comments.find((line) => has(BEGIN, line));
  if (begin === undefined) return undefined;
  const end = comments.find((line) => line.line > begin.line && has(END, line));
  const [first, last] = [begin.line, end?.line ?? file.lines.length];
  const rules = file.groups
    .flatMap((group) => group.rules)
    .filter(({ value }) => value.line > first && value.line < last);
  const allows = rules.filter(({ kind }) => kind === KIND_ALLOW);
  return { first, last, allowed: new Set(allows.map(({ value }) => textAt(file, value))) };
}

export const isManaged = ({ first, last }: ManagedBlock, line: number): boolean => line >= first && line <= last;
