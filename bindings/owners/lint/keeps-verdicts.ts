/**
 * Which replacements are fixes: they keep every verdict of every crawler in rfc9309, google and the dialect that the caller
 * chose, also if only some of them are applied. All others are repairs. Linear in the file.
 *
 * Why a replacement keeps the verdicts:
 * 1. A line is read on its own, and a replacement has no line end. So only the record of its line can change.
 * 2. The new record must be a rule of the same kind whose entries in a program (program/fallback.ts) have the same patterns,
 *    anchors and verdicts. Then groups, delays, sitemaps and usage stay, and each crawler obeys the same entries.
 * 3. The entries may change their order only as rule-order.ts allows.
 * 4. The file must be read as a whole before and after: no byte may pass the limit of RFC 9309 §2.5 in either direction.
 */

import { LF } from "../../base/characters.ts";
import { concat } from "../../base/little-endian.ts";
import { bytesOf } from "../../base/utf8.ts";
import { ALLOW, type Entry, entriesOf, isRule, KIND_ALLOW, LONGEST_FIRST, readRecords } from "../../core/linting.ts";
import {
  ALLOWED,
  ANCHORED,
  type Dialect,
  dialectNamed,
  LEAST_READ_BYTES,
  type RuleBytes,
  VALUE_END,
  VALUE_START,
} from "../../core/parsing.ts";
import type { LintFile, Span } from "./lint-file.ts";
import { RuleOrder } from "./rule-order.ts";

/** Text that replaces a span. */
export interface Edit {
  readonly span: Span;
  readonly replacement: string;
}

/** The edits that are fixes. Edits of one line exclude each other. */
export function fixesAmong<E extends Edit>(edits: readonly E[], source: LintFile): ReadonlySet<E> {
  const dialects = new Set([dialectNamed("rfc9309"), dialectNamed("google"), source.dialect]);
  let fixes = withinLimit(edits, source);
  for (const dialect of dialects) fixes = keptIn(dialect, fixes, source);
  return new Set(fixes);
}

/** The edits that, all together, keep the file below the limit. Readers of UTF-16 and of bytes do not see the same lines. */
function withinLimit<E extends Edit>(edits: readonly E[], { bytes, isUtf16 }: LintFile): readonly E[] {
  let room = LEAST_READ_BYTES - bytes.length;
  if (isUtf16 || room < 0) return [];
  return edits.filter(({ span, replacement }) => {
    const growth = Math.max(0, bytesOf(replacement).length - (span.end - span.start));
    if (growth > room) return false;
    room -= growth;
    return true;
  });
}

function keptIn<E extends Edit>(dialect: Dialect, edits: readonly E[], source: LintFile): readonly E[] {
  let order: RuleOrder | undefined;
  return edits.filter((edit) => {
    const before = entriesOn(editedLine(source, edit.span), dialect);
    const after = entriesOn(editedLine(source, edit.span, edit.replacement), dialect);
    if (before.length === 0 || !isEvery(before, after, isSame)) return false;
    if (!(dialect.flags & LONGEST_FIRST) || isEvery(before, after, (a, b) => a.octets === b.octets)) return true;
    order ??= new RuleOrder(source.bytes, dialect);
    return order.accepts(
      edit.span.line,
      after.map(({ octets }) => octets),
    );
  });
}

/** The bytes of a line. A line end before them shows the reader that they are not the start of the file. */
function editedLine({ bytes, lines }: LintFile, { line, start, end }: Span, replacement?: string): Uint8Array {
  const whole = lines[line - 1]!;
  return concat([
    line === 1 ? new Uint8Array() : Uint8Array.of(LF),
    bytes.subarray(whole.start, replacement === undefined ? end : start),
    bytesOf(replacement ?? ""),
    bytes.subarray(end, whole.end),
  ]);
}

/** The entries of the rule on a line; none if it has no rule. */
function entriesOn(bytes: Uint8Array, dialect: Dialect): readonly Entry[] {
  const { table } = readRecords(bytes, dialect);
  if (table.length === 0 || !isRule(table[0]!)) return [];
  const original = bytes.subarray(table[VALUE_START], table[VALUE_END]);
  const rule: RuleBytes = { isAllow: table[0] === KIND_ALLOW, original, line: 1 };
  return entriesOf(rule, dialect);
}

const isEvery = (a: readonly Entry[], b: readonly Entry[], test: (a: Entry, b: Entry) => boolean): boolean =>
  a.length === b.length && a.every((entry, i) => test(entry, b[i]!));

const VERDICT_FLAGS = ALLOW | ALLOWED | ANCHORED;

/** Whether both match the same paths with the same verdict. */
const isSame = (a: Entry, b: Entry): boolean =>
  (a.original.length === 0) === (b.original.length === 0) &&
  (a.flags & VERDICT_FLAGS) === (b.flags & VERDICT_FLAGS) &&
  a.pattern === b.pattern;
