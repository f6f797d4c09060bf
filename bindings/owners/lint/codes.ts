/**
 * Every code of the linter as data: its severity, the section it rests on, and why it matters. Codes are stable. A test
 * compares docs/lint.md with this table.
 */
import type { OtherTool } from "../../base/other-tools.ts";

/**
 * `error`: the line does not do what its author meant. `warning`: probably not, or not for every crawler. `info`: good to
 * know.
 */
export type Severity = "error" | "warning" | "info";

/** What all findings with one code have in common. */
export interface LintCode {
  readonly severity: Severity;
  /** The document and section that states the rule. */
  readonly section: string;
  /** Why it matters, in one or two sentences. */
  readonly explanation: string;
  /** The tools that report such a line too, as far as known (docs/lint.md); absent without one. */
  readonly also?: readonly OtherTool[];
}

const entry = (severity: Severity, section: string, explanation: string, also?: readonly OtherTool[]): LintCode => ({
  severity,
  section,
  explanation,
  ...(also && { also }),
});

// core/audits/seo/robots-txt.js of GoogleChrome/lighthouse f8eac39 (2026-08-20)
const LIGHTHOUSE: readonly OtherTool[] = ["lighthouse"];

/** The code of a finding. Codes are stable; docs/lint.md lists them with their meaning. */
export type FindingCode =
  | "compressed"
  | "html-document"
  | "utf16-encoding"
  | "byte-order-mark"
  | "invalid-utf8"
  | "nul-byte"
  | "lone-cr"
  | "file-too-large"
  | "line-too-long"
  | "rule-too-long"
  | "too-many-rules"
  | "missing-colon"
  | "misspelt-key"
  | "unknown-key"
  | "nonstandard-field"
  | "comment-in-value"
  | "rule-outside-group"
  | "empty-agent"
  | "agent-not-a-token"
  | "group-without-rules"
  | "joined-groups"
  | "only-allows"
  | "repeated-agent"
  | "several-star-groups"
  | "blank-line-in-group"
  | "misspelt-agent"
  | "retired-agent"
  | "star-rules-lost"
  | "star-signal-lost"
  | "everyone-refused"
  | "everything-refused"
  | "search-engine-refused"
  | "several-paths"
  | "space-in-pattern"
  | "pattern-without-slash"
  | "pattern-is-url"
  | "dollar-inside"
  | "trailing-star"
  | "repeated-star"
  | "regex-in-pattern"
  | "html-entity"
  | "placeholder-in-pattern"
  | "malformed-escape"
  | "noncanonical-escape"
  | "unescaped-bytes"
  | "wildcard-dependent"
  | "order-dependent"
  | "secret-listed"
  | "repeated-rule"
  | "shadowed-rule"
  | "overruled-for-agent"
  | "redundant-rule"
  | "unreachable-rule"
  | "rendering-blocked"
  | "invalid-value"
  | "delay-too-long"
  | "repeated-field"
  | "delay-ignored"
  | "delay-beyond-bing"
  | "unknown-preference"
  | "retired-label"
  | "usage-between-agents"
  | "usage-outside-group"
  | "conflicting-signals"
  | "signal-on-refused"
  | "noindex-unsupported"
  | "relative-sitemap"
  | "invalid-sitemap"
  | "several-sitemaps"
  | "repeated-sitemap"
  | "sitemap-refused"
  | "unreachable-file"
  | "unavailable-file"
  | "redirected-file"
  | "not-plain-text"
  | "file-name"
  | "not-at-root"
  | "other-host"
  | "unknown-code"
  | "not-checked"
  | "too-many-findings";

/** All findings of the linter, by code. */
export const codes: Readonly<Record<FindingCode, LintCode>> = {
  compressed: entry(
    "error",
    "RFC 9309 §2.3",
    "Crawlers find no rule in a compressed file, unless Content-Encoding names the coding.",
  ),
  "html-document": entry(
    "error",
    "RFC 9309 §2.3.1.1",
    "An HTML page contains no rules, so crawlers may fetch everything.",
    LIGHTHOUSE,
  ),
  "utf16-encoding": entry(
    "error",
    "RFC 9309 §2.3",
    "The file must be UTF-8. Most crawlers find no rule in a UTF-16 file.",
  ),
  "byte-order-mark": entry(
    "info",
    "RFC 9309 §2.2",
    "The grammar has no byte order mark. A crawler that does not skip it ignores the first line.",
  ),
  "invalid-utf8": entry(
    "warning",
    "RFC 9309 §2.3",
    "Browsers and crawlers send paths as UTF-8, so bytes that are not UTF-8 match nothing.",
  ),
  "nul-byte": entry(
    "error",
    "RFC 9309 §2.2",
    "A line must not contain a NUL byte. Some crawlers stop reading the line there.",
  ),
  "lone-cr": entry(
    "info",
    "RFC 9309 §2.2",
    "The standard allows a line to end with CR alone, but many parsers do not support it.",
  ),
  "file-too-large": entry(
    "error",
    "RFC 9309 §2.5",
    "Crawlers must read at least 500 KiB. Most of them ignore the rest.",
  ),
  "line-too-long": entry("warning", "google/robotstxt", "Google's parser cuts a line after 16,663 bytes."),
  "rule-too-long": entry(
    "info",
    "yandex.com/support/webmaster/en/error-dictionary/robots-txt",
    "Yandex ignores rules of more than 1,024 characters.",
  ),
  "too-many-rules": entry(
    "warning",
    "yandex.com/support/webmaster/en/error-dictionary/robots-txt",
    "Yandex reads at most 2,048 rules. Other crawlers read all of them.",
  ),
  // https://github.com/fisharebest/webtrees/pull/4972 (Search Console)
  "missing-colon": entry(
    "error",
    "RFC 9309 §2.2",
    "A rule needs a colon. Google obeys a rule such as `Disallow /a` all the same; other crawlers ignore the line.",
    ["lighthouse", "search-console"],
  ),
  "misspelt-key": entry(
    "error",
    "RFC 9309 §2.2",
    "Only some crawlers accept this spelling. The others ignore the line.",
    LIGHTHOUSE,
  ),
  "unknown-key": entry("info", "RFC 9309 §2.2.4", "We know of no crawler that reads this line.", LIGHTHOUSE),
  "nonstandard-field": entry("info", "RFC 9309 §2.2.4", "Only some crawlers read this extension."),
  "comment-in-value": entry(
    "warning",
    "RFC 9309 §2.2",
    "`#` starts a comment even inside a path, and crawlers never request what follows # in an address. Write %23 for a # in a file name.",
  ),
  "rule-outside-group": entry(
    "error",
    "RFC 9309 §2.2.1",
    "A rule above the first user-agent line applies to no crawler.",
    LIGHTHOUSE,
  ),
  "empty-agent": entry(
    "error",
    "RFC 9309 §2.2.1",
    "A user-agent line without a product token selects no crawler.",
    LIGHTHOUSE,
  ),
  "agent-not-a-token": entry(
    "warning",
    "RFC 9309 §2.2.1",
    "A product token contains only letters, _ and -. Crawlers cut off the rest, or the line never matches.",
  ),
  "group-without-rules": entry(
    "warning",
    "RFC 9309 §2.2.2",
    "A group without rules allows everything, also what the group for * disallows. koster1996 and original1994 ignore it.",
  ),
  "joined-groups": entry(
    "warning",
    "RFC 9309 §2.1",
    "Crawlers read one list of user-agent lines here, so all of them obey the rules below. End a group with a rule, such as an empty Disallow.",
  ),
  "only-allows": entry(
    "warning",
    "RFC 9309 §2.2.2",
    "Allow makes exceptions to Disallow. Without a Disallow, crawlers may fetch everything.",
  ),
  "repeated-agent": entry(
    "info",
    "RFC 9309 §2.2.1",
    "Crawlers combine all groups of an agent. Parsers of the 1996 draft use only the first.",
  ),
  "several-star-groups": entry(
    "warning",
    "yandex.com/support/webmaster/en/error-dictionary/robots-txt",
    "Crawlers that follow the standard combine all groups for *. Yandex and parsers of the 1996 draft accept only one.",
  ),
  "blank-line-in-group": entry(
    "info",
    "1994 standard, records",
    "Parsers of the 1994 and 1996 documents end the group at the blank line.",
  ),
  "misspelt-agent": entry(
    "warning",
    "RFC 9309 §2.2.1",
    "Crawlers compare the whole product token, so a misspelt name selects no crawler.",
  ),
  "retired-agent": entry(
    "info",
    "robots-wasm/agents",
    "The operator no longer documents this token, so the group may apply to nobody. The table of crawlers names the source.",
  ),
  "star-rules-lost": entry(
    "warning",
    "RFC 9309 §2.2.1",
    "A crawler that a group names ignores the rules for *. Repeat them in its group if they should apply to it.",
  ),
  "star-signal-lost": entry(
    "info",
    "RFC 9309 §2.2.1",
    "A crawler that a group names ignores the fields of the group for *. Repeat the line in its group if it should apply.",
  ),
  "everyone-refused": entry(
    "warning",
    "RFC 9309 §2.2.2",
    "All crawlers without a group of their own, such as search engines, may not fetch any page.",
  ),
  "everything-refused": entry("info", "RFC 9309 §2.2.2", "This group disallows the whole site for the named crawlers."),
  "search-engine-refused": entry(
    "info",
    "RFC 9309 §2.2.2",
    "This group disallows the whole site for a search engine, so your pages leave its results.",
  ),
  "several-paths": entry(
    "error",
    "About /robots.txt, What to put in it",
    "A line has one path. Write a line for each, otherwise none of them matches.",
  ),
  "space-in-pattern": entry(
    "warning",
    "RFC 9309 §2.2",
    "A pattern must not contain spaces. Some crawlers compare it with %20, others never match it.",
  ),
  "pattern-without-slash": entry(
    "error",
    "RFC 9309 §2.2.2",
    "Paths start with a slash, so this pattern never matches.",
    LIGHTHOUSE,
  ),
  "pattern-is-url": entry(
    "error",
    "RFC 9309 §2.2.2",
    "Crawlers compare patterns with the path only, so a full URL never matches.",
    LIGHTHOUSE,
  ),
  "dollar-inside": entry(
    "warning",
    "RFC 9309 §2.2.3",
    "`$` marks the end only as the last character. Here it matches a dollar sign.",
    LIGHTHOUSE,
  ),
  "trailing-star": entry(
    "info",
    "RFC 9309 §2.2.3",
    "Every pattern is already a prefix. A final * only makes the pattern longer.",
  ),
  "repeated-star": entry(
    "info",
    "RFC 9309 §2.2.3",
    "Several stars match the same paths as one. They only make the pattern longer, and the longest pattern decides.",
  ),
  "regex-in-pattern": entry(
    "info",
    "RFC 9309 §2.2.3",
    "Patterns are not regular expressions: only * and a final $ have a meaning.",
  ),
  "html-entity": entry(
    "warning",
    "RFC 9309 §2.2.2",
    "A robots.txt is plain text, so crawlers compare &amp; as five characters, and a tag as part of the path.",
  ),
  "placeholder-in-pattern": entry(
    "warning",
    "RFC 9309 §2.2.3",
    "Patterns have no placeholders as routes have: only * and a final $ have a meaning. Write * for any text.",
  ),
  "malformed-escape": entry("warning", "RFC 3986 §2.1", "% must be followed by two hexadecimal digits."),
  "noncanonical-escape": entry(
    "info",
    "RFC 9309 §2.2.2",
    "Parsers that do not decode escapes, such as Google's, do not match the plain spelling of this path.",
  ),
  "unescaped-bytes": entry(
    "info",
    "RFC 9309 §2.2.2",
    "Crawlers that follow the standard percent-encode characters outside ASCII before they compare. Google recommends to write them so.",
  ),
  "wildcard-dependent": entry(
    "info",
    "RFC 9309 §2.2.3",
    "Parsers of the 1994 and 1996 documents read * and $ as plain characters.",
  ),
  "order-dependent": entry(
    "warning",
    "RFC 9309 §2.2.2",
    "The longest pattern decides. Parsers of the 1996 draft use the first rule that matches.",
  ),
  "secret-listed": entry(
    "info",
    "RFC 9309 §3",
    "Everyone can read this file, so the path shows attackers where to look.",
  ),
  "repeated-rule": entry("warning", "RFC 9309 §2.2.2", "The same rule appears above. This one never decides."),
  "shadowed-rule": entry(
    "error",
    "RFC 9309 §2.2.2",
    "Another rule has the same pattern and takes precedence. This one never decides.",
  ),
  "overruled-for-agent": entry(
    "warning",
    "RFC 9309 §2.2.1",
    "Another group of this agent has a rule that takes precedence. For this agent, the rule never decides.",
  ),
  "redundant-rule": entry(
    "info",
    "RFC 9309 §2.2.2",
    "A shorter rule of the group gives the same verdict wherever this one matches.",
  ),
  "unreachable-rule": entry(
    "warning",
    "RFC 9309 §2.2.2",
    "A rule that takes precedence matches everything this one matches. This one never decides.",
  ),
  "rendering-blocked": entry(
    "info",
    "developers.google.com/search/docs/crawling-indexing/javascript",
    "Search engines load scripts and style sheets to see a page as people do.",
  ),
  "invalid-value": entry(
    "warning",
    "field's own definition",
    "The value is not valid for this field, so crawlers ignore the line.",
  ),
  "delay-too-long": entry(
    "warning",
    "none",
    "No standard defines Crawl-delay. A delay of more than a day cannot be waited for; use Disallow to keep crawlers away.",
  ),
  "repeated-field": entry("warning", "none", "Parsers take the first, the last or the longest of several delays."),
  "delay-ignored": entry(
    "warning",
    "robots-wasm/agents",
    "The operators of all crawlers of this group document that they ignore Crawl-delay.",
  ),
  "delay-beyond-bing": entry(
    "info",
    "Bing Webmaster help",
    "Bing divides a day into windows of 1 to 30 seconds, so a longer delay has no more effect.",
  ),
  "unknown-preference": entry(
    "warning",
    "contentsignals.org; draft-ietf-aipref-vocab-08",
    "Readers ignore labels and values that they do not know, so the preference is lost.",
  ),
  "retired-label": entry(
    "warning",
    "draft-ietf-aipref-vocab-08",
    "A later draft has removed this label, so crawlers ignore it.",
  ),
  "usage-between-agents": entry(
    "warning",
    "draft-ietf-aipref-attach-05",
    "A Content-Usage line is a rule, so for some crawlers the user-agent line after it starts another group.",
  ),
  "usage-outside-group": entry(
    "info",
    "contentsignals.org; draft-ietf-aipref-attach-05",
    "Preferences belong to a group. Above all groups, some readers apply them to the whole site, and others ignore them.",
  ),
  "conflicting-signals": entry(
    "warning",
    "contentsignals.org; draft-ietf-aipref-attach-05",
    "Two lines for the same agent and path contradict each other. Readers that follow the drafts take the more restrictive one.",
  ),
  "signal-on-refused": entry(
    "info",
    "draft-ietf-aipref-attach-05",
    "Preferences apply only to content that the crawler may fetch.",
  ),
  "noindex-unsupported": entry(
    "warning",
    "Google, 2019-07-02",
    "No search engine reads noindex in robots.txt. Use a robots meta tag or X-Robots-Tag.",
  ),
  "relative-sitemap": entry("error", "sitemaps.org", "The URL of a sitemap must be absolute.", LIGHTHOUSE),
  "invalid-sitemap": entry(
    "error",
    "sitemaps.org",
    "The value is not an http, https or ftp URL that crawlers can fetch.",
    LIGHTHOUSE,
  ),
  "several-sitemaps": entry(
    "error",
    "sitemaps.org",
    "A line has one URL. Write a line for each, otherwise crawlers find no sitemap.",
  ),
  "repeated-sitemap": entry("info", "sitemaps.org", "Crawlers read a sitemap once, however often it is listed."),
  "sitemap-refused": entry(
    "warning",
    "RFC 9309 §2.2.2",
    "Crawlers that obey this file when they fetch sitemaps cannot read the sitemap.",
  ),
  "unreachable-file": entry(
    "error",
    "RFC 9309 §2.3.1.4",
    "While the file cannot be fetched, crawlers must assume that the whole site is disallowed.",
  ),
  "unavailable-file": entry(
    "warning",
    "RFC 9309 §2.3.1.3",
    "Most crawlers take a 4xx for a site without a robots.txt. It keeps nobody out, and your rules are not read.",
  ),
  "redirected-file": entry(
    "info",
    "RFC 9309 §2.3.1.2",
    "Crawlers must follow at least five redirects, but some treat any redirect as a missing file.",
  ),
  "not-plain-text": entry(
    "info",
    "RFC 9309 §2.3",
    "The file must be served as text/plain. Some crawlers ignore it otherwise.",
  ),
  "file-name": entry("warning", "RFC 9309 §2.3", "Crawlers request exactly /robots.txt, in lower case."),
  "not-at-root": entry(
    "warning",
    "RFC 9309 §2.3",
    "Crawlers request only /robots.txt of a host. A file in a subfolder applies to nothing.",
  ),
  "other-host": entry(
    "info",
    "RFC 9309 §2.3",
    "A file applies only to its own scheme, host and port: example.com and www.example.com each need one.",
  ),
  "unknown-code": entry("warning", "none", "A robots-wasm-ignore comment works only with codes of this table."),
  "not-checked": entry("info", "none", "The linter reads at most 5,120,000 bytes."),
  "too-many-findings": entry("info", "none", "The remaining findings are not listed."),
};
