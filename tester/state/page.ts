/** A page of the site: its HTML and its X-Robots-Tag, pasted, or fetched through the local server. */
import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { fetchLivePage, type LivePage } from "../live.ts";
import type { OutcomeNote } from "../outcome.ts";
import { hostOf, originOf, originOfUrl, siteUrl } from "../work/hosts.ts";
import { isOpen, site, text } from "./document.ts";
import { adoptSite, EXPECTED_SITE, fetchSite, isTyped } from "./fetching.ts";
import { askedUrl } from "./question.ts";

export const html: Signal<string> = signal("");
/** X-Robots-Tag: a header a line. */
export const robotsTag: Signal<string> = signal("");
/** What the last fetch of a page gave; undefined before one. */
export const pageNote: Signal<OutcomeNote | undefined> = signal(undefined);
/** The page that is being fetched. */
export const awaitedPage: Signal<string | undefined> = signal(undefined);
/** As typed, or where the last fetch has ended. */
export const pageAddress: Signal<string | undefined> = signal(undefined);

/** Without an address of its own, the page is the URL of the question, or the start page of the site. */
export const pageUrl: ReadonlySignal<string> = computed(() => {
  const own = pageAddress.value?.trim();
  const typed = own === undefined ? undefined : siteUrl(own);
  if (typed !== undefined) return typed.href;
  const asked = askedUrl.value;
  if (originOfUrl(asked) !== undefined) return asked;
  return `${originOf(site.value) ?? "https://example.com"}${asked.startsWith("/") ? asked : "/"}`;
});

let newest = 0;

/** Fetches the page, and first the robots.txt of its host unless that is the one on show. */
export async function fetchPage(address: string): Promise<void> {
  const origin = originOf(address);
  if (origin === undefined) {
    pageNote.value = { tone: "bad", title: EXPECTED_SITE, text: "" };
    return;
  }
  const turn = ++newest;
  batch(() => {
    [html.value, robotsTag.value, pageNote.value] = ["", "", undefined];
    awaitedPage.value = address;
    pageAddress.value = address;
  });
  await openFileOf(origin, address);
  const live = await fetchLivePage(address, isTyped(address)).catch(failedPage);
  if (turn === newest) show(live);
}

/** A file without a site is taken for the one of the page. */
async function openFileOf(origin: string, address: string): Promise<void> {
  if (isOpen.value && originOf(site.value) === origin) return;
  if (site.value === "" && text.value !== "") adoptSite(address);
  else await fetchSite(address);
}

const failedPage = (error: Error): LivePage => ({ url: pageUrl.value, error: error.message });

function show(live: LivePage): void {
  batch(() => {
    awaitedPage.value = undefined;
    pageAddress.value = live.url;
    html.value = live.html ?? "";
    robotsTag.value = live.robotsTag ?? "";
    pageNote.value = noteOf(live);
  });
}

export function noteOf(live: LivePage): OutcomeNote {
  const { url, httpStatus, contentType, html: found, truncated, error, errorCode } = live;
  if (errorCode === "address")
    return {
      tone: "bad",
      title: "This address is not asked",
      text: `${url} is or leads to a private address. A private address that you type is asked, unless --addresses public forbids it.`,
    };
  if (httpStatus === undefined)
    return { tone: "bad", title: `${hostOf(url)} did not send the page`, text: `${error ?? "no answer"}.` };
  if (httpStatus < 200 || httpStatus > 299)
    return {
      tone: "bad",
      title: `HTTP ${httpStatus}: there is no page to check`,
      text: "Google shows no page in its results that answers so for long.",
    };
  if (found === undefined)
    return {
      tone: "warn",
      title: `The server calls this ${contentType}, so it has no HTML to check`,
      text: "Its X-Robots-Tag counts all the same.",
    };
  return {
    tone: truncated ? "warn" : "good",
    title: `Fetched ${url}`,
    text: truncated ? "It is longer than 2 MB: what comes later is not checked, and Google does not read it." : "",
  };
}
