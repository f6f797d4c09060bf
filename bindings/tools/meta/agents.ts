/** To whom a directive speaks: a product token, or everybody. */

/** The agent of what is said to all crawlers. */
export const EVERYBODY = "robots";

/** Longer than any product token; longer names are cut and equal none. */
const MAX_AGENT_LENGTH = 128;

/** The agent as it is compared: lower case; `*` is everybody, as in robots.txt. */
export function agentOf(name: string): string {
  const agent = name.trim().toLowerCase();
  return agent === "*" ? EVERYBODY : agent.slice(0, MAX_AGENT_LENGTH + 1);
}

/** RFC 9110 §5.6.2: what a name in a header can be made of. */
export const isToken = (agent: string): boolean =>
  agent.length <= MAX_AGENT_LENGTH && /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(agent);
