/** Whether a new version of a file is safe to publish: the same comparison as `robots-wasm diff OLD NEW`. */
import { compareVersions } from "../../bindings/owners/agents/index.ts";
import { newMistakes } from "../../bindings/owners/lint/index.ts";
import type { Publishing, Requests } from "../protocol.ts";
import { isUrl } from "./file-readings.ts";
import { originOf } from "./hosts.ts";
import { readUrls } from "./list-text.ts";

export async function publishingOf(ask: Requests["publish"]["ask"]): Promise<Publishing> {
  const { before, after, urls = "", site = "" } = ask;
  const listed = urls.trim() === "" ? undefined : await readUrls(urls);
  const valid = listed?.urls.filter(isUrl) ?? [];
  const isIndex = listed?.format === "sitemap index";
  const origin = originOf(site);
  const mistakes = newMistakes(before, after);
  const { headline, audiences, fields, pages } = compareVersions(before, after, {
    mistakes: mistakes.length,
    isCut: isIndex || listed?.problem !== undefined || (listed !== undefined && listed.urls.length > valid.length),
    ...(origin !== undefined && { origin }),
    ...(listed !== undefined && !isIndex && { urls: valid }),
  });
  return {
    headline,
    rows: audiences,
    fields,
    mistakes,
    ...(listed && {
      pages: {
        ...NO_PAGES,
        ...pages,
        invalid: listed.urls.length - valid.length,
        isIndex,
        ...(listed.problem !== undefined && { problem: listed.problem }),
      },
    }),
  };
}

const NO_PAGES = { counted: 0, others: 0, host: "" };
