/** The live file of "Is it safe to publish?": fetched for its own box, and never over what a person typed there. */
import { fetchLive } from "../live.ts";
import { adoptSite, isTyped } from "./fetching.ts";
import { before, givenBefore, isBeforeTyped } from "./publish.ts";
import { status } from "./status.ts";

/** @throws Error if the site gives no file */
export async function fetchLiveFile(site: string): Promise<void> {
  if (isBeforeTyped.value && before.value !== "")
    throw new Error("the box of the live file has text that you typed: clear it first");
  const origin = adoptSite(site);
  if (origin === undefined) return;
  status.value = "Fetching the live file…";
  const live = await fetchLive(origin, isTyped(origin));
  if (live.body === undefined) throw new Error(live.error ?? `HTTP ${live.httpStatus}: there is no live file`);
  givenBefore.value = live.body;
  isBeforeTyped.value = false;
  status.value = `Fetched ${live.url} into the box of the live file`;
}
