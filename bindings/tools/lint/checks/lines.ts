/** Lines that a parser ignores or misreads (RFC 9309 §2.2, §2.2.4). */
import { kinds } from "../../../core/robots/keys.ts";
import type { Check, Report } from "../report.ts";
import { isRule, type Line, type LineField, type Source, textAt } from "../source.ts";

const HASH = 35;

/** Extensions, and who reads them. */
const extensions: Readonly<Record<string, string>> = {
  "crawl-delay": "Bing and Yandex, among others; not Google",
  "request-rate": "few crawlers",
  "visit-time": "few crawlers",
  host: "Yandex, until 2018",
  "clean-param": "Yandex",
  "content-signal": "crawlers that honour Cloudflare's content signals",
  "content-usage": "crawlers that honour the IETF's AI preferences",
};

/** Keys that are spelt correctly. */
const knownKeys = ["user-agent", "allow", "disallow", "sitemap", ...Object.keys(extensions), "noindex"];

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
function checkUnread(source: Source, line: Line, report: Report): void {
  const text = textAt(source, line).replace(/^\uFEFF/, "");
  if (/^\s*(#|$)/.test(text)) return;
  const [, key, rest] = /^\s*([\w-]{1,20})\s+(.*)$/s.exec(text) ?? [];
  const fix = key !== undefined && knownKeys.includes(key.toLowerCase()) ? `${key}: ${rest}` : undefined;
  report("missing-colon", line, { message: "the line has no colon after a field name", ...(fix && { fix }) });
}

function checkKey(source: Source, { kind, key }: LineField, report: Report): void {
  const written = textAt(source, key);
  const name = written.toLowerCase();
  if (knownKeys.includes(name) && kind !== kinds.other) return;
  const readers = extensions[name];
  if (readers !== undefined) report("nonstandard-field", key, { message: `${written} is read by ${readers}` });
  else if (name !== "noindex") reportUnknown(written, key, report);
}

function reportUnknown(written: string, key: LineField["key"], report: Report): void {
  const name = written.toLowerCase();
  const meant = knownKeys.find((one) => one !== name && one !== "noindex" && isNear(one, name));
  const message =
    meant === undefined
      ? `${shorten(written)} is not a known field`
      : `${shorten(written)} is a misspelling of ${meant}`;
  if (meant === undefined) report("unknown-key", key, { message });
  else report("misspelt-key", key, { message, fix: meant[0]!.toUpperCase() + meant.slice(1) });
}

const shorten = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** Compares the letters only. Long names may differ in two letters, short ones in one. */
function isNear(name: string, written: string): boolean {
  const [a, b] = [name, written].map((one) => one.replaceAll(/[^a-z]/g, ""));
  if (written.length > name.length + 3 || a!.length < 4) return false;
  return distance(a!, b!) <= (a!.length > 6 ? 2 : 1);
}

/** Levenshtein distance, for words of at most two dozen letters. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}

/** Finds `/a#b`. Real comments have a space before the #. */
function checkComment({ bytes }: Source, field: LineField, report: Report): void {
  const { line, start, end } = field.value;
  if (!isRule(field) || start === end || bytes[end] !== HASH) return;
  report("comment-in-value", { line, start: end, end: end + 1 }, { message: "# ends the path here", fix: "%23" });
}
