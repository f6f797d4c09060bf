/**
 * What the linter can say, as data: every code with its severity, the section it rests on, and why it matters. Codes are
 * stable; docs/lint.md is checked against this table.
 */

/** `error`: it does not do what its author meant; `warning`: likely not, or not for every crawler; `info`: worth knowing. */
export type Severity = "error" | "warning" | "info";

/** What is known of a code, whichever file it is found in. */
export interface Code {
  readonly severity: Severity;
  /** Where the rule is written down. */
  readonly section: string;
  /** Why it matters, in a sentence or two. */
  readonly explanation: string;
}

const entry = (severity: Severity, section: string, explanation: string): Code => ({ severity, section, explanation });

export type FindingCode =
  | "html-document"
  | "utf16-encoding"
  | "byte-order-mark"
  | "invalid-utf8"
  | "nul-byte"
  | "lone-cr"
  | "file-too-large"
  | "line-too-long"
  | "missing-colon"
  | "misspelt-key"
  | "unknown-key"
  | "nonstandard-field"
  | "comment-in-value"
  | "rule-outside-group"
  | "empty-agent"
  | "agent-not-a-token"
  | "group-without-rules"
  | "repeated-agent"
  | "blank-line-in-group"
  | "everything-refused"
  | "pattern-without-slash"
  | "pattern-is-url"
  | "dollar-inside"
  | "trailing-star"
  | "malformed-escape"
  | "noncanonical-escape"
  | "unescaped-bytes"
  | "wildcard-dependent"
  | "order-dependent"
  | "secret-listed"
  | "repeated-rule"
  | "shadowed-rule"
  | "redundant-rule"
  | "unreachable-rule"
  | "invalid-value"
  | "noindex-unsupported"
  | "relative-sitemap"
  | "invalid-sitemap"
  | "too-many-findings";

export const codes: Readonly<Record<FindingCode, Code>> = {
  "html-document": entry(
    "error",
    "RFC 9309 §2.3.1.1",
    "An HTML page holds no rules, so that crawlers may fetch everything.",
  ),
  "utf16-encoding": entry("error", "RFC 9309 §2.3", "The file must be UTF-8; most crawlers read no rule in UTF-16."),
  "byte-order-mark": entry(
    "info",
    "RFC 9309 §2.2",
    "The grammar has no byte order mark; a reader that does not skip it loses the first line.",
  ),
  "invalid-utf8": entry(
    "warning",
    "RFC 9309 §2.3",
    "Bytes that are no UTF-8 match no path that a browser or a crawler sends.",
  ),
  "nul-byte": entry("error", "RFC 9309 §2.2", "No line holds NUL; some crawlers stop reading the line there."),
  "lone-cr": entry(
    "info",
    "RFC 9309 §2.2",
    "A line end of CR alone is allowed by the standard and unknown to many readers.",
  ),
  "file-too-large": entry("error", "RFC 9309 §2.5", "Crawlers must read 500 KiB; what comes after is ignored by most."),
  "line-too-long": entry("warning", "google/robotstxt", "Google's parser cuts a line after 16,663 bytes."),
  "missing-colon": entry("error", "RFC 9309 §2.2", "A line without a colon is no rule and is ignored."),
  "misspelt-key": entry(
    "error",
    "RFC 9309 §2.2",
    "Only some crawlers forgive the spelling; the others ignore the line.",
  ),
  "unknown-key": entry("info", "RFC 9309 §2.2.4", "No crawler that we know of reads this line."),
  "nonstandard-field": entry("info", "RFC 9309 §2.2.4", "An extension that only some crawlers read."),
  "comment-in-value": entry(
    "warning",
    "RFC 9309 §2.2",
    "`#` starts a comment even inside a path; write %23 to match it.",
  ),
  "rule-outside-group": entry(
    "error",
    "RFC 9309 §2.2.1",
    "A rule before the first user-agent line belongs to no crawler.",
  ),
  "empty-agent": entry("error", "RFC 9309 §2.2.1", "A user-agent line without a product token names no crawler."),
  "agent-not-a-token": entry(
    "warning",
    "RFC 9309 §2.2.1",
    "A product token has letters, _ and - only; what follows is cut off or never matches.",
  ),
  "group-without-rules": entry(
    "warning",
    "RFC 9309 §2.2.2",
    "A group without rules allows everything, even what the group for * refuses.",
  ),
  "repeated-agent": entry(
    "info",
    "RFC 9309 §2.2.1",
    "Groups of one agent are obeyed as one; readers of the 1996 draft obey the first only.",
  ),
  "blank-line-in-group": entry(
    "info",
    "1994 standard, records",
    "Readers of the 1994 and 1996 texts end the group at the blank line.",
  ),
  "everything-refused": entry("info", "RFC 9309 §2.2.2", "This group refuses the whole site."),
  "pattern-without-slash": entry(
    "error",
    "RFC 9309 §2.2.2",
    "A path starts with a slash, so that this pattern never matches.",
  ),
  "pattern-is-url": entry(
    "error",
    "RFC 9309 §2.2.2",
    "Patterns are compared with the path alone, so that a URL never matches.",
  ),
  "dollar-inside": entry(
    "warning",
    "RFC 9309 §2.2.3",
    "`$` ends a pattern only as its last character; here it is a dollar sign.",
  ),
  "trailing-star": entry(
    "info",
    "RFC 9309 §2.2.3",
    "A pattern is a prefix already: the final * changes nothing but its length.",
  ),
  "malformed-escape": entry("warning", "RFC 3986 §2.1", "% must be followed by two hexadecimal digits."),
  "noncanonical-escape": entry(
    "info",
    "RFC 9309 §2.2.2",
    "Readers that decode no escapes, as Google's, take this for another path than its plain spelling.",
  ),
  "unescaped-bytes": entry(
    "info",
    "RFC 9309 §2.2.2",
    "Characters outside ASCII are compared percent-encoded, by crawlers that follow the standard.",
  ),
  "wildcard-dependent": entry("info", "RFC 9309 §2.2.3", "Readers of the 1994 and 1996 texts take * and $ literally."),
  "order-dependent": entry(
    "warning",
    "RFC 9309 §2.2.2",
    "The longest pattern decides; readers of the 1996 draft obey the first that matches.",
  ),
  "secret-listed": entry(
    "info",
    "RFC 9309 §3",
    "The file is public: a path in it is a hint to those it is hidden from.",
  ),
  "repeated-rule": entry("warning", "RFC 9309 §2.2.2", "The same rule stands above; this one never decides."),
  "shadowed-rule": entry(
    "error",
    "RFC 9309 §2.2.2",
    "Another rule has the same pattern and wins; this one never decides.",
  ),
  "redundant-rule": entry(
    "info",
    "RFC 9309 §2.2.2",
    "A shorter rule of the group gives the same verdict wherever this one matches.",
  ),
  "unreachable-rule": entry(
    "warning",
    "RFC 9309 §2.2.2",
    "A rule that takes precedence matches everything that this one does; this one never decides.",
  ),
  "invalid-value": entry(
    "warning",
    "field's own definition",
    "The value is none that the field can have; the line is ignored.",
  ),
  "noindex-unsupported": entry(
    "warning",
    "Google, 2019-07-02",
    "No search engine reads noindex here any more; use a robots meta tag or X-Robots-Tag.",
  ),
  "relative-sitemap": entry("error", "sitemaps.org", "A sitemap's URL must be absolute."),
  "invalid-sitemap": entry("error", "sitemaps.org", "The value is no http, https or ftp URL."),
  "too-many-findings": entry("info", "none", "The rest is not listed."),
};
