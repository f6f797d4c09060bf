/** Checks single path patterns (RFC 9309 §2.2.2, §2.2.3). */

import { shorten } from "../../../base/shorten.ts";
import { WILDCARDS } from "../../../core/parsing.ts";
import type { AddFinding, Check, Details } from "../findings.ts";
import { everything } from "../group-facts.ts";
import { isKnownKey } from "../known-fields.ts";
import { type LineField, type LintFile, type Span, textAt } from "../lint-file.ts";
import { isManaged, type ManagedBlock, managedBlockIn } from "../managed-block.ts";
import { checkPasted, isPasted } from "./pasted-text.ts";

/** Of longer patterns, only the start is checked, and no replacement is offered. */
const MAX_LOOKED_AT_BYTES = 4096;

/** Words that reveal where secrets may be. */
const secrets =
  /(^|[/._-])(\.git|\.env|\.svn|\.htpasswd|\.ssh|backups?|dumps?|passwords?|passwd|secrets?|credentials?|tokens?|api-?keys?|phpmyadmin|wp-config|db_dump|id_rsa)([/._-]|\.(sql|zip|gz|bak|tar)|\*|\$|$)|\/admin(istrator)?([/.*$]|$)|\.(sql|bak|pem|key)(\$|\*|$)/i;

export const checkPatterns: Check = (source, report) => {
  const managed = managedBlockIn(source);
  let hasWildcard = false;
  for (const { rules } of source.groups) {
    for (const rule of rules) {
      const text = checkPattern(source, rule, managed, report);
      if (text === undefined || hasWildcard || !/\*|\$$/.test(text)) continue;
      hasWildcard = true;
      report("wildcard-dependent", rule.value, { message: "the first rule of the file that uses wildcards" });
    }
  }
};

/** In a path: behind a wildcard or a question mark, it may match a query. */
const DOT_SEGMENT = /^[^*?]*\/(?:\.|%2e){1,2}\//i;

/** Nothing is wrong with such a path but what it reveals. */
const PLAIN = /^\/[\w./?=-]*$/;

/** Returns the pattern, unless it is empty or too long. */
function checkPattern(
  source: LintFile,
  rule: LineField,
  managed: ManagedBlock | undefined,
  report: AddFinding,
): string | undefined {
  const { line, start, end } = rule.value;
  const isCut = end - start > MAX_LOOKED_AT_BYTES;
  const text = textAt(source, { line, start, end: isCut ? start + MAX_LOOKED_AT_BYTES : end });
  if (text === "") return undefined;
  if (DOT_SEGMENT.test(text))
    report("dot-segment", rule.value, { message: "no URL is requested with . or .. in its path" });
  if (!isCut && PLAIN.test(text)) {
    checkSecrets(text, rule.value, report);
    return text;
  }
  checkStart(text, source, rule, isCut ? withoutReplacements(report) : report);
  if (isCut) return undefined;
  checkPasted(text, source, rule.value, report);
  // A replacement would turn invalid UTF-8 into U+FFFD, and a second field, a tag or a placeholder into a part of the path. Without a
  // slash, the pattern would still match nothing.
  const isUnclear = !/^[/*]/.test(text) || text.includes("\uFFFD") || isPasted(text);
  const add = isUnclear ? withoutReplacements(report) : report;
  checkCharacters(text, rule.value, add);
  if (source.dialect.flags & WILDCARDS) checkStars(text, rule.value, managed, add);
  return text;
}

function checkCharacters(text: string, value: Span, report: AddFinding): void {
  checkSpaces(text, value, report);
  if (/\$(?=.)/s.test(text)) report("dollar-inside", value, { message: "$ is not the last character" });
  checkEscapes(text, value, report);
  if (regularExpression.test(text))
    report("regex-in-pattern", value, { message: "this looks like a regular expression" });
  checkSecrets(text, value, report);
}

function checkSecrets(text: string, value: Span, report: AddFinding): void {
  if (secrets.test(text)) report("secret-listed", value, { message: "the path reveals where to look" });
}

const withoutReplacements =
  (report: AddFinding): AddFinding =>
  (code, span, { message }) =>
    report(code, span, { message });

function checkStart(text: string, source: LintFile, rule: LineField, report: AddFinding): void {
  const [, host, path] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(text) ?? [];
  if (path !== undefined) report("pattern-is-url", rule.value, ofUrl(host!, path.replace(/^(?!\/)/, "/"), source));
  else if (!/^[/*]/.test(text))
    report("pattern-without-slash", rule.value, {
      message: "the pattern starts with neither / nor *",
      ...replaced(pathMeant(withoutInvisible(text), textAt(source, rule.key))),
    });
}

/** No replacement holds bytes that are not UTF-8, or is a path that no crawler requests: URLs have no dot segments (RFC 3986 §5.2.4). */
const replaced = (replacement: string | undefined): { readonly replacement?: string } =>
  replacement === undefined || /\uFFFD|\/\.{1,2}(?:\/|$)|^\/\//.test(replacement) ? {} : { replacement };

/** The path of another host is not a path of this one, and a URL without a path means the host: `/` would refuse this site. */
function ofUrl(host: string, path: string, source: LintFile): Details {
  const { url } = source;
  const isHere = host === "*" || (url === undefined ? !everything(source).test(path) : host.toLowerCase() === url.host);
  if (isHere) return { message: "the pattern is a full URL", ...(!everything(source).test(path) && replaced(path)) };
  const message = `the pattern is a full URL, and a file applies only to its own host: ${shorten(host)} needs its own file`;
  return { message };
}

/** A known field at the start of a pattern, and what follows its colon. */
function fieldIn(text: string): readonly [name: string, value: string] | undefined {
  const [, name, value] = /^([\w-]{1,20})[ \t]*:[ \t]*(.*)$/s.exec(text) ?? [];
  return name !== undefined && isKnownKey(name) ? [name, value!] : undefined;
}

/** `.js` means all files of a type, not a hidden file of the root folder. */
const FILE_TYPE = /^\.[a-z][a-z0-9]{1,4}\$?$/i;

/** Words, character references, URLs and hosts: what they mean is not a path that begins with them. */
const NOT_A_PATH = new RegExp(
  [
    "^(?:all|any|everything|no|none|nothing|null|yes|true|false|undefined|nan|n/a|[-–—]+)$",
    "^&\\w+;|^[a-z][a-z\\d+.-]*:/|^www\\.",
    "^\\d+(?:\\.\\d+){3}(?::\\d+)?(?:/|$)",
    "^(?:[\\w-]+\\.)+(?!(?:php\\d?|aspx?|jspx?|cgi|s?html?|cfm|pl|py|do|axd)\\b)[a-z]{2,}(?::\\d+)?/",
    "^[\\w.-]+\\.(?:com|org|net|gov|edu|io|dev|app|info|shop|example|eu|de|uk|fr|nl|it|es|ch|ca|au|br|jp)$",
  ].join("|"),
  "i",
);

/** The path that a pattern without a slash probably means. `Disallow: Disallow: /a` means `/a`, and `./a` too. */
function pathMeant(text: string, key: string): string | undefined {
  const [name, value] = fieldIn(text) ?? [];
  if (name !== undefined) return name.toLowerCase() === key.toLowerCase() && value!.startsWith("/") ? value : undefined;
  if (NOT_A_PATH.test(text) || regularExpression.test(text) || isPasted(text)) return undefined;
  const bare = text
    .replace(/^(["'`])(.*)\1$|^[“‘](.*)[”’]$/s, "$2$3")
    .replaceAll("\\", "/")
    .replace(/^(?:\.|[:=,;]\s*)(?=\/)/, "");
  if (bare.startsWith("/")) return bare;
  if (/\s|^(?:["'`“”‘’$]|~\/)/.test(bare)) return undefined;
  if (/^[?&]/.test(bare) || FILE_TYPE.test(bare)) return `/*${bare}`;
  return `/${bare}`;
}

/** A list of paths, separated by white space, by a sign, or both. */
const severalPaths = /^[/*](?:[^\s,;|]|[,;|](?!\s*\/))*(?:(?:\s*[,;|]\s*\/|\s+[/*])(?:[^\s,;|]|[,;|](?!\s*\/))*)+$/;

/** White space and other characters that editors and web pages bring along, and that nobody sees. */
const INVISIBLE =
  /^[\u00a0\u1680\u2000-\u200d\u2028-\u202f\u205f\u2060\u3000\ufeff]+|[\u00a0\u1680\u2000-\u200d\u2028-\u202f\u205f\u2060\u3000\ufeff]+$/g;

const withoutInvisible = (text: string): string => text.replace(INVISIBLE, "");

function checkSpaces(text: string, value: Span, report: AddFinding): void {
  if (!/[\s,;|\u200b-\u200d\u2060]/.test(text)) return;
  const visible = withoutInvisible(text);
  if (severalPaths.test(text)) report("several-paths", value, { message: "the line has several paths" });
  else if (/^[/*]/.test(text) && visible !== text)
    report("space-in-pattern", value, { message: "an invisible character follows the path", replacement: visible });
  else if (/[ \t]/.test(text))
    report("space-in-pattern", value, {
      message: "the pattern contains white space",
      ...(!NOT_A_NAME.test(text) && replaced(text.replaceAll(/[ \t]/g, encodeURIComponent))),
    });
}

/** White space before a remark or another field, and not in the name of a file. */
const NOT_A_NAME = /^\/\s|\s(?![\p{L}\p{N}])|\s\S*:|:\s/u;

/** A star at the end of a rule that so overrules the managed block is needed. */
function checkStars(text: string, value: Span, managed: ManagedBlock | undefined, report: AddFinding): void {
  const prefix = withoutStars(text);
  const overrules = managed !== undefined && !isManaged(managed, value.line) && managed.allowed.has(prefix);
  if (!overrules) checkLastStar(text, prefix, value, report);
  if (prefix.includes("**"))
    report("repeated-star", value, {
      message: "one * matches the same paths",
      replacement: prefix.replaceAll(/\*+/g, "*") + text.slice(prefix.length),
      onlyAsFix: true,
    });
}

/** Skips `$*`: without the star, the dollar sign would mark the end. */
function checkLastStar(text: string, prefix: string, value: Span, report: AddFinding): void {
  if (prefix !== text && prefix !== "" && !prefix.endsWith("$"))
    report("trailing-star", value, {
      message: "the prefix before the final * matches the same paths",
      replacement: prefix,
      onlyAsFix: true,
    });
}

/**
 * Parts that only regular expressions have: `^` at the start, escapes such as `\d`, `(a|b)`, `(?:`, `[a-z]`, and `/.*` after a
 * folder. Not `.*` alone: `/index.*` is a good pattern. Linear: no part can match the same characters in two ways.
 */
const regularExpression = /^\^|\\[.dwsb?/]|\([^()|]*\|[^()]*\)|\(\?:|\[\^?[a-z0-9_]-[a-z0-9_]|[^/*?]\/\.\*/i;

function checkEscapes(text: string, value: Span, report: AddFinding): void {
  const percent = /%(?![0-9a-f]{2})/i.exec(text);
  if (percent !== null)
    report("malformed-escape", value, { message: `${text.slice(percent.index, percent.index + 3)} is not an escape` });
  const replacement = withCanonicalEscapes(text);
  // After a lone %, a decoded digit would form a new escape.
  if (replacement !== text)
    report("noncanonical-escape", value, {
      message: "an escape has a simpler spelling",
      ...(percent === null && { replacement }),
    });
  if (/[^\0-\x7f]/.test(withoutInvisible(text)))
    report("unescaped-bytes", value, {
      message: "the path contains characters outside ASCII",
      replacement: encoded(text),
    });
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
