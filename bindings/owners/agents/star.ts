/** Crawlers that ignore the groups for `*`: what the protocol refuses them, they fetch unless a group names them. */
import type { KnownAgent } from "./rows/known-agent.ts";

/** Whether no rule applies to the crawler, because no group names it and it ignores the others. */
export const ignoresGroups = (
  agent: Pick<KnownAgent, "ignoresStar"> | undefined,
  { isNamed }: { readonly isNamed: boolean },
): boolean => agent?.ignoresStar === true && !isNamed;

/** Why a URL is fetched that the groups for `*` refuse; undefined if it is not fetched. */
export function fetchedAnyway(
  agent: KnownAgent | undefined,
  selected: { readonly isNamed: boolean },
): string | undefined {
  if (agent === undefined || !ignoresGroups(agent, selected)) return undefined;
  return `${agent.token} ignores groups for *, so ${agent.operator} fetches it`;
}
