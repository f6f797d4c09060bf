/** Lines that a parser ignores or misreads (RFC 9309 §2.2, §2.2.4). */
import { kinds } from "../../../core/robots/keys.ts";
import type { Check, Report } from "../report.ts";
import { isRule, type Line, type LineField, type Source, textAt } from "../source.ts";
import { nearest } from "../spelling.ts";

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
const correctKeys = ["user-agent", "allow", "disallow", "sitemap", ...Object.keys(extensions)];
const knownKeys = [...correctKeys, "noindex"];

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
  const meant = nearest(written, correctKeys, mistakesInKey);
  const message =
    meant === undefined
      ? `${shorten(written)} is not a known field`
      : `${shorten(written)} is a misspelling of ${meant}`;
  if (meant === undefined) report("unknown-key", key, { message });
  else report("misspelt-key", key, { message, fix: meant[0]!.toUpperCase() + meant.slice(1) });
}

const shorten = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** Long names may differ in two letters, short ones in one. */
const mistakesInKey = (letters: string): number => (letters.length > 6 ? 2 : Number(letters.length > 3));

/** Finds `/a#b`. Real comments have a space before the #. */
function checkComment({ bytes }: Source, field: LineField, report: Report): void {
  const { line, start, end } = field.value;
  if (!isRule(field) || start === end || bytes[end] !== HASH) return;
  report("comment-in-value", { line, start: end, end: end + 1 }, { message: "# ends the path here", fix: "%23" });
}
