/**
 * Comments that leave out findings. `# robots-wasm-ignore CODE, CODE` applies to its own line, or to the next line if it
 * stands alone. `# robots-wasm-ignore-file CODE` applies to the whole file. Linear in the file.
 */

import { shorten } from "../../base/shorten.ts";
import { codes, type FindingCode } from "./codes.ts";
import type { Check } from "./findings.ts";
import { type Line, type LintFile, textAt } from "./lint-file.ts";

/** Longer comments are not directives. */
const MAX_COMMENT_BYTES = 1000;

interface IgnoreComment {
  readonly line: Line;
  readonly names: readonly string[];
  /** The line that it applies to; undefined for the whole file. */
  readonly target: number | undefined;
}

/** Returns whether a comment of the file leaves out `code` on `line`. */
type IsIgnored = (code: FindingCode, line: number) => boolean;

export function ignoredByComments(source: LintFile): IsIgnored {
  const keys = new Set(
    commentsOf(source).flatMap(({ names, target }) => names.map((name) => `${target ?? "file"} ${name}`)),
  );
  return (code, line) => keys.has(`${line} ${code}`) || keys.has(`file ${code}`);
}

/** Reports names in such comments that are not codes. */
export const checkIgnoreComments: Check = (source, report) => {
  for (const { line, names } of commentsOf(source)) {
    const unknown = names.find((name) => !Object.hasOwn(codes, name)) ?? (names.length === 0 ? "" : undefined);
    if (unknown !== undefined)
      report("unknown-code", line, { message: `${JSON.stringify(shorten(unknown))} is not a code of the linter` });
  }
};

/** Few files have such comments. */
const commentsOf = (source: LintFile): readonly IgnoreComment[] =>
  source.octets.includes("robots-wasm-ignore") ? source.lines.flatMap((line) => commentOn(source, line) ?? []) : [];

function commentOn(source: LintFile, line: Line): IgnoreComment | undefined {
  const start = source.octets.slice(line.start, line.end).indexOf("#") + line.start;
  if (start < line.start || line.end - start > MAX_COMMENT_BYTES) return undefined;
  const text = textAt(source, { ...line, start });
  const [, file, list] = /^#[ \t]*robots-wasm-ignore(-file)?(?![\w-])(.*)$/.exec(text) ?? [];
  if (list === undefined) return undefined;
  const isAlone = /^\s*$/.test(textAt(source, { ...line, end: start }));
  const target = file === undefined ? line.line + Number(isAlone) : undefined;
  return { line, names: list.split(/[\s,:]+/).filter((name) => name !== ""), target };
}
