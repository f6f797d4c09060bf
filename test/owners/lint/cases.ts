/** For every code, a file that has it and a similar file that does not. `[` and `]` mark the span. */
import type { FindingCode, LintOptions, LintProfile } from "../../../bindings/owners/lint/index.ts";
import { sized } from "../../support/sized.ts";

export interface LintCase {
  readonly code: FindingCode;
  readonly found: string;
  readonly notFound: string;
  /** What the fix makes of the span. It keeps every verdict. */
  readonly fix?: string;
  /** What the repair makes of the span. */
  readonly repair?: string;
  /** The profile that reports it. Default "modern". */
  readonly profile?: LintProfile;
  /** Other options for `found`, and for `notFound`. */
  readonly options?: LintOptions;
  readonly otherOptions?: LintOptions;
}

const group = "User-agent: *\n";

const rules = (count: number): string => Array.from({ length: count }, (_, i) => `Disallow: /${i}/\n`).join("");

/** The block of Cloudflare, with its two comments. */
const managed = (rule: string): string =>
  `# BEGIN Cloudflare Managed content\n\n${group}Content-Signal: search=yes,ai-train=no\n${rule}\n\n# END Cloudflare Managed Content\n`;

export const cases: readonly LintCase[] = [
  { code: "compressed", found: "[\x1f\x8b\b\0]\n", notFound: `# PK\x03\x04\n${group}Disallow: /a\n` },
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
  {
    code: "sitemap-refused",
    found: `${group}Allow: /a\nDisallow: /\nSitemap: [https://h/s.xml]\n`,
    notFound: `${group}Disallow: /\nSitemap: https://h/s.xml\n`,
  },
  {
    code: "rendering-blocked",
    found: `${group}Allow: /*.js\nDisallow: [/media/]\n`,
    notFound: `${group}Disallow: /media/\n`,
  },
  {
    code: "search-engine-refused",
    found: `${group}Allow: /\n\nUser-agent: Googlebot\nDisallow: [/]\n`,
    notFound: `${group}Allow: /\n\nUser-agent: GPTBot\nDisallow: /\n`,
  },
  {
    code: "several-sitemaps",
    found: "Sitemap: [https://h/s.xml User-agent: *]\n",
    notFound: "Sitemap: https://h/s%20x.xml\n",
  },
  {
    code: "rendering-blocked",
    found: `${group}Disallow: [/_next]\nAllow: /_next/image\n`,
    notFound: `${group}Disallow: /_next\nAllow: /_next/static\n`,
  },
  { code: "misspelt-agent", found: "User-agent: [bots]\nDisallow: /\n", notFound: "User-agent: *\n", repair: "*" },
  { code: "misspelt-agent", found: "User-agent: [AI]\nDisallow: /\n", notFound: "User-agent: AI2Bot\n" },
  {
    code: "invalid-sitemap",
    found: "Sitemap: [http://localhost:3000/sitemap.xml]\n",
    notFound: "Sitemap: http://localhost.example/sitemap.xml\n",
  },
  { code: "unknown-key", found: `${group}[X-Robots-Tag]: noindex\n`, notFound: `${group}Noindex: /a\n` },
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
  },
  { code: "rule-outside-group", found: "[Disallow]: /\nUser-agent: *\n", notFound: `${group}Disallow: /\n` },
  { code: "empty-agent", found: "User-agent:[]\nDisallow: /\n", notFound: "User-agent: *\nDisallow: /\n" },
  { code: "agent-not-a-token", found: "User-agent: [Bot/1.0]\nDisallow: /\n", notFound: "User-agent: Foo_Bot-x\n" },
  {
    code: "joined-groups",
    found: "User-agent: a\nCrawl-delay: 5\n\nUser-agent: [b]\nDisallow: /\n",
    notFound: "User-agent: a\nDisallow:\nCrawl-delay: 5\n\nUser-agent: b\nDisallow: /\n",
  },
  {
    code: "only-allows",
    found: `${group}Disallow: /\n\nUser-agent: Googlebot\n[Allow]: /images\n`,
    notFound: `${group}Disallow: /\n\nUser-agent: Googlebot\nAllow: /images\nDisallow: /\n`,
  },
  { code: "only-allows", found: `${group}[Allow]: /a\n`, notFound: `${group}Allow: /a\nAllow: /\n` },
  { code: "only-allows", found: `${group}[Allow]: /a\n`, notFound: `${group}Allow: /a\nDisallow:\n` },
  {
    code: "only-allows",
    found: "User-agent: a\n[Allow]: /a\n",
    notFound: "User-agent: a\nAllow: /a\n\nUser-agent: a\nDisallow: /\n",
  },
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
    notFound: `${group}Disallow: /\nUser-agent: *\nAllow: /\n`,
  },
  {
    code: "everyone-refused",
    found: `${group}Allow: /a\nUser-agent: *\nDisallow: [/]\n`,
    notFound: `${group}Allow: /a\nDisallow: /\n`,
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
  // No-break and zero-width spaces, copied from a page or an editor.
  {
    code: "space-in-pattern",
    found: `${group}Disallow: [/a\u00a0\u200b]\n`,
    notFound: `${group}Disallow: /a\u200bb\n`,
    repair: "/a",
  },
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
    code: "pattern-without-slash",
    found: `${group}Allow: [.js]\n`,
    notFound: `${group}Allow: /.js\n`,
    repair: "/*.js",
  },
  {
    code: "pattern-without-slash",
    found: `${group}Disallow: [.well-known/x]\n`,
    notFound: `${group}Disallow: *a\n`,
    repair: "/.well-known/x",
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
  },
  { code: "trailing-star", found: `${group}Disallow: [/a/**]\n`, notFound: `${group}Disallow: /a/*$\n`, fix: "/a/" },
  { code: "trailing-star", found: `${group}Disallow: [/a$b*]\n`, notFound: `${group}Disallow: /a$*\n`, fix: "/a$b" },
  {
    code: "pattern-without-slash",
    found: `${group}Disallow: [\uFEFF/a]\n`,
    notFound: `\uFEFF${group}Disallow: /a\n`,
    repair: "/a",
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
  ...[
    ["Content-Signal: [ai_train=no; search=yes]", "ai-train=no, search=yes"],
    ["Content-Signal: [train-ai=no, search=yes]", "ai-train=no, search=yes"],
    ["Content-Signal: [ai-train=no, ai-retrieval=yes]", "ai-train=no, ai-input=yes"],
    ["Content-Usage: [/a ai-train=n]", "/a train-ai=n"],
    ["Content-Usage: [train-ai=n; search=y]", "train-ai=n, search=y"],
    ["[ai-train: yes]", "Content-Signal: ai-train=yes"],
    ["[train_ai: no]", "Content-Usage: train-ai=n"],
  ].map(
    ([line, repair]): LintCase => ({
      code: "unknown-preference",
      found: `${group}Allow: /\n${line}\n`,
      notFound: `${group}Allow: /\nContent-Signal: AI-Train = no, use=full\nContent-Usage: /a train-ai=n;x=1, tdm=y\n`,
      repair: repair!,
    }),
  ),
  ...[
    ["Content-Usage: [train-ai=no]", "train-ai=n"],
    ["Content-Usage: [Train-AI=n]", "train-ai=n"],
    ["Content-Signal: [ai-train=disallow]", "ai-train=no"],
    ["Content-Signal: [ai-train:no]", "ai-train=no"],
  ].map(
    ([line, repair]): LintCase => ({
      code: "invalid-value",
      found: `${group}Allow: /\n${line}\n`,
      notFound: `${group}Allow: /\nContent-Signal: ai-train=no, x=y\n`,
      repair: repair!,
    }),
  ),
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
  // Cloudflare puts its block in front of the file of the site: an equally long Allow wins (RFC 9309 §2.2.2).
  {
    code: "shadowed-rule",
    found: `${managed("Allow: /")}\n${group}Disallow: [/]\n`,
    notFound: `${managed("Allow: /")}\n${group}Disallow: /*\n`,
    repair: "/*",
  },
  {
    code: "trailing-star",
    found: `${managed("Allow: /")}\n${group}Disallow: [/a*]\n`,
    notFound: `${managed("Allow: /")}\n${group}Disallow: /*\n`,
    fix: "/a",
  },
  {
    code: "shadowed-rule",
    found: `${group}Allow: /\n\n${group}Disallow: [/]\n`,
    notFound: `${group}Allow: /\n\nUser-agent: a\nDisallow: /\n`,
  },
  {
    code: "unreachable-rule",
    found: `User-agent: a/1\nAllow: /b*\n\nUser-agent: A\nDisallow: [/b$]\n`,
    notFound: `User-agent: a/1\nAllow: /b\n\nUser-agent: A\nDisallow: /b$\n`,
  },
  {
    code: "overruled-for-agent",
    found: `${group}Allow: /\n\nUser-agent: a\nUser-agent: *\nDisallow: [/]\n`,
    notFound: `${group}Allow: /\n\nUser-agent: a\nUser-agent: b\nDisallow: /\n`,
  },
  // https://yandex.com/support/webmaster/en/error-dictionary/robots-txt
  {
    code: "several-star-groups",
    found: `${group}Disallow: /a\n\nUser-agent: [*]\nDisallow: /b\n`,
    notFound: `User-agent: *\nUser-agent: *\nDisallow: /a\n`,
  },
  {
    code: "too-many-rules",
    found: `${group}${rules(2048)}[Disallow]: /a\n`,
    notFound: `${group}${rules(2048)}`,
  },
  {
    code: "rule-too-long",
    found: `${group}Disallow: [/${"é".repeat(1024)}]\n`,
    notFound: `${group}Disallow: /${"é".repeat(1023)}\n`,
  },
  {
    code: "regex-in-pattern",
    found: `${group}Disallow: [/blog/author/.*]\n`,
    notFound: `${group}Disallow: /index.*\n`,
  },
  { code: "regex-in-pattern", found: `${group}Disallow: [^/a]\n`, notFound: `${group}Disallow: /a^\n` },
  { code: "regex-in-pattern", found: `${group}Disallow: [/(a|b)]\n`, notFound: `${group}Disallow: /(a)/b|c\n` },
  { code: "regex-in-pattern", found: `${group}Disallow: [/\\d]\n`, notFound: `${group}Disallow: /a+b?c=[d]\n` },
  {
    code: "repeated-star",
    found: `${group}Disallow: [/a/**/b]\n`,
    notFound: `${group}Disallow: /a/*/b**\n`,
    fix: "/a/*/b",
  },
  {
    code: "repeated-star",
    found: `${group}Disallow: [/a**b]\nAllow: /a*b\n`,
    notFound: `${group}Disallow: /a*b\n`,
  },
  {
    code: "html-entity",
    found: `${group}Disallow: [/?a&amp;b]\n`,
    notFound: `${group}Disallow: /?a&ampb\n`,
    repair: "/?a&b",
  },
  {
    code: "placeholder-in-pattern",
    found: `${group}Disallow: [/user/:id/edit]\n`,
    notFound: `${group}Disallow: /user/*/edit\n`,
  },
  {
    code: "placeholder-in-pattern",
    found: `${group}Disallow: [/blog/{slug}]\n`,
    notFound: `${group}Disallow: /blog/tag[0]=\n`,
  },
  {
    code: "html-entity",
    found: `${group}Disallow: [/a/<br>]\n`,
    notFound: `${group}Disallow: /<folder>/\n`,
    repair: "/a/",
  },
  {
    code: "repeated-field",
    found: `${group}Crawl-delay: 5\nCrawl-delay: [10]\n`,
    notFound: `${group}Crawl-delay: 5\nCrawl-delay: 5.0\n`,
  },
  {
    // Groups that share their rules have delays of their own (docs/dialects.md).
    code: "repeated-field",
    found: "User-agent: a\nCrawl-delay: 5\nUser-agent: b\nCrawl-delay: 1\nCrawl-delay: [10]\nAllow: /\n",
    notFound: "User-agent: a\nCrawl-delay: 5\nUser-agent: b\nCrawl-delay: 10\nAllow: /\n",
  },
  {
    code: "delay-ignored",
    found: `User-agent: Googlebot\nUser-agent: YandexBot\n[Crawl-delay]: 5\nAllow: /\n`,
    notFound: `User-agent: Googlebot\nUser-agent: bingbot\nCrawl-delay: 5\nAllow: /\n`,
  },
  {
    code: "retired-agent",
    found: "User-agent: [anthropic-ai]\nDisallow: /\n",
    notFound: "User-agent: ClaudeBot\nDisallow: /\n",
  },
  {
    code: "retired-agent",
    found: "User-agent: [Omgilibot]\nDisallow: /\n",
    notFound: "User-agent: omgili\nDisallow: /\n",
    repair: "omgili",
  },
  {
    code: "delay-beyond-bing",
    found: `User-agent: bingbot\nCrawl-delay: [45]\n`,
    notFound: `User-agent: x\nCrawl-delay: 45\nUser-agent: bingbot\nCrawl-delay: 30\n`,
    profile: "bing",
  },
  {
    code: "delay-beyond-bing",
    found: `${group}Crawl-delay: [45]\n`,
    notFound: `User-agent: a\nCrawl-delay: 45\n`,
    profile: "all",
  },
  {
    code: "conflicting-signals",
    found: `${group}Content-Signal: ai-train=no\nContent-Signal: [search=yes, ai-train=yes]\n`,
    notFound: `${group}Content-Signal: ai-train=no\nContent-Signal: /a ai-train=yes\n`,
  },
  {
    code: "conflicting-signals",
    found: `${group}Allow: /\nContent-Usage: train-ai=n\n\n${group}Allow: /\nContent-Usage: [train-ai=y]\n`,
    notFound: `${group}Allow: /\nContent-Usage: train-ai=n\n\nUser-agent: a\nAllow: /\nContent-Usage: train-ai=y\n`,
  },
  {
    code: "signal-on-refused",
    found: `User-agent: a\nContent-Signal: [search=yes]\nDisallow: /\n`,
    notFound: `User-agent: a\nContent-Signal: search=no\nDisallow: /\n`,
  },
  {
    code: "signal-on-refused",
    found: `User-agent: a\nContent-Usage: [search=y]\nDisallow: /\n`,
    notFound: `User-agent: a\nContent-Usage: search=y\nDisallow: /\n\nUser-agent: A\nAllow: /b\n`,
  },
  {
    code: "usage-outside-group",
    found: `[Content-Signal]: ai-train=no\n${group}Allow: /\n`,
    notFound: `${group}Content-Signal: ai-train=no\nAllow: /\n`,
  },
  {
    code: "several-sitemaps",
    found: "Sitemap: [https://h/a.xml https://h/b.xml]\n",
    notFound: "Sitemap: https://h/a.xml?u=https://h/b.xml\n",
    repair: "https://h/a.xml\nSitemap: https://h/b.xml",
  },
  {
    code: "repeated-sitemap",
    found: "Sitemap: https://h/a.xml\nSitemap: [HTTPS://H/a.xml]\n",
    notFound: "Sitemap: https://h/a.xml\nSitemap: https://h/A.xml\n",
  },
  {
    code: "sitemap-refused",
    found: `${group}Disallow: /s\nSitemap: [https://h/sitemap.xml]\n`,
    notFound: `${group}Disallow: /s\nAllow: /sitemap\nSitemap: https://h/sitemap.xml\n`,
  },
  {
    code: "sitemap-refused",
    found: `${group}Disallow: /*.xml$\nSitemap: [https://h/sitemap.xml]\n`,
    // The whole site is refused, which is another finding.
    notFound: `${group}Disallow: /\nSitemap: https://h/sitemap.xml\n`,
  },
  {
    code: "rendering-blocked",
    found: `${group}Disallow: [/*.js$]\n`,
    notFound: `${group}Disallow: /*.js$\nAllow: /*.js$\n`,
  },
  ...["/wp-includes/", "/wp-content/*", "/wp-content/plugins", "/_next/", "/assets/", "/shop/themes/", "/*/_nuxt"].map(
    (folder): LintCase => ({
      code: "rendering-blocked",
      found: `${group}Disallow: [${folder}]\nAllow: /*.css$\n`,
      notFound: `${group}Disallow: ${folder}\nAllow: /*.css${"*".repeat(30)}\nAllow: /*.js${"*".repeat(30)}\n`,
    }),
  ),
  ...[
    "/wp-content/uploads/",
    "/wp-includes/wlwmanifest.xml",
    "/assets/images/",
    "/my-assets/",
    "/wp-content/*.php$",
  ].map(
    (folder): LintCase => ({
      code: "rendering-blocked",
      found: `${group}Disallow: [/wp-includes]\n`,
      notFound: `${group}Disallow: ${folder}\n`,
    }),
  ),
  { code: "rendering-blocked", found: `${group}Disallow: [/css/]\n`, notFound: `${group}Disallow: /a.css\n` },
  {
    code: "rendering-blocked",
    found: "User-agent: Googlebot\nDisallow: [*.css?]\n",
    notFound: "User-agent: GPTBot\nDisallow: *.css?\n",
  },
  {
    code: "star-rules-lost",
    found: `${group}Disallow: /a\n\nUser-agent: [b]\nAllow: /\n`,
    notFound: `${group}Disallow: /a\n\nUser-agent: b\nDisallow: /a\nAllow: /c\n`,
  },
  {
    code: "star-rules-lost",
    found: `${group}Disallow: /a\n\nUser-agent: [b]\nDisallow: /c\n`,
    notFound: `${group}Disallow: /ab\n\nUser-agent: b\nDisallow: /a\n`,
  },
  {
    code: "star-signal-lost",
    found: `${group}[Content-Signal]: ai-train=no\nAllow: /\n\nUser-agent: b\nAllow: /\n`,
    notFound: `${group}Content-Signal: ai-train=no\nAllow: /\n\nUser-agent: b\nDisallow: /\n`,
  },
  {
    code: "star-signal-lost",
    found: `${group}[Content-Usage]: train-ai=n\nAllow: /\n\nUser-agent: b\nAllow: /\n`,
    notFound: `${group}Content-Usage: train-ai=n\nAllow: /\n\nUser-agent: b\nContent-Usage: train-ai=n\nAllow: /\n`,
  },
  {
    code: "misspelt-agent",
    found: "User-agent: [All]\nDisallow: /a\n",
    notFound: "User-agent: *\nDisallow: /a\n",
    repair: "*",
  },
  {
    code: "misspelt-agent",
    found: "User-agent: [Gemini]\nDisallow: /a\n",
    notFound: "User-agent: Google-Extended\nDisallow: /a\n",
    repair: "Google-Extended",
  },
  {
    code: "misspelt-agent",
    found: "User-agent: [Google]\nDisallow: /a\n",
    notFound: "User-agent: Googlebot\nDisallow: /a\n",
    repair: "Googlebot",
  },
  { code: "unknown-key", found: `${group}[Permits]: ai-train\n`, notFound: "License: https://h/license.xml\n" },
  {
    code: "unreachable-file",
    found: "[User-agent: *]\nAllow: /\n",
    notFound: `${group}Allow: /\n`,
    options: { response: { status: 503 } },
    otherOptions: { response: { status: 200 } },
  },
  {
    code: "unreachable-file",
    found: "[]",
    notFound: "",
    options: { response: { status: 429 }, dialect: "google" },
    otherOptions: { response: { status: 404 } },
  },
  ...([401, 403] as const).map(
    (status): LintCase => ({
      code: "unreachable-file",
      found: "[]",
      notFound: "",
      options: { response: { status }, dialect: "koster1996" },
      otherOptions: { response: { status } },
    }),
  ),
  ...([401, 403, 429, 451] as const).map(
    (status): LintCase => ({
      code: "unavailable-file",
      found: "[]",
      notFound: "",
      options: { response: { status } },
      otherOptions: { response: { status: 410 } },
    }),
  ),
  {
    code: "not-plain-text",
    found: "[User-agent: *]\nAllow: /\n",
    notFound: `${group}Allow: /\n`,
    options: { response: { contentType: "text/html; charset=utf-8" } },
    otherOptions: { response: { contentType: "Text/Plain;charset=utf-8" } },
  },
  {
    code: "not-plain-text",
    found: "[User-agent: *]\nAllow: /\n",
    notFound: `${group}Allow: /\n`,
    options: { response: { contentType: null } },
    otherOptions: { response: { status: 200 } },
  },
  {
    code: "redirected-file",
    found: "[User-agent: *]\nAllow: /\n",
    notFound: `${group}Allow: /\n`,
    options: { response: { redirects: ["https://h/robots.txt"] } },
    otherOptions: { response: { redirects: [] } },
  },
  ...["robot.txt", "Robots.txt", "robots.txt.txt"].map(
    (fileName): LintCase => ({
      code: "file-name",
      found: "[User-agent: *]\nAllow: /\n",
      notFound: `${group}Allow: /\n`,
      options: { fileName },
      otherOptions: { fileName: "robots-2.txt" },
    }),
  ),
  ...[
    "https://x.example/proj/robots.txt",
    "https://x.example/Robots.txt",
    "https://user.github.io/proj/robots.txt",
  ].map(
    (url): LintCase => ({
      code: "not-at-root",
      found: "[User-agent: *]\nAllow: /\n",
      notFound: `${group}Allow: /\n`,
      options: { url },
      otherOptions: { url: "https://x.example/robots.txt?a" },
    }),
  ),
  {
    code: "other-host",
    found: `${group}Allow: /\nSitemap: [https://www.x.example/sitemap.xml]\n`,
    notFound: `${group}Allow: /\nSitemap: https://cdn.example/sitemap.xml\n`,
    options: { url: "https://x.example/robots.txt" },
    otherOptions: { url: "https://x.example/robots.txt" },
  },
];

/** For tests that ask the same of every case: `npm run test:changed` leaves out the long files. */
export const usualCases: readonly LintCase[] = sized(
  cases,
  cases,
  cases.filter(({ found }) => found.length < 1_000),
);
