/** Live fetching, where `robots-wasm tester` serves the page. The published page has no server and offers none of this. */
import type { Access } from "../bindings/crawl/client/index.ts";

/** What the server's `/api/fetch` answers: how the fetch of a robots.txt ended, times as text. */
export interface LiveRobots extends Omit<Access, "price" | "redirectStatuses" | "fetchedAt" | "expiresAt"> {
  /** The address of the robots.txt that was asked for. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresAt?: string;
  /** The file, if one was served. */
  readonly body?: string;
}

/** What its `/api/page` answers. */
export interface LivePage {
  /** Where the page is: the last redirect leads there. */
  readonly url: string;
  readonly httpStatus?: number;
  readonly contentType?: string;
  readonly robotsTag?: string;
  /** The text, if it is HTML and the status is 2xx. */
  readonly html?: string;
  readonly truncated?: boolean;
  readonly error?: string;
  readonly errorCode?: string;
}

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
export const fetchLive = (url: string, typed: boolean): Promise<LiveRobots> => askServer("/api/fetch", url, typed);

/** Fetches one page of a site. @throws as fetchLive */
export const fetchLivePage = (url: string, typed: boolean): Promise<LivePage> => askServer("/api/page", url, typed);

async function askServer<T>(path: string, url: string, typed: boolean): Promise<T> {
  const query = new URLSearchParams({ url, ...(typed && { typed: "1" }) });
  const response = await fetch(`${path}?${query}`, { headers: { "X-Robots-Wasm-Token": token() } });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? `HTTP status ${response.status}`);
  return answer;
}
