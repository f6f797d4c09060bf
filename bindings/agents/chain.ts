/** Looks crawlers up by their product token. */
import { wrongType } from "../base/errors.ts";
import type { KnownAgent } from "./known-agent.ts";
import { knownAgents } from "./known-agents.ts";

const byName: ReadonlyMap<string, KnownAgent> = new Map(knownAgents.map((agent) => [agent.token.toLowerCase(), agent]));

/**
 * Returns what is known about a crawler, or undefined. Case does not matter.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a string.
 */
export function findAgent(token: string): KnownAgent | undefined {
  if (typeof token !== "string") throw wrongType("token", "a product token", token);
  return byName.get(token.toLowerCase());
}

/**
 * Returns the product tokens to pass to `RobotsTxt.agent` for a crawler, such as ["Applebot", "Googlebot"]. For an unknown
 * crawler, returns the given token only. If `findAgent(token).ignoresStar`, rules that are not `isNamed` do not apply.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a string.
 */
export function agentChain(token: string): readonly string[] {
  const agent = findAgent(token);
  return agent === undefined ? [token] : [agent.token, ...agent.fallback];
}
