/**
 * The directives as data: the robots page of 1994, Google's current list, and Bing's additions. Each row says what a flag
 * denies; no other code knows a flag by its name.
 */

/** What a flag forbids a crawler to do. */
export type Denial = "index" | "follow" | "snippet" | "archive" | "translate" | "imageIndex" | "sitelinksSearchBox";

/** How much of a page AI answers or training may use: nothing; URL, title and snippet; or all. */
export type AiUse = "none" | "snippet" | "full";

/** The parts of a policy. `RobotsPolicy.reasons` names the directive that decided each. */
export type Outcome =
  | Denial
  | "aiAnswers"
  | "aiTraining"
  | "imageAiTraining"
  | "indexIfEmbedded"
  | "maxSnippet"
  | "maxImagePreview"
  | "maxVideoPreview"
  | "unavailableAfter";

/** From the most to the least restrictive. */
export const imagePreviews = ["none", "standard", "large"] as const;
/** The largest preview that may be shown of an image. */
export type ImagePreview = (typeof imagePreviews)[number];

/** Where a directive comes from and which agent it applies to. */
interface Provenance {
  /** The agent in lower case; "robots" for all crawlers. */
  readonly agent: string;
  /** A meta tag, or an X-Robots-Tag header. */
  readonly source: "meta" | "header";
  /** The directive as written, at most 100 characters. */
  readonly text: string;
  /** Search engines that are known to ignore the directive. */
  readonly ignoredBy?: readonly string[];
}

interface Flag {
  readonly denies: readonly Denial[];
  /** What the flag permits where a profile lets permissive directives win. */
  readonly permits?: readonly Denial[];
  readonly ignoredBy?: readonly string[];
}

const GOOGLE = ["google"];

/** `all`, `index`, `follow`, `archive` and `snippet` state the default. They cancel nothing except for Yandex. */
export type FlagName =
  | "all"
  | "index"
  | "follow"
  | "archive"
  | "snippet"
  | "noindex"
  | "nofollow"
  | "none"
  | "nosnippet"
  | "notranslate"
  | "noimageindex"
  | "indexifembedded"
  | "noarchive"
  | "nocache"
  | "nositelinkssearchbox"
  | "noai"
  | "noimageai"
  | "noodp"
  | "noydir";

const flagTable: Readonly<Record<FlagName, Flag>> = {
  all: { denies: [], permits: ["index", "follow"] },
  index: { denies: [], permits: ["index"] },
  follow: { denies: [], permits: ["follow"] },
  archive: { denies: [], permits: ["archive"] },
  snippet: { denies: [], permits: ["snippet"] },
  noindex: { denies: ["index"] },
  nofollow: { denies: ["follow"] },
  none: { denies: ["index", "follow"] },
  nosnippet: { denies: ["snippet"] },
  notranslate: { denies: ["translate"] },
  noimageindex: { denies: ["imageIndex"] },
  indexifembedded: { denies: [] },
  noarchive: { denies: ["archive"], ignoredBy: GOOGLE },
  nocache: { denies: ["archive"], ignoredBy: GOOGLE },
  nositelinkssearchbox: { denies: ["sitelinksSearchBox"], ignoredBy: GOOGLE },
  // Deny training only, see resolve.ts. https://www.deviantart.com/team/journal/UPDATE-All-Deviations-Are-Opted-Out-of-AI-Datasets-934500371
  noai: { denies: [], ignoredBy: GOOGLE },
  noimageai: { denies: [], ignoredBy: GOOGLE },
  // The Open Directory and Yahoo's directory are closed, so these deny nothing.
  noodp: { denies: [], ignoredBy: GOOGLE },
  noydir: { denies: [], ignoredBy: GOOGLE },
};

export const flags: ReadonlyMap<string, Flag> = new Map(Object.entries(flagTable));

/** Directives that take a value after a colon. */
export const valueNames: ReadonlySet<string> = new Set([
  "max-snippet",
  "max-video-preview",
  "max-image-preview",
  "unavailable_after",
]);

export const isDirectiveName = (name: string): boolean => flags.has(name) || valueNames.has(name);

/** A directive without its provenance. */
export type Statement =
  | { readonly name: FlagName; readonly value?: undefined }
  /** Characters or seconds; -1 for no limit. */
  | { readonly name: "max-snippet" | "max-video-preview"; readonly value: number }
  | { readonly name: "max-image-preview"; readonly value: ImagePreview }
  | { readonly name: "unavailable_after"; readonly value: Date };

/** A directive from one source. Its `value` is a number, a `Date` or a word, depending on `name`. */
export type Directive = Provenance & Statement;
