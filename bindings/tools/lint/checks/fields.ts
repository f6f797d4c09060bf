/** Values of lines that are no rules: numbers, hours, parameters, sitemaps. The same readers that verdicts come from. */
import { parseCleanParam } from "../../../core/robots/fields/clean-param.ts";
import { parseContentSignal } from "../../../core/robots/fields/content-signal.ts";
import { parseContentUsage } from "../../../core/robots/fields/content-usage.ts";
import { parseCrawlDelay } from "../../../core/robots/fields/crawl-delay.ts";
import { parseHost } from "../../../core/robots/fields/host.ts";
import { parseRequestRate } from "../../../core/robots/fields/request-rate.ts";
import { parseVisitTime } from "../../../core/robots/fields/visit-time.ts";
import { textAt } from "../../../core/robots/groups.ts";
import { kinds } from "../../../core/robots/keys.ts";
import { resolveSitemap } from "../../../core/robots/sitemaps.ts";
import { urlOf } from "../../../core/robots/url.ts";
import type { Check, Report } from "../report.ts";
import type { LineField, Source, Span } from "../source.ts";

/** As long as any server takes a URL. */
const MAX_VALUE_BYTES = 8192;

interface Reader {
  readonly expected: string;
  /** Undefined for a value that the field cannot have. */
  read(value: string): unknown;
}

const readers: Readonly<Record<string, Reader>> = {
  "crawl-delay": { expected: "seconds, such as 5 or 0.5", read: parseCrawlDelay },
  "request-rate": { expected: "requests and time, such as 1/10s", read: parseRequestRate },
  "visit-time": { expected: "hours in UTC, such as 0400-0845", read: parseVisitTime },
  host: { expected: "a host name, such as www.example.com", read: parseHost },
  "content-signal": { expected: "signals, such as search=yes, ai-train=no", read: parseContentSignal },
  "content-usage": { expected: "preferences, such as train-ai=n", read: readContentUsage },
  "clean-param": { expected: "parameters and a path, such as ref&sid /shop/", read: parseCleanParam },
};

/** As the parser reads it. */
const parsed = ({ bytes }: Source, { start, end }: Span): string => textAt(bytes, start, end);

export const checkFields: Check = (source, report) => {
  for (const { field } of source.lines) {
    if (field === undefined) continue;
    if (field.kind === kinds.sitemap) checkSitemap(source, field, report);
    else if (field.kind === kinds.other) checkValue(source, field, report);
  }
};

function checkValue(source: Source, { key, value }: LineField, report: Report): void {
  if (key.end - key.start > MAX_VALUE_BYTES) return;
  const name = parsed(source, key).toLowerCase();
  if (name === "noindex") report("noindex-unsupported", key, { message: "noindex is read by no search engine" });
  const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
  if (reader === undefined) return;
  const isTooLong = value.end - value.start > MAX_VALUE_BYTES;
  if (isTooLong || reader.read(parsed(source, value)) === undefined)
    report("invalid-value", value, { message: `expected ${reader.expected}` });
}

/** One without a preference is a dictionary that cannot be parsed, or one that says nothing known. */
function readContentUsage(value: string): unknown {
  const usage = parseContentUsage(value);
  return usage !== undefined && Object.keys(usage.uses).length > 0 ? usage : undefined;
}

/** What the parser refuses, and relative ones, which it takes only where it knows the file's own URL. */
function checkSitemap(source: Source, { value }: LineField, report: Report): void {
  const text = value.end - value.start > MAX_VALUE_BYTES ? "" : parsed(source, value);
  if (resolveSitemap(text, ANY_BASE) === undefined)
    report("invalid-sitemap", value, { message: "expected an absolute http or https URL" });
  else if (urlOf(text) === undefined)
    report("relative-sitemap", value, { message: "expected an absolute URL", ...resolved(text, source.url) });
}

const ANY_BASE = new URL("https://example.com/");

function resolved(text: string, base: URL | undefined): { readonly fix?: string } {
  const url = base && urlOf(text, base);
  return url === undefined ? {} : { fix: url.href };
}
