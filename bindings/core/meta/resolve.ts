/**
 * Combines the directives of tags and headers into what one crawler may do with a page. Directives for the crawler and for
 * all crawlers both apply, and the more restrictive one wins. In robots.txt, by contrast, a group for the crawler replaces
 * the group for all.
 */

import { isNameIn } from "../../base/arguments.ts";
import { wrongValue } from "../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import { agentOf, EVERYBODY } from "./directive-agents.ts";
import {
  type AiUse,
  type Denial,
  type Directive,
  flags,
  type ImagePreview,
  imagePreviews,
  type Outcome,
} from "./directives.ts";
import { type MetaProfile, type MetaProfileName, metaProfiles, profileOf } from "./engines.ts";
import { checkedDirectives, checkedName, type Moment, millisecondsOf } from "./meta-arguments.ts";
import { type MetaWarning, warningOf } from "./warnings.ts";

/** Options of `resolveRobots`. All are optional. */
export interface ResolveOptions {
  /** The product tokens of the crawler, such as ["Googlebot-News", "Googlebot"]. Default: only directives for all crawlers. */
  readonly agent?: string | readonly string[];
  /**
   * The engine whose rules combine the directives (docs/meta.md). Default: that of the agent, such as "bing" for bingbot; "google" for
   * other crawlers.
   */
  readonly profile?: MetaProfileName;
  /** The time that is compared with unavailable_after. Default: now. */
  readonly now?: Moment;
  /** Whether robots.txt allows the page. If not, crawlers never see its directives. Default true. */
  readonly crawlable?: boolean;
}

const resolveOptions: KnownOptions<ResolveOptions> = { agent: 1, profile: 1, now: 1, crawlable: 1 };

/** What one crawler may do with a page. */
export interface RobotsPolicy {
  /** Whether results may show the page. Also false after unavailable_after. */
  readonly index: boolean;
  /** Whether crawlers may follow its links. */
  readonly follow: boolean;
  /** Whether results may show text or video of it. */
  readonly snippet: boolean;
  /** Whether results may offer a cached copy. */
  readonly archive: boolean;
  /** Whether results may offer a translation. */
  readonly translate: boolean;
  /** Whether its images may be indexed. */
  readonly imageIndex: boolean;
  /** Whether results may show a search box for the site. */
  readonly sitelinksSearchBox: boolean;
  /** How much of the page AI answers of the engine may use. The profile decides which directives limit it. */
  readonly aiAnswers: AiUse;
  /** How much of the page may be used to train models: limited by `noai`, and for Bing by `noarchive` and `nocache`, for Amazon by `noarchive`. */
  readonly aiTraining: AiUse;
  /** Whether its images may be used to train models: false for `noai` and `noimageai`. */
  readonly imageAiTraining: boolean;
  /** Whether the page may be indexed as part of a page that embeds it, in spite of noindex. */
  readonly indexIfEmbedded: boolean;
  /** Characters; absent if there is no limit. */
  readonly maxSnippet?: number;
  /** Absent if there is no limit. */
  readonly maxImagePreview?: ImagePreview;
  /** Seconds; 0 allows a still image only. Absent if there is no limit. */
  readonly maxVideoPreview?: number;
  /** The earliest date of all directives; absent if there is none. */
  readonly unavailableAfter?: Date;
  /** Whether `unavailableAfter` has passed. */
  readonly expired: boolean;
  /** For each value that is not the default, the directive that decided it. */
  readonly reasons: Readonly<Partial<Record<Outcome, Directive>>>;
  /** Warnings about the combination. Warnings of the parsers are not repeated. */
  readonly warnings: readonly MetaWarning[];
}

/**
 * Combines the directives of all sources for one crawler. Directives for the crawler and for all crawlers both apply, and
 * the more restrictive one wins, except in the profile "yandex".
 * @throws TypeError (ERR_INVALID_ARG_TYPE) for arguments of the wrong type, RangeError (ERR_INVALID_ARG_VALUE) for an unknown
 *   profile.
 */
export function resolveRobots(directives: readonly Directive[], options: ResolveOptions = {}): RobotsPolicy {
  const {
    agent: names = EVERYBODY,
    now,
    crawlable,
    profile: chosen,
  } = checkedOptions("options", options, resolveOptions);
  const agents = [names].flat().map((agent) => agentOf(checkedName("agent", agent)));
  const profile = chosen ?? profileOf(agents);
  if (!isNameIn(metaProfiles, profile))
    throw wrongValue("profile", `one of ${Object.keys(metaProfiles).join(", ")}`, profile);
  const nowMs = millisecondsOf(now);
  const applicable = checkedDirectives(directives).filter(({ agent }) => agent === EVERYBODY || agents.includes(agent));
  const reasons = reasonsOf(applicable, nowMs, metaProfiles[profile]);
  const ai = aiLimits(applicable, reasons, metaProfiles[profile]);
  return policyFromReasons(reasons, ai, nowMs, warningsOf(applicable, reasons, crawlable !== false));
}

type Reasons = Partial<Record<Outcome, Directive>>;

/** For each outcome, the most restrictive directive; of several, the first. */
function reasonsOf(directives: readonly Directive[], nowMs: number, { conflicts }: MetaProfile): Reasons {
  const reasons: Reasons = {};
  for (const directive of directives) {
    for (const outcome of denialsOf(directive, nowMs)) reasons[outcome] ??= directive;
    const limit = limitOf(directive);
    if (limit !== undefined && isStricter(directive, reasons[limit])) reasons[limit] = directive;
  }
  if (conflicts === "permissive")
    for (const { name } of directives) for (const outcome of flags.get(name)?.permits ?? []) delete reasons[outcome];
  const embedded = directives.find(({ name }) => name === "indexifembedded");
  const noindex = directives.some(({ name }) => flags.get(name)?.denies.includes("index"));
  if (embedded !== undefined && noindex) reasons.indexIfEmbedded = embedded;
  return reasons;
}

interface AiLimits {
  readonly aiAnswers: AiUse;
  readonly aiTraining: AiUse;
  readonly imageAiTraining: boolean;
}

function aiLimits(directives: readonly Directive[], reasons: Reasons, { ai }: MetaProfile): AiLimits {
  const find = (wanted: string): Directive | undefined => directives.find((one) => flagOf(one) === wanted);
  const limit = ai.find(({ name }) => find(name) !== undefined);
  const reason = limit && find(limit.name);
  const noai = find("noai");
  const images = noai ?? find("noimageai");
  const { answers = "full", training: trained = "full" } = limit ?? {};
  if (answers !== "full") reasons.aiAnswers = reason!;
  const training = noai ?? (trained === "full" ? undefined : reason);
  if (training !== undefined) reasons.aiTraining = training;
  if (images !== undefined) reasons.imageAiTraining = images;
  return {
    aiAnswers: answers,
    aiTraining: noai !== undefined ? "none" : trained,
    imageAiTraining: images === undefined,
  };
}

/** A snippet of no characters is nosnippet. */
const flagOf = ({ name, value }: Directive): string => (name === "max-snippet" && value === 0 ? "nosnippet" : name);

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

/** A number that is lower for a stricter directive: characters, seconds, index of the preview, or time. */
function strictness(directive: Directive): number {
  if (directive.name === "max-image-preview") return imagePreviews.indexOf(directive.value);
  return Number(directive.value ?? 0);
}

const isStricter = (one: Directive, other: Directive | undefined): boolean =>
  other === undefined || strictness(one) < strictness(other);

function policyFromReasons(
  reasons: Reasons,
  ai: AiLimits,
  nowMs: number,
  warnings: readonly MetaWarning[],
): RobotsPolicy {
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
    ...ai,
    ...(maxSnippet && { maxSnippet: strictness(maxSnippet) }),
    ...(maxImagePreview && { maxImagePreview: maxImagePreview.value as ImagePreview }),
    ...(maxVideoPreview && { maxVideoPreview: strictness(maxVideoPreview) }),
    ...(date && { unavailableAfter: new Date(date) }),
    expired: date !== undefined && nowMs > date.getTime(),
    reasons,
    warnings,
  };
}

function warningsOf(applicable: readonly Directive[], reasons: Reasons, crawlable: boolean): MetaWarning[] {
  const warnings: MetaWarning[] = [];
  const embedded = applicable.find(({ name }) => name === "indexifembedded");
  if (embedded !== undefined && reasons.indexIfEmbedded === undefined) {
    warnings.push(warningOf("no-effect", embedded.text, "indexifembedded works only together with noindex"));
  }
  if (!crawlable && applicable.length > 0) {
    warnings.push(
      warningOf(
        "never-seen",
        applicable[0]!.text,
        "robots.txt disallows the page, so crawlers never read its directives",
      ),
    );
  }
  return warnings;
}
