/** For every code, a file that has it and a similar file that does not. `[` and `]` mark the span. */
import type { FindingCode, LintProfile } from "../../../bindings/tools/lint/index.ts";

export interface LintCase {
  readonly code: FindingCode;
  readonly found: string;
  readonly notFound: string;
  /** What the fix makes of the span. It keeps every verdict. */
  readonly fix?: string;
  /** What the repair makes of the span. */
  readonly repair?: string;
  /** Only the profile "all" reports it. */
  readonly profile?: LintProfile;
}

const group = "User-agent: *\n";

export const cases: readonly LintCase[] = [
  { code: "html-document", found: "[<!DOCTYPE html>]\n<p>x</p>\n", notFound: `# <html>\n${group}Disallow: /html\n` },
  { code: "nul-byte", found: `${group}Disallow: /a[\0]b\n`, notFound: `${group}Disallow: /a%00b\n` },
  { code: "lone-cr", found: "[User-agent: *]\rDisallow: /a\n", notFound: "User-agent: *\r\nDisallow: /a\r\n" },
  {
    code: "line-too-long",
    found: `${group}[Disallow: /${"a".repeat(16_700)}]\n`,
    notFound: `${group}Disallow: /${"a".repeat(16_600)}\n`,
  },
  {
    code: "missing-colon",
    found: `${group}[Disallow /a]\n`,
    notFound: `${group}# Disallow /a\n`,
    repair: "Disallow: /a",
  },
  { code: "misspelt-key", found: `${group}[Dissallow]: /a\n`, notFound: `${group}disALLOW: /a\n`, repair: "Disallow" },
  { code: "misspelt-key", found: `[Useragent]: x\n`, notFound: `User-Agent: x\n`, repair: "User-agent" },
  { code: "misspelt-key", found: `[Site-map]: https://h/s\n`, notFound: `Sitemap: https://h/s\n`, repair: "Sitemap" },
  { code: "unknown-key", found: `${group}[z-index]: 2\n`, notFound: `${group}Noindex: /a\n` },
  { code: "unknown-key", found: `${group}[Robot-version]: 2\n`, notFound: `${group}Host: example.com\n` },
  { code: "nonstandard-field", found: `${group}[Crawl-delay]: 5\n`, notFound: `${group}Allow: /5\n` },
  {
    code: "comment-in-value",
    found: `${group}Disallow: /a[#]b\n`,
    notFound: `${group}Disallow: /a #b\n`,
    repair: "%23",
  },
  { code: "rule-outside-group", found: "[Disallow]: /\nUser-agent: *\n", notFound: `${group}Disallow: /\n` },
  { code: "empty-agent", found: "User-agent:[]\nDisallow: /\n", notFound: "User-agent: *\nDisallow: /\n" },
  { code: "agent-not-a-token", found: "User-agent: [Bot/1.0]\nDisallow: /\n", notFound: "User-agent: Foo_Bot-x\n" },
  { code: "group-without-rules", found: "User-agent: [a]\n", notFound: "User-agent: a\nUser-agent: b\nDisallow:\n" },
  {
    code: "group-without-rules",
    found: "User-agent: a\nDisallow: /x\nUser-agent: [b]\nUser-agent: A/2\n",
    notFound: "User-agent: a\nDisallow: /x\nUser-agent: A\n",
  },
  {
    code: "repeated-agent",
    found: "User-agent: a\nDisallow: /x\nUser-agent: [A]\nDisallow: /y\n",
    notFound: "User-agent: a\nDisallow: /x\nUser-agent: b\nDisallow: /y\n",
  },
  {
    code: "blank-line-in-group",
    found: `${group}\n[Disallow: /a]\n`,
    notFound: `${group}Disallow: /a\n\nUser-agent: b\nDisallow: /a\n`,
    profile: "all",
  },
  {
    code: "everyone-refused",
    found: `${group}Disallow: [/]\nUser-agent: *\nDisallow: /a\n`,
    notFound: `${group}Disallow: /\nUser-agent: *\nAllow: /a\n`,
  },
  { code: "everyone-refused", found: `${group}Disallow: [/]\n`, notFound: `${group}Disallow: /\nAllow: /a\n` },
  { code: "everyone-refused", found: `${group}Disallow: [/]\n`, notFound: "User-agent: a\nDisallow: /\n" },
  {
    code: "everything-refused",
    found: "User-agent: a\nDisallow: [/]\n",
    notFound: `${group}Disallow: /\n`,
    profile: "all",
  },
  {
    code: "misspelt-agent",
    found: "User-agent: [Googelbot]\nDisallow: /a\n",
    notFound: "User-agent: googleBOT\nDisallow: /a\n",
    repair: "Googlebot",
  },
  {
    code: "misspelt-agent",
    found: "User-agent: [GPT-Bott]\nDisallow: /a\n",
    notFound: "User-agent: Pingbot\nDisallow: /a\n",
    repair: "GPTBot",
  },
  // The 1994 page "About /robots.txt" names this mistake.
  {
    code: "several-paths",
    found: `${group}Disallow: [/cgi-bin/ /tmp/]\n`,
    notFound: `${group}Disallow: /cgi-bin/\nDisallow: /tmp/\n`,
  },
  { code: "several-paths", found: `${group}Disallow: [/a, /b,/c]\n`, notFound: `${group}Disallow: /a,b\n` },
  {
    code: "space-in-pattern",
    found: `${group}Disallow: [/a b]\n`,
    notFound: `${group}Disallow: /a%20b\n`,
    repair: "/a%20b",
  },
  { code: "space-in-pattern", found: `${group}Disallow: [/a b]\n`, notFound: `${group}Disallow: /a /b\n` },
  { code: "delay-too-long", found: `${group}Crawl-delay: [86401]\n`, notFound: `${group}Crawl-delay: 86400\n` },
  {
    code: "unknown-code",
    found: "[# robots-wasm-ignore wildcards]\n",
    notFound: "# robots-wasm-ignore wildcard-dependent\n",
  },
  { code: "unknown-code", found: "[# robots-wasm-ignore]\n", notFound: "# robots-wasm-ignored\n" },
  {
    code: "pattern-without-slash",
    found: `${group}Disallow: [a/b]\n`,
    notFound: `${group}Disallow: *a\n`,
    repair: "/a/b",
  },
  {
    code: "pattern-is-url",
    found: `${group}Disallow: [https://example.com/a]\n`,
    notFound: `${group}Disallow: /?u=https://example.com/a\n`,
    repair: "/a",
  },
  {
    code: "pattern-is-url",
    found: `${group}Disallow: [https://example.com?a]\n`,
    notFound: `${group}Disallow: /?a\n`,
    repair: "/?a",
  },
  {
    code: "dollar-inside",
    found: `${group}Disallow: [/a$b$]\n`,
    notFound: `${group}Disallow: /ab$\n`,
    repair: "/a%24b$",
  },
  { code: "trailing-star", found: `${group}Disallow: [/a/**]\n`, notFound: `${group}Disallow: /a/*$\n`, fix: "/a/" },
  { code: "trailing-star", found: `${group}Disallow: [/a$b*]\n`, notFound: `${group}Disallow: /a$*\n`, fix: "/a$b" },
  {
    code: "pattern-without-slash",
    found: `${group}Disallow: [\uFEFF/a]\n`,
    notFound: `\uFEFF${group}Disallow: /a\n`,
  },
  { code: "malformed-escape", found: `${group}Disallow: [/a%2]\n`, notFound: `${group}Disallow: /a%2f\n` },
  {
    code: "noncanonical-escape",
    found: `${group}Disallow: [/%7Ejoe/%c3%a9%2f]\n`,
    notFound: `${group}Disallow: /~joe/%C3%A9%2F%zz\n`,
    repair: "/~joe/%C3%A9%2F",
  },
  {
    code: "noncanonical-escape",
    found: `${group}Disallow: [/%2a]\n`,
    notFound: `${group}Disallow: /%2A\n`,
    fix: "/%2A",
  },
  { code: "byte-order-mark", found: `[\ufeff]${group}`, notFound: `${group}Disallow: /\ufeff\n` },
  {
    code: "unescaped-bytes",
    found: `${group}Disallow: [/é]\n`,
    notFound: `${group}Disallow: /%C3%A9\n`,
    fix: "/%C3%A9",
  },
  {
    code: "wildcard-dependent",
    found: `${group}Disallow: [/a*b]\n`,
    notFound: `${group}Disallow: /a\n`,
    profile: "all",
  },
  {
    code: "order-dependent",
    found: `${group}Disallow: /a\nAllow: [/a/b]\n`,
    notFound: `${group}Allow: /a/b\nDisallow: /a\n`,
    profile: "all",
  },
  {
    code: "order-dependent",
    found: `${group}Allow: /a/b/c/d\nDisallow: /a\nAllow: [/a/b]\n`,
    notFound: `${group}Allow: /a/b\nDisallow: /a\nAllow: /a/b/c\n`,
    profile: "all",
  },
  { code: "secret-listed", found: `${group}Disallow: [/admin/]\n`, notFound: `${group}Disallow: /wp-admin/\n` },
  {
    code: "blank-line-in-group",
    found: `${group} \t\n[Disallow: /a]\n`,
    notFound: `${group}#\nDisallow: /a\n`,
    profile: "all",
  },
  { code: "secret-listed", found: `${group}Disallow: [/.git/]\n`, notFound: `${group}Disallow: /digital/\n` },
  {
    code: "repeated-rule",
    found: `${group}Disallow: /a\nDisallow: [/%61]\n`,
    notFound: `${group}Disallow: /a\nDisallow: /A\n`,
  },
  {
    code: "shadowed-rule",
    found: `${group}Disallow: [/a]\nAllow: /a\n`,
    notFound: `${group}Disallow: /a$\nAllow: /a\n`,
  },
  {
    code: "redundant-rule",
    found: `${group}Disallow: /a\nDisallow: [/a/b]\n`,
    notFound: `${group}Disallow: /a\nDisallow: /a/b\nAllow: /*b\n`,
  },
  {
    code: "redundant-rule",
    found: `User-agent: a\nDisallow: /a\nDisallow: [/a/b]\n`,
    notFound: `User-agent: a\nDisallow: /a\nDisallow: /a/b\n\nUser-agent: A/2\nAllow: /a/\n`,
  },
  {
    code: "unreachable-rule",
    found: `${group}Disallow: [/a]\nDisallow: /a**\nAllow: /\n`,
    notFound: `${group}Disallow: *$\nAllow: *\n`,
  },
  {
    code: "unreachable-rule",
    found: `${group}Disallow: [/ab$]\nAllow: /a*b\n`,
    notFound: `${group}Disallow: /ab*c\nAllow: /a*bc\n`,
  },
  { code: "invalid-value", found: `${group}Crawl-delay: [-1]\n`, notFound: `${group}Crawl-delay: 0.5\n` },
  { code: "invalid-value", found: `${group}Request-rate: [1/0]\n`, notFound: `${group}Request-rate: 1/5s\n` },
  { code: "invalid-value", found: `${group}Visit-time: [25:00]\n`, notFound: `${group}Visit-time: 0400-0845\n` },
  {
    code: "invalid-value",
    found: `${group}Content-Signal: [train=maybe]\n`,
    notFound: `${group}Content-Signal: ai-train=no\n`,
  },
  {
    code: "invalid-value",
    found: `${group}Content-Usage: [train-ai=?0]\n`,
    notFound: `${group}Content-Usage: /a train-ai=n\n`,
  },
  {
    code: "invalid-value",
    found: `${group}Content-Signal: [use=some]\n`,
    notFound: `${group}Content-Signal: use=reference\n`,
  },
  { code: "invalid-value", found: "License: [/license.xml]\n", notFound: "License: https://h/license.xml\n" },
  { code: "nonstandard-field", found: "[License]: https://h/license.xml\n", notFound: "Sitemap: https://h/s.xml\n" },
  {
    code: "retired-label",
    found: `${group}Content-Usage: [/a tdm=n, search=y]\n`,
    notFound: `${group}Content-Usage: /a train-ai=n, ai-use=n, search=y, x-all=y\n`,
  },
  {
    code: "usage-between-agents",
    found: "User-agent: a\n[Content-Usage]: train-ai=n\nUser-agent: b\nAllow: /\n",
    notFound: "Content-Usage: train-ai=n\nUser-agent: a\nUser-agent: b\nContent-Usage: train-ai=n\nAllow: /\n",
  },
  { code: "invalid-value", found: `${group}Host: [a b]\n`, notFound: `${group}Host: www.example.com\n` },
  { code: "invalid-value", found: `${group}Clean-param: [&]\n`, notFound: `${group}Clean-param: ref&sid /shop/\n` },
  { code: "noindex-unsupported", found: `${group}[Noindex]: /a\n`, notFound: `${group}Disallow: /noindex\n` },
  { code: "relative-sitemap", found: "Sitemap: [/s.xml]\n", notFound: "Sitemap: https://h/s.xml\n" },
  { code: "invalid-sitemap", found: "Sitemap:[]\n", notFound: "Sitemap: /s.xml\n" },
  { code: "invalid-sitemap", found: "Sitemap: [https://h/\u0001]\n", notFound: "Sitemap: https://h/%01\n" },
  { code: "invalid-sitemap", found: "Sitemap: [javascript:alert(1)]\n", notFound: "Sitemap: ftp://h/s.xml\n" },
];
