/** What `fetch` would request for a URL, where it is not what the URL says (docs/dialects.md, Readings). */
import type { AgentRules, Explanation } from "../core/deciding.ts";
import { pathOfReading, requestsUnlike } from "../core/parsing.ts";
import type { UrlOrBytes } from "./input.ts";
import { printable } from "./output.ts";

/** What `fetch` would request, and the verdict on it. */
export interface Requested extends Pick<Explanation, "allowed"> {
  readonly path: string;
}

/** @returns undefined if `fetch` would request what the URL says; if programs differ, the request that is refused */
export function requestedOf(rules: AgentRules, url: UrlOrBytes): Requested | undefined {
  const requests = requestsUnlike(url);
  if (requests.length === 0) return undefined;
  const refused = requests.find((request) => !rules.isAllowed(request));
  return { path: pathOfReading(refused ?? requests[0]!), allowed: refused === undefined };
}

/** `fetch requests /x: refused`. @param requested one for each crawler */
export function requestedText(requested: readonly Requested[]): string {
  const { path } = requested.find(({ allowed }) => !allowed) ?? requested[0]!;
  const verdicts = requested.map(({ allowed }) => (allowed ? "allowed" : "refused"));
  return `fetch requests ${printable(path)}: ${verdicts.join(", ")}`;
}
