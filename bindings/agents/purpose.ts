/** Crawlers by purpose. */
import { wrongValue } from "../base/errors.ts";
import { type AgentPurpose, type KnownAgent, purposes } from "./known-agent.ts";
import { knownAgents } from "./known-agents.ts";

/**
 * Returns the crawlers that serve a purpose, also as a second one: for `training` also CCBot, whose archive is used for it, and
 * the permissions Google-Extended and Applebot-Extended.
 * @param agents default: all known crawlers.
 * @throws RangeError (ERR_INVALID_ARG_VALUE) unless the purpose is one of `purposes`.
 */
export function agentsFor(purpose: AgentPurpose, agents: readonly KnownAgent[] = knownAgents): readonly KnownAgent[] {
  if (!Object.hasOwn(purposes, purpose)) throw wrongValue("purpose", Object.keys(purposes).join(", "), String(purpose));
  return agents.filter((agent) => agent.purpose === purpose || agent.alsoFor.includes(purpose));
}
