/** Whether a new version of a file is safe to publish: the same comparison as `robots-wasm diff OLD NEW`. */
import {
  type AudienceChange,
  audienceChanges,
  audienceTexts,
  headlineOf,
  pagesOfSite,
} from "../../bindings/owners/agents/internal.ts";
import { newMistakes } from "../../bindings/owners/lint/internal.ts";
import type { Publishing, PublishRow, Requests } from "../protocol.ts";
import { isUrl, originOf } from "./hosts.ts";
import { readUrls } from "./list-text.ts";

/** Pages that a row shows. */
const SHOWN_PAGES = 20;

export function publishingOf({ before, after, urls = "", site = "" }: Requests["publish"]["ask"]): Publishing {
  const listed = urls.trim() === "" ? undefined : listedPages(urls, site);
  const counts = listed !== undefined && !listed.isIndex;
  const changes = audienceChanges(before, after, counts ? { urls: listed.urls } : {});
  const mistakes = newMistakes(before, after);
  const texts = audienceTexts(changes, counts ? listed.urls.length : undefined);
  return {
    headline: headlineOf(changes, mistakes.length),
    rows: changes.map((change, i) => ({ ...texts[i]!, ...detailsOf(change) })),
    mistakes,
    ...(listed && { pages: { ...listed, counted: listed.urls.length } }),
  };
}

function listedPages(text: string, site: string) {
  const { urls, format } = readUrls(text);
  const valid = urls.filter(isUrl);
  return {
    ...pagesOfSite(valid, originOf(site)),
    invalid: urls.length - valid.length,
    isIndex: format === "sitemap index",
  };
}

function detailsOf({ audience, lost, gained }: AudienceChange): Pick<PublishRow, "id" | "isSales" | "examples"> {
  const examples = [
    // One page stands for a whole site.
    ...lost.examples.slice(0, lost.whole.length > 0 ? 1 : SHOWN_PAGES).map((page) => ({ ...page, isLost: true })),
    ...gained.examples.map((page) => ({ ...page, isLost: false })),
  ];
  return { id: audience.id, isSales: audience.isSales, examples: examples.slice(0, SHOWN_PAGES) };
}
