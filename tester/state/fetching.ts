/** Fetching a site's file through the local server. Whatever comes back decides; the verdicts of the file before vanish at once. */
import { batch, type Signal, signal } from "@preact/signals";
import type { Finding } from "../../bindings/owners/lint/index.ts";
import { toolEngine } from "../engine.ts";
import { fetchLive, type LiveRobots } from "../live.ts";
import { failedOutcome, type Outcome, outcomeOf } from "../outcome.ts";
import { hostName, originOf, siteUrl } from "../work/hosts.ts";
import { isEdited, isOpen, keepCurrent, origin, outcome, replaceFile, site, text, waiting } from "./document.ts";
import { url as question } from "./question.ts";
import { hasRoute, openView, route, showAnswer } from "./route.ts";
import { status } from "./status.ts";
import { timeOfDay, type Version, versions } from "./versions.ts";

/** Why the text in the field is not a site; empty if it is. */
export const siteError: Signal<string> = signal("");
/** Origins that a person typed into this page: a link or a redirect may name others. */
const typedOrigins = new Set<string>();

/** Takes an address that a person typed. Only such a one may be private. */
export function noteTyped(address: string): void {
  const found = originOf(address);
  if (found !== undefined) typedOrigins.add(found);
}

/** Whether a person typed the address, or another one of its origin. */
export const isTyped = (address: string): boolean => typedOrigins.has(originOf(address) ?? "");

export const EXPECTED_SITE = "Type a name such as example.com.";

let newest = 0;

/** A page of the site becomes the question: `shop.example/cart` asks about that URL. */
export function adoptSite(typed: string): string | undefined {
  const url = siteUrl(typed);
  siteError.value = url === undefined ? EXPECTED_SITE : "";
  if (url === undefined) return undefined;
  const { origin: found, pathname, search } = url;
  if (pathname + search !== "/" && pathname !== "/robots.txt") question.value = found + pathname + search;
  site.value = hostName(found);
  return found;
}

export async function fetchSite(typed: string): Promise<void> {
  // The file belongs to the site before this one.
  if (originOf(typed) !== undefined) keepCurrent();
  const found = adoptSite(typed);
  if (found === undefined) return;
  const turn = ++newest;
  const hadFile = text.value !== "";
  batch(() => {
    waiting.value = hostName(found);
    outcome.value = undefined;
    text.value = "";
    isOpen.value = true;
    status.value = `Fetching ${hostName(found)}…`;
  });
  if (!hasRoute()) openView("crawlers");
  if (route.value.view === "crawlers") showAnswer();
  const [result, body] = await fetchLive(found, isTyped(found)).then(
    async (live) => [outcomeOf(live, hadFile, await delivered(live)), live.body ?? ""] as const,
    (error: Error) => [failedOutcome(error), ""] as const,
  );
  if (turn === newest) show(result, body);
}

/** What the linter says of the file and of how it was served. */
function delivered({ url, body, headers, httpStatus, redirects }: LiveRobots): Promise<readonly Finding[]> {
  if (body === undefined) return Promise.resolve([]);
  const response = { contentType: headers["content-type"] ?? null, redirects };
  return toolEngine.ask("lint", {
    file: body,
    url,
    response: { ...response, ...(httpStatus && { status: httpStatus }) },
  });
}

function show(result: Outcome, body: string): void {
  batch(() => {
    waiting.value = undefined;
    outcome.value = result;
    text.value = result.decides === "file" ? body : "";
    origin.value = `${result.decides === "file" ? "Fetched" : "Asked"} ${timeOfDay()}, ${result.short}`;
    isEdited.value = false;
    status.value = result.notes[0]?.title ?? "";
  });
}

/** An earlier version takes the place of what is shown, which stays as a version. */
export function goBackTo(version: Version): void {
  batch(() => {
    newest++;
    replaceFile(version.text, version.label);
    site.value = version.site;
    versions.value = versions.value.filter(({ text: kept }) => kept !== version.text);
  });
}
