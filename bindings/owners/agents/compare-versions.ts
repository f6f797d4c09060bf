/** Whether a new version of a file is safe to publish: who loses pages and who gains some, as `robots-wasm diff OLD NEW` says. */
import { checkedBody, checkedStrings } from "../../base/arguments.ts";
import { wrongType } from "../../base/errors.ts";
import { checkedOptions, type KnownOptions } from "../../base/options.ts";
import { type AudienceChange, audienceChanges, type ChangedPage } from "./audience-changes.ts";
import { type AudienceText, audienceTexts, fieldText, type Headline, headlineOf } from "./audience-texts.ts";
import { crowdsBetween } from "./audiences.ts";
import { type FieldChange, fieldChanges } from "./field-changes.ts";
import { pagesOfSite } from "./pages-of-site.ts";

/** Options of `compareVersions`. All are optional. */
export interface CompareOptions {
  /** Pages of the site, to count: absolute URLs, and paths. Default: examples are made from the rules of both versions. */
  readonly urls?: readonly string[];
  /** The origin of the site, such as `https://shop.example`. Default: that of the first absolute URL. */
  readonly origin?: string;
  /** How many mistakes only the new version has: `newMistakes` of robots-wasm/lint. With one, it is not safe. Default 0. */
  readonly mistakes?: number;
  /** Whether `urls` lacks pages, because their list was not read to its end. Then it is not safe. Default false. */
  readonly isCut?: boolean;
}

const compareOptions: KnownOptions<CompareOptions> = { urls: 1, origin: 1, mistakes: 1, isCut: 1 };

/** What a new version means for one audience of a site, such as Google Search. */
export interface AudienceRow extends AudienceText {
  /** Stable, for programs. */
  readonly id: string;
  /** Whether a loss is probably a mistake. Refusing the others is a choice that many owners make. */
  readonly isSales: boolean;
  /** Pages that show it, the first ones. */
  readonly examples: readonly (ChangedPage & { readonly isLost: boolean })[];
}

/** Two versions of a file, compared for the audiences of a site. */
export interface VersionComparison {
  readonly headline: Headline;
  readonly audiences: readonly AudienceRow[];
  /** Lines besides Allow and Disallow that differ, each in words: "Crawl-delay: 1 becomes 60". */
  readonly fields: readonly (FieldChange & { readonly says: string })[];
  /** Which of the given URLs were counted; absent without `urls`. */
  readonly pages?: { readonly counted: number; readonly others: number; readonly host: string };
}

/** Pages that a row shows. */
const SHOWN_PAGES = 20;

/**
 * Compares two versions of a file for the audiences of a site: search, ads, AI answers, AI training and others.
 * @throws TypeError (ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_OPTION) for invalid arguments; never because of the files.
 */
export function compareVersions(
  before: string | Uint8Array,
  after: string | Uint8Array,
  options: CompareOptions = {},
): VersionComparison {
  const { urls, origin, mistakes = 0, isCut = false } = checkedOptions("options", options, compareOptions);
  if (origin !== undefined && typeof origin !== "string") throw wrongType("options.origin", "a string", origin);
  if (typeof mistakes !== "number") throw wrongType("options.mistakes", "a number", mistakes);
  const pages = urls === undefined ? undefined : pagesOfSite(checkedStrings("options.urls", urls), origin);
  const crowds = crowdsBetween(checkedBody(before), checkedBody(after));
  const changes = audienceChanges(before, after, { crowds, ...(pages && { urls: pages.urls }) });
  const rows = crowds.flatMap((crowd) => crowd.rows);
  const fields = fieldChanges(before, after, rows);
  const texts = audienceTexts(changes, pages?.urls.length);
  return {
    headline: headlineOf(changes, { mistakes, fields, isCut }),
    fields: fields.map((change) => ({ ...change, says: fieldText(change) })),
    audiences: changes.map((change, i) => ({ ...texts[i]!, ...detailsOf(change) })),
    ...(pages && { pages: { counted: pages.urls.length, others: pages.others, host: pages.host } }),
  };
}

function detailsOf({ audience, lost, gained }: AudienceChange): Pick<AudienceRow, "id" | "isSales" | "examples"> {
  const examples = [
    // One page stands for a whole site.
    ...lost.examples.slice(0, lost.whole.length > 0 ? 1 : SHOWN_PAGES).map((page) => ({ ...page, isLost: true })),
    ...gained.examples.map((page) => ({ ...page, isLost: false })),
  ];
  return { id: audience.id, isSales: audience.isSales, examples: examples.slice(0, SHOWN_PAGES) };
}
