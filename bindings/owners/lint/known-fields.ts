/** The fields that the standard does not define, as data: who reads each, and which values are valid. Known on 2026-11-23. */

import type { OtherTool } from "../../base/other-tools.ts";
import { fetchableUrl } from "../../base/url.ts";
import {
  labelsByUse,
  parseCleanParam,
  parseContentSignal,
  parseContentUsage,
  parseHost,
  parseRequestRate,
  parseVisitTime,
  useLevels,
} from "../../core/linting.ts";
import { parseCrawlDelay } from "../../core/parsing.ts";

interface KnownField {
  /** Completes "Host is read by …". */
  readonly readBy: string;
  /** Completes "expected …". */
  readonly expected: string;
  /** What a value, or a part of it, can be; absent where that is a number, a path or a URL. */
  readonly values?: readonly string[];
  /** The tools that report every line with this name; absent without one. */
  readonly also?: readonly OtherTool[];
  /** Returns undefined for an invalid value. */
  parse(value: string): unknown;
}

/** A field whose lines have one URL each; `fieldUrls` of robots-wasm/usage returns them. */
const url: Pick<KnownField, "expected" | "parse"> = {
  expected: "an absolute URL, such as https://example.com/map.xml",
  parse: (value) => fetchableUrl(value, undefined),
};

/** The labels of a field with their values; the first two are yes and no, if the label answers a question. */
export type PreferenceLabels = Readonly<Record<string, readonly string[]>>;

const labelled = (field: keyof typeof labelsByUse, answers: readonly string[]): PreferenceLabels =>
  Object.fromEntries(Object.values(labelsByUse[field]).map((label) => [label, answers]));

export const preferenceLabels: Readonly<Record<string, PreferenceLabels>> = {
  "content-signal": { ...labelled("content-signal", ["yes", "no"]), use: useLevels },
  "content-usage": labelled("content-usage", ["y", "n"]),
};

const writtenPreferences = (field: string): readonly string[] =>
  Object.entries(preferenceLabels[field]!).flatMap(([label, values]) => values.map((value) => `${label}=${value}`));

/** By name in lower case. */
export const knownFields: Readonly<Record<string, KnownField>> = {
  // https://blogs.bing.com/webmaster/2012/05/03/to-crawl-or-not-to-crawl-that-is-bingbots-question
  // https://support.claude.com/en/articles/8896518 (Anthropic)
  // https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt (Google: not supported)
  // https://yandex.com/support/webmaster/en/controlling-robot/robots-txt (Yandex: stopped on 2018-02-22)
  "crawl-delay": {
    // https://github.com/ualbertalib/jupiter/pull/3027 (Search Console: "Rule ignored by Googlebot", which is not a failure)
    readBy:
      "Bing and Anthropic, among others, but no longer by Yandex and not by Google: Search Console says that Googlebot ignores it",
    expected: "seconds, such as 5 or 0.5",
    parse: parseCrawlDelay,
  },
  // https://github.com/google/robotstxt/blob/master/reporting_robots.cc lists the fields that Google does not support:
  // content-signal, content-usage, domain, request-rate, revisit-after, visit-time, noindex, nofollow, noarchive, …
  "request-rate": {
    readBy: "few crawlers, and not by Google",
    expected: "requests and time, such as 1/10s",
    parse: parseRequestRate,
  },
  "visit-time": {
    readBy: "few crawlers, and not by Google",
    expected: "hours in UTC, such as 0400-0845",
    parse: parseVisitTime,
  },
  // https://yandex.com/support/webmaster/en/controlling-robot/robots-txt (Yandex uses redirects instead)
  host: {
    readBy: "no crawler since Yandex stopped in 2018",
    expected: "a host name, such as www.example.com",
    // Search Console: "Syntax not understood" (reports of owners, 2026-11)
    also: ["search-console"],
    parse: parseHost,
  },
  // https://yandex.com/support/webmaster/en/robot-workings/clean-param
  "clean-param": {
    readBy: "Yandex",
    expected: "parameters and a path, such as ref&sid /shop/",
    parse: parseCleanParam,
  },
  // https://contentsignals.org
  "content-signal": {
    readBy: "crawlers that honour content signals, but not by Google",
    expected: "signals, such as search=yes, ai-train=no",
    values: writtenPreferences("content-signal"),
    // Search Console: "Syntax not understood" (https://developers.cloudflare.com/bots/additional-configurations/managed-robots-txt/)
    also: ["search-console"],
    parse: parseContentSignal,
  },
  // https://datatracker.ietf.org/doc/draft-ietf-aipref-attach/
  "content-usage": {
    readBy: "crawlers that honour the AI preferences of the IETF, but not by Google",
    expected: "preferences, such as train-ai=n",
    values: writtenPreferences("content-usage"),
    also: ["lighthouse"],
    parse: parseKnownUsage,
  },
  // https://rslstandard.org/rsl
  license: {
    readBy: "crawlers that honour Really Simple Licensing (RSL 1.0)",
    // https://github.com/GoogleChrome/lighthouse/pull/17160 (open)
    also: ["lighthouse"],
    ...url,
  },
  // https://specification.website/spec/agent-readiness/agentic-resource-discovery/ (a draft)
  agentmap: {
    readBy: "agents that follow the draft Agentic Resource Discovery",
    also: ["lighthouse"],
    ...url,
  },
  // https://github.com/Yoast/wordpress-seo/issues/23139
  schemamap: {
    readBy: "agents that follow NLWeb",
    also: ["lighthouse", "search-console"],
    ...url,
  },
};

/** Fields that a document or a parser names and that no crawler is known to read, and where they come from. */
export const deadFields: Readonly<Record<string, string>> = {
  noindex: "Google, which stopped in 2019",
  // http://www.conman.org/people/spc/robots2.html (1996)
  "robot-version": "the extended standard of 1996",
  comment: "the extended standard of 1996",
  // https://github.com/VIPnytt/RobotsTxtParser
  "cache-delay": "a parser for PHP",
  // https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag (2026-11)
  "x-robots-tag": "HTTP responses",
  noarchive: "robots meta tags",
  nofollow: "robots meta tags",
  nosnippet: "robots meta tags",
  // RSL 1.0 has only License; @crawlertoll/core writes the others.
  permits: "a writer of licences, not RSL 1.0",
  prohibits: "a writer of licences, not RSL 1.0",
  compensation: "a writer of licences, not RSL 1.0",
};

/** A value without a preference is an invalid dictionary, or has no known answer. */
function parseKnownUsage(value: string): unknown {
  const usage = parseContentUsage(value);
  return usage !== undefined && Object.keys(usage.uses).length > 0 ? usage : undefined;
}

/** The fields that crawlers agree on: what a line does, and the document that says so. */
export const standardFields: Readonly<Record<string, { readonly does: string; readonly section: string }>> = {
  "user-agent": { does: "names a crawler that obeys the rules below", section: "RFC 9309 §2.2.1" },
  allow: { does: "lets the crawlers of its group fetch paths that match", section: "RFC 9309 §2.2.2" },
  disallow: { does: "refuses paths that match to the crawlers of its group", section: "RFC 9309 §2.2.2" },
  // https://www.sitemaps.org/protocol.html#submit_robots
  sitemap: { does: "names a sitemap, for all crawlers", section: "sitemaps.org, Specifying the Sitemap location" },
};

/** Keys that are spelt correctly. */
export const correctKeys: readonly string[] = [...Object.keys(standardFields), ...Object.keys(knownFields)];
const knownKeys: readonly string[] = [...correctKeys, "noindex"];

/** Fields whose documents write each word with a capital; all others have one capital. */
const EACH_WORD: ReadonlySet<string> = new Set(["content-signal", "content-usage"]);

/** How a name, in lower case, is usually written. */
export const writtenName = (key: string): string =>
  key.replaceAll(EACH_WORD.has(key) ? /(^|-)[a-z]/g : /^[a-z]/g, (start) => start.toUpperCase());

/** Whether a field has this name, in any case. */
export const isKnownKey = (name: string): boolean => knownKeys.includes(name.toLowerCase());
