/** The agent that a directive applies to: a product token, or all crawlers. */

/** The agent of directives for all crawlers. */
export const EVERYBODY = "robots";

/** Longer than any product token. Longer names are cut and match no agent. */
const MAX_AGENT_LENGTH = 128;

/** The agent in lower case, for comparison. `*` means all crawlers, as in robots.txt. */
export function agentOf(name: string): string {
  const agent = name.trim().toLowerCase();
  return agent === "*" ? EVERYBODY : agent.slice(0, MAX_AGENT_LENGTH + 1);
}

/** Whether the agent is a token (RFC 9110 §5.6.2). */
export const isToken = (agent: string): boolean =>
  agent.length <= MAX_AGENT_LENGTH && /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(agent);
