/** Lines that a parser ignores or misreads (RFC 9309 §2.2, §2.2.4). */
import { KIND_OTHER } from "../../../core/parsing.ts";
import { nearest } from "../edit-distance.ts";
import type { AddFinding, Check } from "../report.ts";
import { isRule, type Line, type LineField, type LintFile, textAt } from "../source.ts";

const HASH = 35;

/** Fields that the standard does not define, and who reads them, as known on 2026-11-21. */
const extensions: Readonly<Record<string, string>> = {
  // https://blogs.bing.com/webmaster/2012/05/03/to-crawl-or-not-to-crawl-that-is-bingbots-question
  // https://support.claude.com/en/articles/8896518 (Anthropic)
  // https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt (Google: not supported)
  // https://yandex.com/support/webmaster/en/controlling-robot/robots-txt (Yandex: stopped on 2018-02-22)
  "crawl-delay": "Bing and Anthropic, among others, but not by Google and no longer by Yandex",
  // https://github.com/google/robotstxt/blob/master/reporting_robots.cc lists the fields that Google does not support:
  // content-signal, content-usage, domain, request-rate, revisit-after, visit-time, noindex, nofollow, noarchive, …
  "request-rate": "few crawlers, and not by Google",
  "visit-time": "few crawlers, and not by Google",
  // https://yandex.com/support/webmaster/en/controlling-robot/robots-txt (Yandex uses redirects instead)
  host: "no crawler since Yandex stopped in 2018",
  // https://yandex.com/support/webmaster/en/robot-workings/clean-param
  "clean-param": "Yandex",
  // https://contentsignals.org
  "content-signal": "crawlers that honour content signals, but not by Google",
  // https://datatracker.ietf.org/doc/draft-ietf-aipref-attach/
  "content-usage": "crawlers that honour the AI preferences of the IETF, but not by Google",
  // https://rslstandard.org/rsl
  license: "crawlers that honour Really Simple Licensing (RSL 1.0)",
};

/** Keys that are spelt correctly. */
const correctKeys = ["user-agent", "allow", "disallow", "sitemap", ...Object.keys(extensions)];
const knownKeys = [...correctKeys, "noindex"];

/** Whether a field has this name, in any case. */
export const isKnownKey = (name: string): boolean => knownKeys.includes(name.toLowerCase());

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
  report("missing-colon", line, {
    message: "the line has no colon after a field name",
    ...(replacement && { replacement }),
  });
}

function checkKey(source: LintFile, { kind, key }: LineField, report: AddFinding): void {
  const written = textAt(source, key);
  const name = written.toLowerCase();
  if (isKnownKey(name) && kind !== KIND_OTHER) return;
  if (Object.hasOwn(extensions, name))
    report("nonstandard-field", key, { message: `${written} is read by ${extensions[name]}` });
  else if (name !== "noindex") reportUnknown(written, key, report);
}

function reportUnknown(written: string, key: LineField["key"], report: AddFinding): void {
  const meant = nearest(written, correctKeys, mistakesInKey);
  const message =
    meant === undefined
      ? `${shorten(written)} is not a known field`
      : `${shorten(written)} is a misspelling of ${meant}`;
  if (meant === undefined) report("unknown-key", key, { message });
  else report("misspelt-key", key, { message, replacement: meant[0]!.toUpperCase() + meant.slice(1) });
}

const shorten = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** Long names may differ in two letters, short ones in one. */
const mistakesInKey = (letters: string): number => (letters.length > 6 ? 2 : Number(letters.length > 3));

/** Finds `/a#b`. Real comments have a space before the #. */
function checkComment({ bytes }: LintFile, field: LineField, report: AddFinding): void {
  const { line, start, end } = field.value;
  if (!isRule(field) || start === end || bytes[end] !== HASH) return;
  report(
    "comment-in-value",
    { line, start: end, end: end + 1 },
    { message: "# ends the path here", replacement: "%23" },
  );
}
