/** Checks single path patterns (RFC 9309 §2.2.2, §2.2.3). */
import { has } from "../../../core/byte-set.ts";
import type { Check, Report } from "../report.ts";
import { type LineField, type Span, textAt } from "../source.ts";

/** Of longer patterns, only the start is checked, and no fix is offered. */
const MAX_LOOKED_AT_BYTES = 4096;

const DOLLAR = 36;

/** Words that reveal where secrets may be. */
const secrets =
  /(^|[/._-])(\.git|\.env|\.svn|\.htpasswd|\.ssh|backups?|dumps?|passwords?|passwd|secrets?|credentials?|tokens?|api-?keys?|phpmyadmin|wp-config|db_dump|id_rsa)([/._-]|\.(sql|zip|gz|bak|tar)|\*|\$|$)|\/admin(istrator)?([/.*$]|$)|\.(sql|bak|pem|key)(\$|\*|$)/i;

export const checkPatterns: Check = (source, report) => {
  let hasWildcard = false;
  // In other dialects `%24` and `$` are different paths.
  const escapesCount = has(source.dialect.pattern.decode, DOLLAR);
  for (const { rules } of source.groups) {
    for (const rule of rules) {
      const { line, start, end } = rule.value;
      const isCut = end - start > MAX_LOOKED_AT_BYTES;
      const text = textAt(source, { line, start, end: isCut ? start + MAX_LOOKED_AT_BYTES : end });
      if (text === "") continue;
      // A fix would replace invalid UTF-8 by the replacement character.
      const reportHere = isCut || text.includes("\uFFFD") ? withoutFixes(report) : report;
      checkStart(text, rule, reportHere);
      if (!isCut) checkSpaces(text, rule.value, reportHere);
      if (isCut) continue;
      checkDollar(text, rule.value, escapesCount ? reportHere : withoutFixes(report));
      if (source.dialect.rules.wildcards) checkLastStar(text, rule.value, reportHere);
      checkEscapes(text, rule.value, reportHere);
      if (secrets.test(text)) report("secret-listed", rule.value, { message: "the path reveals where to look" });
      if (!hasWildcard && /\*|\$$/.test(text)) {
        hasWildcard = true;
        report("wildcard-dependent", rule.value, { message: "the first rule of the file that uses wildcards" });
      }
    }
  }
};

const withoutFixes =
  (report: Report): Report =>
  (code, span, { message }) =>
    report(code, span, { message });

function checkStart(text: string, { value }: LineField, report: Report): void {
  const path = /^https?:\/\/[^/?#]*(.*)$/is.exec(text)?.[1];
  if (path !== undefined)
    report("pattern-is-url", value, { message: "the pattern is a full URL", fix: path.replace(/^(?!\/)/, "/") });
  else if (!/^[/*]/.test(text))
    report("pattern-without-slash", value, { message: "the pattern starts with neither / nor *", fix: `/${text}` });
}

/** A list of paths, separated by white space, by commas, or both. */
const severalPaths = /^[/*][^\s,]*(?:(?:\s*,\s*\/|\s+[/*])[^\s,]*)+$/;

function checkSpaces(text: string, value: Span, report: Report): void {
  if (severalPaths.test(text)) report("several-paths", value, { message: "the line has several paths" });
  else if (/[ \t]/.test(text))
    report("space-in-pattern", value, {
      message: "the pattern contains white space",
      fix: text.replaceAll(/[ \t]/g, encodeURIComponent),
    });
}

function checkDollar(text: string, value: Span, report: Report): void {
  if (/\$(?=.)/s.test(text))
    report("dollar-inside", value, {
      message: "$ is not the last character",
      fix: text.replaceAll(/\$(?=.)/gs, "%24"),
    });
}

/** Skips `$*`: without the star, the dollar sign would mark the end. */
function checkLastStar(text: string, value: Span, report: Report): void {
  const prefix = withoutStars(text);
  if (prefix !== text && prefix !== "" && !prefix.endsWith("$"))
    report("trailing-star", value, {
      message: "the prefix before the final * matches the same paths",
      fix: prefix,
    });
}

function checkEscapes(text: string, value: Span, report: Report): void {
  const percent = /%(?![0-9a-f]{2})/i.exec(text);
  if (percent !== null)
    report("malformed-escape", value, { message: `${text.slice(percent.index, percent.index + 3)} is not an escape` });
  const fix = withCanonicalEscapes(text);
  // After a lone %, a decoded digit would form a new escape.
  if (fix !== text)
    report("noncanonical-escape", value, {
      message: "an escape has a simpler spelling",
      ...(percent === null && { fix }),
    });
  if (/[^\0-\x7f]/.test(text))
    report("unescaped-bytes", value, { message: "the path contains characters outside ASCII", fix: encoded(text) });
}

/** RFC 3986 §6.2.2: upper-case digits, and no escapes of unreserved characters. */
const withCanonicalEscapes = (text: string): string =>
  text.replaceAll(/%[0-9a-f]{2}/gi, (written) => {
    const character = String.fromCharCode(Number.parseInt(written.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : written.toUpperCase();
  });

/** A loop: a regular expression would be quadratic for `**…*a`. */
function withoutStars(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === "*") end--;
  return text.slice(0, end);
}

const encoded = (text: string): string => text.replaceAll(/[^\0-\x7f]+/g, (part) => encodeURIComponent(part));
