/** Applies the fixes of findings, and on demand the repairs, to the bytes of a file. */
import { concat } from "../../base/little-endian.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import { bytesOf } from "../../base/utf8.ts";
import { changedVerdicts, type VerdictChange } from "./changes.ts";
import type { Edit } from "./keeps-verdicts.ts";
import { checkedBoolean, inspect, type LintOptions, lintOptions } from "./lint.ts";

/** Options of `applyFixes`. All are optional. */
export interface FixOptions extends LintOptions {
  /** Whether repairs are applied too. They may change verdicts. Default false. */
  readonly repairs?: boolean;
}

const fixOptions: KnownOptions<FixOptions> = { ...lintOptions, repairs: 1 };

/** The result of `applyFixes`. */
export interface FixedFile {
  /** UTF-8. The bytes outside the replaced spans are unchanged. */
  readonly body: Uint8Array;
  /** How many fixes were applied. They keep every verdict. */
  readonly fixes: number;
  /** How many repairs were applied. */
  readonly repairs: number;
  /** Verdicts that the repairs changed, as `changedVerdicts` finds them; empty without repairs. */
  readonly changes: readonly VerdictChange[];
}

/** A replacement can reveal another mistake. No sequence of them is longer in practice. */
const MAX_PASSES = 10;

/**
 * Applies the fixes of all findings, and of the findings that remain, until there is none with a fix. They keep every verdict
 * of every crawler in rfc9309, google and the chosen dialect, and also delays, sitemaps and usage preferences. With
 * `repairs`, applies the repairs too. Returns files that are too large to be checked as a whole unchanged. No content of the
 * file makes it throw.
 * @param body text, or the bytes that the server sent.
 * @throws TypeError (ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_OPTION) or RangeError (ERR_INVALID_ARG_VALUE),
 *   like `lint`.
 */
export function applyFixes(body: string | Uint8Array, options: FixOptions = {}): FixedFile {
  const { repairs: repairsToo = false, ...linting } = checkedOptions("options", options, fixOptions);
  const wantsRepairs = checkedBoolean("repairs", repairsToo);
  let fixed: Uint8Array | undefined;
  let [fixes, repairs] = [0, 0];
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const { source, collector } = inspect(fixed ?? body, linting);
    const { all, fixes: safe } = collector.edits(source);
    const edits = source.truncated ? [] : onePerLine(wantsRepairs ? all : [...safe], safe);
    if (edits.length === 0) break;
    fixed = withEdits(source.bytes, edits);
    fixes += edits.filter((edit) => safe.has(edit)).length;
    repairs += edits.filter((edit) => !safe.has(edit)).length;
  }
  const after = fixed ?? bytesOf(body);
  const changes = repairs === 0 ? [] : changedVerdicts(body, after, { dialect: linting.dialect ?? "rfc9309" });
  return { body: after, fixes, repairs, changes };
}

/**
 * The first repair of each line, or else its first fix. A fix may not suit the repaired line: in `/a*#b`, the star is at the
 * end of the pattern only until `#` is escaped.
 */
function onePerLine(edits: readonly Edit[], fixes: ReadonlySet<Edit>): readonly Edit[] {
  const chosen = new Map<number, Edit>();
  for (const edit of edits) {
    const earlier = chosen.get(edit.span.line);
    if (earlier === undefined || (fixes.has(earlier) && !fixes.has(edit))) chosen.set(edit.span.line, edit);
  }
  return [...chosen.values()];
}

/** Applies the edits, which are in file order. */
function withEdits(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let end = 0;
  for (const { span, replacement } of edits) {
    parts.push(bytes.subarray(end, span.start), bytesOf(replacement));
    end = span.end;
  }
  return concat([...parts, bytes.subarray(end)]);
}
