/** Crawlers by purpose. */
import { wrongValue } from "../../base/errors.ts";
import { knownAgents } from "./agent-rows.ts";
import type { AgentRow, KnownAgent } from "./rows/known-agent.ts";
import { checkedRows } from "./rows/own-rows.ts";
import { type AgentPurpose, purposeNames } from "./rows/purposes.ts";

/**
 * Returns the crawlers that serve a purpose, also as a second one: for `training` also CCBot, whose archive is used for it, and
 * the permissions Google-Extended and Applebot-Extended.
 * @param agents rows, also of your own. Default: all known crawlers.
 * @throws RangeError (ERR_INVALID_ARG_VALUE) unless the purpose is one of `purposes`, TypeError for other rows.
 */
export function agentsFor(purpose: AgentPurpose, agents: readonly AgentRow[] = knownAgents): readonly KnownAgent[] {
  if (!purposeNames.includes(purpose)) throw wrongValue("purpose", purposeNames.join(", "), purpose);
  return checkedRows(agents).filter((agent) => agent.purpose === purpose || agent.alsoFor.includes(purpose));
}
