/** Which reading of a URL a command decides, and what `fetch` would request for it (docs/dialects.md, Readings). */
import type { AgentRules, Explanation, UrlLike } from "../core/deciding.ts";
import { decidingReading, decidingReadingOf, pathOfReading, requestsUnlike } from "../core/parsing.ts";
import type { UrlOrBytes } from "./input.ts";
import { printable } from "./output.ts";

/** `written`: the URL as it is written. `all`: every reading has to be allowed, as where a crawler fetches. */
export type DecidedReading = "written" | "all";

/** The URL, or the reading of it that decides. */
export const decidedUrl = (rules: AgentRules, url: UrlOrBytes, reading: DecidedReading): UrlLike =>
  reading === "all" ? decidingReadingOf(rules, url) : url;

/** What `fetch` would request, and the verdict on it. */
export interface Requested extends Pick<Explanation, "allowed"> {
  /** The path and query. */
  readonly path: string;
}

/** @returns undefined if `fetch` would request what the URL says; if programs differ, the request that is refused */
export function requestedOf(rules: AgentRules, url: UrlOrBytes): Requested | undefined {
  const requests = requestsUnlike(url);
  if (requests.length === 0) return undefined;
  const request = decidingReading(rules, requests);
  return { path: pathOfReading(request), allowed: rules.isAllowed(request) };
}

const decidedTexts: Readonly<Record<DecidedReading, string>> = { written: "decided as written; ", all: "" };

/** `decided as written; fetch requests /x: refused`. @param requested one for each crawler */
export function requestedText(reading: DecidedReading, requested: readonly Requested[]): string {
  const { path } = requested.find(({ allowed }) => !allowed) ?? requested[0]!;
  const verdicts = requested.map(({ allowed }) => (allowed ? "allowed" : "refused"));
  return `${decidedTexts[reading]}fetch requests ${printable(path)}: ${verdicts.join(", ")}`;
}
