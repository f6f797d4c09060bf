/**
 * The directives as data: the robots page of 1994, Google's list of today and what Bing adds. What a flag denies is a
 * row here; nothing else knows a flag by its name.
 */

/** What a flag takes away from a crawler. */
export type Denial = "index" | "follow" | "snippet" | "archive" | "translate" | "imageIndex" | "sitelinksSearchBox";

/** What a policy says, each with the directive that decided it. */
export type Outcome =
  | Denial
  | "indexIfEmbedded"
  | "maxSnippet"
  | "maxImagePreview"
  | "maxVideoPreview"
  | "unavailableAfter";

/** From the most restrictive to the least. */
export const imagePreviews = ["none", "standard", "large"] as const;
/** How large a preview of an image may be, from the most restrictive on. */
export type ImagePreview = (typeof imagePreviews)[number];

/** Who said a directive, and to whom. */
interface Origin {
  /** The crawler it is for, in lower case; "robots" for all. */
  readonly agent: string;
  /** A meta tag, or an X-Robots-Tag header. */
  readonly source: "meta" | "header";
  /** As written, at most 100 characters. */
  readonly text: string;
  /** Crawlers known to pay no attention to it any more. */
  readonly ignoredBy?: readonly string[];
}

export interface Flag {
  readonly denies: readonly Denial[];
  readonly ignoredBy?: readonly string[];
}

const GOOGLE = ["google"];

/** `all`, `index`, `follow`, `archive` and `snippet` say what holds anyway, and cancel nothing. */
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
  | "noodp"
  | "noydir";

const flagTable: Readonly<Record<FlagName, Flag>> = {
  all: { denies: [] },
  index: { denies: [] },
  follow: { denies: [] },
  archive: { denies: [] },
  snippet: { denies: [] },
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
  // The Open Directory and Yahoo's directory have closed: what these denied does not exist.
  noodp: { denies: [], ignoredBy: GOOGLE },
  noydir: { denies: [], ignoredBy: GOOGLE },
};

export const flags: ReadonlyMap<string, Flag> = new Map(Object.entries(flagTable));

/** The directives that carry a value after a colon. */
export const valueNames: ReadonlySet<string> = new Set([
  "max-snippet",
  "max-video-preview",
  "max-image-preview",
  "unavailable_after",
]);

export const isDirectiveName = (name: string): boolean => flags.has(name) || valueNames.has(name);

/** A directive without its origin. */
export type Statement =
  | { readonly name: FlagName; readonly value?: undefined }
  /** Characters or seconds; -1 for no limit. */
  | { readonly name: "max-snippet" | "max-video-preview"; readonly value: number }
  | { readonly name: "max-image-preview"; readonly value: ImagePreview }
  | { readonly name: "unavailable_after"; readonly value: Date };

export type Directive = Origin & Statement;
