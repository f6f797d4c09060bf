/** Live fetching, where `robots-wasm tester` serves the page. The published page has no server and offers none of this. */
import type { LiveRobots } from "../bindings/cli/internal.ts";

const tag = (): HTMLMetaElement | null => document.querySelector('meta[name="robots-wasm-token"]');

/** The token that the server put into the page; other pages of the browser do not know it. */
const token = (): string => tag()?.content ?? "";

export const hasLiveServer = (): boolean => token() !== "";

/** The site given on the command line. */
export const startSite = (): string => tag()?.dataset["site"] ?? "";

/**
 * @param typed whether a person typed the address into this page; only then it may be private.
 * @throws Error with the server's message when it refuses or cannot fetch.
 */
export async function fetchLive(url: string, typed: boolean): Promise<LiveRobots> {
  const query = new URLSearchParams({ url, ...(typed && { typed: "1" }) });
  const response = await fetch(`/api/fetch?${query}`, { headers: { "X-Robots-Wasm-Token": token() } });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? `HTTP status ${response.status}`);
  return answer;
}
