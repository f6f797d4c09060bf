/** Lines that a parser ignores or misreads (RFC 9309 §2.2, §2.2.4). */

import { shorten } from "../../../base/shorten.ts";
import { KIND_OTHER } from "../../../core/linting.ts";
import { nearest } from "../edit-distance.ts";
import type { AddFinding, Check } from "../findings.ts";
import { correctKeys, deadFields, isKnownKey, knownFields, writtenName } from "../known-fields.ts";
import { isRule, type Line, type LineField, type LintFile, textAt } from "../lint-file.ts";
import { lineMeant } from "../preference-labels.ts";

export const checkLines: Check = (source, report) => {
  for (const line of source.lines) {
    if (line.field === undefined) checkUnread(source, line, report);
    else {
      checkKey(source, line.field, report);
      checkComment(source, line.field, report);
    }
  }
};

/** Reports lines that are not blank, not a comment, and not a field. */
function checkUnread(source: LintFile, line: Line, report: AddFinding): void {
  const text = textAt(source, line).replace(/^\uFEFF/, "");
  if (/^\s*(#|$)/.test(text)) return;
  const [, key, rest] = /^\s*([\w-]{1,20})\s+(.*)$/s.exec(text) ?? [];
  const replacement = key !== undefined && isKnownKey(key) ? `${key}: ${rest}` : undefined;
  const isRemark = /^\s*(?:;|\/\/|\/\*|<!--|--)/.test(text);
  report("missing-colon", line, {
    message: isRemark ? "a comment begins with #" : "the line has no colon after a field name",
    ...(replacement && { replacement }),
  });
}

function checkKey(source: LintFile, field: LineField, report: AddFinding): void {
  const { kind, key } = field;
  const written = textAt(source, key);
  const name = written.toLowerCase();
  if (isKnownKey(name) && kind !== KIND_OTHER) return;
  const { readBy, also } = (Object.hasOwn(knownFields, name) && knownFields[name]) || {};
  if (readBy !== undefined) report("nonstandard-field", key, { message: `${written} is read by ${readBy}`, also });
  else if (!Object.hasOwn(deadFields, name)) reportUnknown(source, written, field, report);
  else if (name !== "noindex")
    report("unknown-key", key, { message: `no crawler reads ${written}, a field of ${deadFields[name]}` });
}

function reportUnknown(source: LintFile, written: string, { key, value }: LineField, report: AddFinding): void {
  const line = key.end - key.start > MAX_LABEL_BYTES ? undefined : lineMeant(written, textAt(source, value));
  if (line !== undefined) {
    const message = `${written} is a label, not a field; did you mean ${line}?`;
    report("unknown-preference", { line: key.line, start: key.start, end: value.end }, { message, replacement: line });
    return;
  }
  const meant = nearest(written, correctKeys, mistakesInKey);
  const message =
    meant === undefined ? `${quoted(written)} is not a known field` : `${quoted(written)} is a misspelling of ${meant}`;
  if (meant === undefined) report("unknown-key", key, { message });
  else report("misspelt-key", key, { message, replacement: writtenName(meant) });
}

/** Longer keys are not labels. */
const MAX_LABEL_BYTES = 20;

const quoted = (text: string): string => JSON.stringify(shorten(text));

/** Long names may differ in two letters, short ones in one. */
const mistakesInKey = (letters: string): number => (letters.length > 6 ? 2 : Number(letters.length > 3));

/**
 * Finds `/a#b`. A comment has a space before or after the #. Without a replacement: in real files such a path is always an address with
 * a fragment, which is never requested.
 */
function checkComment(source: LintFile, field: LineField, report: AddFinding): void {
  const { line, start, end } = field.value;
  if (!isRule(field) || start === end || !/^#+[^#\s]/.test(source.octets.slice(end, end + 3))) return;
  const message = `# ends the path here: crawlers read ${shorten(textAt(source, field.value))}`;
  report("comment-in-value", { line, start: end, end: end + 1 }, { message });
}
