/** Looks crawlers up by their product token, and says for which tokens they look in robots.txt. */
import { wrongType } from "../../base/errors.ts";
import { indexOf } from "./all-agents.ts";
import { type KnownAgent, productToken } from "./rows/known-agent.ts";

/**
 * Returns what is known about a crawler, or undefined. Case does not matter.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a string.
 */
export function findAgent(token: string): KnownAgent | undefined {
  if (typeof token !== "string") throw wrongType("token", "a product token", token);
  return indexOf().find(token);
}

/**
 * Returns the product tokens to pass to `RobotsTxt.agent` for a crawler, such as ["Applebot", "Googlebot"]. For an unknown
 * crawler, returns the given token only. If `findAgent(token).ignoresStar`, rules that are not `isNamed` do not apply.
 * `resolveAgent` also takes versions and headers.
 * @throws TypeError (ERR_INVALID_ARG_TYPE) unless given a string.
 */
export function agentChain(token: string): readonly string[] {
  const agent = findAgent(token);
  return agent === undefined ? [token] : tokensOf(agent);
}

/** The tokens that a crawler looks for, in order; one that was renamed may look for either name. */
export function tokensOf({ token, fallback, status }: KnownAgent): readonly string[] {
  const renamed = newName(status);
  const tokens = [token, ...(renamed === undefined ? [] : [renamed]), ...fallback];
  return [...new Set(tokens.map(productToken))];
}

export const newName = (status: KnownAgent["status"]): string | undefined => /^renamed to (.+)$/.exec(status)?.[1];
