/** Whether a new version of a file is safe to publish: the same comparison as `robots-wasm diff OLD NEW`. */
import { type AudienceChange, audienceChanges, audienceTexts, headlineOf } from "../../bindings/agents/internal.ts";
import { newMistakes } from "../../bindings/tools/lint/internal.ts";
import type { Publishing, PublishRow, Requests } from "../protocol.ts";
import { isUrl } from "./hosts.ts";
import { readUrls } from "./list-text.ts";

/** Pages that a row shows. */
const SHOWN_PAGES = 5;

export function publishingOf({ before, after, urls }: Requests["publish"]["ask"]): Publishing {
  const listed = urls === undefined || urls.trim() === "" ? undefined : readUrls(urls).urls.filter(isUrl);
  const changes = audienceChanges(before, after, listed === undefined ? {} : { urls: listed });
  const mistakes = newMistakes(before, after);
  const texts = audienceTexts(changes, listed?.length);
  return {
    headline: headlineOf(changes, mistakes.length),
    rows: changes.map((change, i) => ({ ...texts[i]!, ...detailsOf(change) })),
    mistakes,
    ...(listed && { total: listed.length }),
  };
}

function detailsOf({ audience, lost, gained }: AudienceChange): Pick<PublishRow, "id" | "isSales" | "examples"> {
  const examples = [
    ...lost.examples.map((page) => ({ ...page, isLost: true })),
    ...gained.examples.map((page) => ({ ...page, isLost: false })),
  ];
  return { id: audience.id, isSales: audience.isSales, examples: examples.slice(0, SHOWN_PAGES) };
}
