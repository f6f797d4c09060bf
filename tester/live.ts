/** Live fetching, where `robots-wasm tester` serves the page. The published page has no server and offers none of this. */

import type { LiveRobots } from "../bindings/cli/fetch-robots.ts";

const tag = (): HTMLMetaElement | null => document.querySelector('meta[name="robots-wasm-token"]');

/** The token that the server put into the page; other pages of the browser do not know it. */
const token = (): string => tag()?.content ?? "";

export const hasLiveServer = (): boolean => token() !== "";

/** The site given on the command line. */
export const startSite = (): string => tag()?.dataset["site"] ?? "";

/** @throws Error with the server's message when it refuses or cannot fetch. */
export async function fetchLive(url: string): Promise<LiveRobots> {
  const response = await fetch(`/api/fetch?url=${encodeURIComponent(url)}`, {
    headers: { "X-Robots-Wasm-Token": token() },
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? `HTTP status ${response.status}`);
  return answer;
}
