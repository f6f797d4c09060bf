/** Values of fields that are not rules: numbers, hours, parameters, sitemaps. Uses the parsers of the core. */

import { fetchableUrl, urlOf } from "../../../base/url.ts";
import {
  KIND_OTHER,
  KIND_SITEMAP,
  MAX_CRAWL_DELAY_SECONDS,
  parseCleanParam,
  parseContentSignal,
  parseContentUsage,
  parseCrawlDelay,
  parseHost,
  parseRequestRate,
  parseVisitTime,
  textAt,
} from "../../../core/parsing.ts";
import type { AddFinding, Check } from "../report.ts";
import type { LineField, LintFile, Span } from "../source.ts";

/** Longer values are invalid; no server accepts a longer URL. */
const MAX_VALUE_BYTES = 8192;

interface ValueParser {
  readonly expected: string;
  /** Returns undefined for an invalid value. */
  parse(value: string): unknown;
}

const parsers: Readonly<Record<string, ValueParser>> = {
  "crawl-delay": { expected: "seconds, such as 5 or 0.5", parse: parseCrawlDelay },
  "request-rate": { expected: "requests and time, such as 1/10s", parse: parseRequestRate },
  "visit-time": { expected: "hours in UTC, such as 0400-0845", parse: parseVisitTime },
  host: { expected: "a host name, such as www.example.com", parse: parseHost },
  "content-signal": { expected: "signals, such as search=yes, ai-train=no", parse: parseContentSignal },
  "content-usage": { expected: "preferences, such as train-ai=n", parse: parseKnownUsage },
  license: { expected: "an absolute URL, such as https://example.com/license.xml", parse: parseLicense },
  "clean-param": { expected: "parameters and a path, such as ref&sid /shop/", parse: parseCleanParam },
};

function parseLicense(value: string): string | undefined {
  return fetchableUrl(value, undefined);
}

/** The text as the core decodes it. */
const decoded = ({ bytes }: LintFile, { start, end }: Span): string => textAt(bytes, start, end);

export const checkFields: Check = (source, report) => {
  for (const { field } of source.lines) {
    if (field === undefined) continue;
    if (field.kind === KIND_SITEMAP) checkSitemap(source, field, report);
    else if (field.kind === KIND_OTHER) checkValue(source, field, report);
  }
};

function checkValue(source: LintFile, { key, value }: LineField, report: AddFinding): void {
  if (key.end - key.start > MAX_VALUE_BYTES) return;
  const name = decoded(source, key).toLowerCase();
  if (name === "noindex") report("noindex-unsupported", key, { message: "no search engine reads noindex" });
  const parser = Object.hasOwn(parsers, name) ? parsers[name] : undefined;
  if (parser === undefined) return;
  if (name === "crawl-delay") checkDelay(decoded(source, value), value, report);
  const isTooLong = value.end - value.start > MAX_VALUE_BYTES;
  if (isTooLong || parser.parse(decoded(source, value)) === undefined)
    report("invalid-value", value, { message: `expected ${parser.expected}` });
}

function checkDelay(text: string, value: Span, report: AddFinding): void {
  if (/^\d{1,15}(\.\d*)?$/.test(text) && Number(text) > MAX_CRAWL_DELAY_SECONDS)
    report("delay-too-long", value, { message: `the delay is longer than a day (${MAX_CRAWL_DELAY_SECONDS} seconds)` });
}

/** A value without a preference is an invalid dictionary, or has no known answer. */
function parseKnownUsage(value: string): unknown {
  const usage = parseContentUsage(value);
  return usage !== undefined && Object.keys(usage.uses).length > 0 ? usage : undefined;
}

/** Reports sitemaps that the core rejects, and relative ones, which need the URL of the file. */
function checkSitemap(source: LintFile, { value }: LineField, report: AddFinding): void {
  const text = value.end - value.start > MAX_VALUE_BYTES ? "" : decoded(source, value);
  if (fetchableUrl(text, ANY_BASE) === undefined)
    report("invalid-sitemap", value, { message: "expected an absolute http or https URL" });
  else if (urlOf(text) === undefined)
    report("relative-sitemap", value, { message: "expected an absolute URL", ...resolved(text, source.url) });
}

const ANY_BASE = new URL("https://example.com/");

function resolved(text: string, base: URL | undefined): { readonly replacement?: string } {
  const url = base && urlOf(text, base);
  return url === undefined ? {} : { replacement: url.href };
}
