/**
 * What one crawler may do with a page, from everything that was said about it: tags, headers, both. Everything that
 * speaks to the crawler or to all adds up, and where two disagree the more restrictive counts (unlike robots.txt, where
 * a group that names the crawler replaces the one for all).
 */
import { agentOf, EVERYBODY } from "./agents.ts";
import { type Denial, type Directive, flags, type ImagePreview, imagePreviews, type Outcome } from "./directives.ts";
import { type Clock, checkedDirectives, checkedName, checkedOptions, millisecondsOf } from "./options.ts";
import { type Warning, warningOf } from "./warnings.ts";

/** Who asks, and when. */
export interface ResolveOptions {
  /** The crawler's product token, or all it answers to, such as ["Googlebot-News", "Googlebot"]. Default: none but all. */
  readonly agent?: string | readonly string[];
  /** The clock that unavailable_after is measured against. Default: now. */
  readonly now?: Clock;
  /** Whether robots.txt lets the crawler fetch the page; if not, it never sees what the page says. Default true. */
  readonly crawlable?: boolean;
}

/** What one crawler may do with a page. */
export interface RobotsPolicy {
  /** Whether the page may be shown in results. False also once unavailable_after has passed. */
  readonly index: boolean;
  /** Whether its links may be followed. */
  readonly follow: boolean;
  /** Whether text or video of it may be shown in results. */
  readonly snippet: boolean;
  /** Whether a cached copy may be offered. */
  readonly archive: boolean;
  /** Whether a translation may be offered. */
  readonly translate: boolean;
  /** Whether its images may be indexed. */
  readonly imageIndex: boolean;
  /** Whether results may show a search box for the site. */
  readonly sitelinksSearchBox: boolean;
  /** The page may be indexed, in spite of noindex, where another page embeds it. */
  readonly indexIfEmbedded: boolean;
  /** Characters; absent without a limit. */
  readonly maxSnippet?: number;
  /** Absent without a limit. */
  readonly maxImagePreview?: ImagePreview;
  /** Seconds, 0 for a still image at most; absent without a limit. */
  readonly maxVideoPreview?: number;
  /** The earliest that was said; absent without one. */
  readonly unavailableAfter?: Date;
  /** Whether `unavailableAfter` has passed. */
  readonly expired: boolean;
  /** For each outcome that is not the default, the directive that decided it. */
  readonly reasons: Readonly<Partial<Record<Outcome, Directive>>>;
  /** Of the combination alone: what each source's parser warned of is not repeated. */
  readonly warnings: readonly Warning[];
}

/**
 * Combines the directives of all sources for one crawler: all that speak to it or to everybody add up, and of two the more
 * restrictive counts.
 * @throws TypeError for arguments of the wrong kind.
 */
export function resolveRobots(directives: readonly Directive[], options: ResolveOptions = {}): RobotsPolicy {
  const { agent: names = EVERYBODY, now, crawlable } = checkedOptions(options);
  const agents = [names].flat().map((agent) => agentOf(checkedName("agent", agent)));
  const nowMs = millisecondsOf(now);
  const heard = checkedDirectives(directives).filter(({ agent }) => agent === EVERYBODY || agents.includes(agent));
  const reasons = decide(heard, nowMs);
  return policyOf(reasons, nowMs, warningsOf(heard, reasons, crawlable !== false));
}

type Reasons = Partial<Record<Outcome, Directive>>;

/** The first most restrictive directive for each outcome. */
function decide(directives: readonly Directive[], nowMs: number): Reasons {
  const reasons: Reasons = {};
  for (const directive of directives) {
    for (const outcome of denialsOf(directive, nowMs)) reasons[outcome] ??= directive;
    const limit = limitOf(directive);
    if (limit !== undefined && isStricter(directive, reasons[limit])) reasons[limit] = directive;
  }
  const embedded = directives.find(({ name }) => name === "indexifembedded");
  const noindex = directives.some(({ name }) => flags.get(name)?.denies.includes("index"));
  if (embedded !== undefined && noindex) reasons.indexIfEmbedded = embedded;
  return reasons;
}

function denialsOf({ name, value }: Directive, nowMs: number): readonly Denial[] {
  if (name === "unavailable_after") return nowMs > value.getTime() ? ["index"] : [];
  if (name === "max-snippet") return value === 0 ? ["snippet"] : [];
  return flags.get(name)?.denies ?? [];
}

const limits: Readonly<Record<string, Outcome>> = {
  nosnippet: "maxSnippet",
  "max-snippet": "maxSnippet",
  "max-video-preview": "maxVideoPreview",
  "max-image-preview": "maxImagePreview",
  unavailable_after: "unavailableAfter",
};

const limitOf = ({ name, value }: Directive): Outcome | undefined => (value === -1 ? undefined : limits[name]);

/** Lower is stricter: characters, seconds, the place in the list of previews, the time. */
function strictness(directive: Directive): number {
  if (directive.name === "max-image-preview") return imagePreviews.indexOf(directive.value);
  return Number(directive.value ?? 0);
}

const isStricter = (one: Directive, other: Directive | undefined): boolean =>
  other === undefined || strictness(one) < strictness(other);

function policyOf(reasons: Reasons, nowMs: number, warnings: readonly Warning[]): RobotsPolicy {
  const { maxSnippet, maxImagePreview, maxVideoPreview, unavailableAfter } = reasons;
  const date = unavailableAfter?.value as Date | undefined;
  return {
    index: reasons.index === undefined,
    follow: reasons.follow === undefined,
    snippet: reasons.snippet === undefined,
    archive: reasons.archive === undefined,
    translate: reasons.translate === undefined,
    imageIndex: reasons.imageIndex === undefined,
    sitelinksSearchBox: reasons.sitelinksSearchBox === undefined,
    indexIfEmbedded: reasons.indexIfEmbedded !== undefined,
    ...(maxSnippet && { maxSnippet: strictness(maxSnippet) }),
    ...(maxImagePreview && { maxImagePreview: maxImagePreview.value as ImagePreview }),
    ...(maxVideoPreview && { maxVideoPreview: strictness(maxVideoPreview) }),
    ...(date && { unavailableAfter: new Date(date) }),
    expired: date !== undefined && nowMs > date.getTime(),
    reasons,
    warnings,
  };
}

function warningsOf(heard: readonly Directive[], reasons: Reasons, crawlable: boolean): Warning[] {
  const warnings: Warning[] = [];
  const embedded = heard.find(({ name }) => name === "indexifembedded");
  if (embedded !== undefined && reasons.indexIfEmbedded === undefined) {
    warnings.push(warningOf("no-effect", embedded.text, "indexifembedded works only together with noindex"));
  }
  if (!crawlable && heard.length > 0) {
    warnings.push(
      warningOf("never-seen", heard[0]!.text, "robots.txt refuses the page, so its directives are not read"),
    );
  }
  return warnings;
}
