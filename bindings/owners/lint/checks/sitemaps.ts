/** Sitemap lines (sitemaps.org, "Specifying the Sitemap location in your robots.txt file"). */
import { fetchableUrl, urlOf } from "../../../base/url.ts";
import { KIND_ALLOW, KIND_SITEMAP, MAX_SITEMAP_BYTES } from "../../../core/linting.ts";
import { textAt } from "../../../core/parsing.ts";
import { MAX_DECIDED, refusalsIn } from "../file-verdicts.ts";
import type { AddFinding, Check } from "../findings.ts";
import { isForStar } from "../group-facts.ts";
import type { LineField, LintFile, Span } from "../lint-file.ts";

const ANY_BASE = new URL("https://example.com/");

export const checkSitemaps: Check = (source, report) => {
  const firstLines = new Map<string, number>();
  const valid: Sitemap[] = [];
  for (const { field } of source.lines) {
    const sitemap = field?.kind === KIND_SITEMAP ? checkSitemap(source, field, report) : undefined;
    if (sitemap === undefined) continue;
    const first = firstLines.get(sitemap.url.href);
    if (first !== undefined)
      report("repeated-sitemap", sitemap.value, { message: `line ${first} names the same sitemap` });
    else valid.push(sitemap);
    firstLines.set(sitemap.url.href, first ?? sitemap.value.line);
  }
  checkRefused(source, valid, report);
  for (const sitemap of valid) checkHost(source, sitemap, report);
};

interface Sitemap {
  readonly url: URL;
  readonly value: Span;
}

/** Reports a line with several URLs, one that the core rejects, or a relative one, which needs the URL of the file. Returns any other. */
function checkSitemap(source: LintFile, { value }: LineField, report: AddFinding): Sitemap | undefined {
  const isTooLong = value.end - value.start > MAX_SITEMAP_BYTES;
  const text = isTooLong ? "" : textAt(source.bytes, value.start, value.end);
  const url = urlOf(text);
  if (isList(text)) reportList(text, value, report);
  else if (fetchableUrl(text, ANY_BASE) === undefined)
    report("invalid-sitemap", value, { message: "expected an absolute http or https URL" });
  else if (url === undefined)
    report("relative-sitemap", value, { message: "expected an absolute URL", ...absoluteRepair(text, source.url) });
  else if (/\s/.test(text)) report("several-sitemaps", value, { message: "the line has more than a URL" });
  else if (isLocal(url) && !(source.url && isLocal(source.url)))
    report("invalid-sitemap", value, { message: `crawlers cannot reach ${url.hostname}` });
  else return { url, value };
  return undefined;
}

/** The machine or the network of who built the file (RFC 6761, RFC 6762, RFC 1918). */
const isLocal = ({ hostname }: URL): boolean =>
  /^(?:localhost|.*\.(?:localhost|local|test|invalid)|127\.[\d.]+|0\.0\.0\.0|10\.[\d.]+|192\.168\.[\d.]+|\[::1\])$/.test(
    hostname,
  );

/** Whether the value is two or more absolute URLs with white space or commas between them. */
const isList = (text: string): boolean => /^https?:\/\/[^\s,]+[\s,]+https?:\/\/\S/i.test(text);

function reportList(text: string, value: Span, report: AddFinding): void {
  const urls = text.split(/[\s,]+(?=https?:\/\/)/i);
  report("several-sitemaps", value, {
    message: `the line has ${urls.length} URLs`,
    replacement: urls.join("\nSitemap: "),
  });
}

function absoluteRepair(text: string, base: URL | undefined): { readonly replacement?: string } {
  const url = base && urlOf(text, base);
  return url === undefined ? {} : { replacement: url.href };
}

/** Reports sitemaps that crawlers without a group of their own may not fetch, unless the whole site is refused. */
function checkRefused(source: LintFile, sitemaps: readonly Sitemap[], report: AddFinding): void {
  const onThisHost = sitemaps.filter(({ url }) => source.url === undefined || url.host === source.url.host);
  if (onThisHost.length === 0) return;
  const refusalOf = refusalsIn(source);
  const opensPaths = source.groups.some(
    (group) => isForStar(source, group) && group.rules.some(({ kind }) => kind === KIND_ALLOW),
  );
  for (const { url, value } of onThisHost.slice(0, MAX_DECIDED)) {
    const refusal = refusalOf("*", `${url.pathname}${url.search}`);
    if (refusal === undefined || (refusal.pattern.length <= 1 && !opensPaths)) continue;
    const host = source.url === undefined ? `, if this is the robots.txt of ${url.host}` : "";
    report("sitemap-refused", value, { message: `line ${refusal.line} disallows this sitemap${host}` });
  }
}

/** Reports a sitemap on www.example.com in the file of example.com, or the other way round. */
function checkHost({ url: file }: LintFile, { url, value }: Sitemap, report: AddFinding): void {
  if (file === undefined || file.host === url.host || withoutWww(file) !== withoutWww(url)) return;
  report("other-host", value, { message: `the sitemap is on ${url.host}; this file applies only to ${file.host}` });
}

const withoutWww = ({ host }: URL): string => host.replace(/^www\./, "");
