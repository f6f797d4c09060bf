/** The product tokens of a caller, as assembly/groups.ts reads them: for each, its length in four bytes, then its bytes. */
import type { AgentMatching } from "../dialects.ts";
import { callerToken } from "../reader/agents.ts";

const LENGTH_BYTES = 4;

let lastAgent: string | undefined;
let lastMatching: AgentMatching | undefined;
let lastTokens = new Uint8Array();

/** Leaves out tokens that cannot name anyone. Keeps the last result: a crawler asks about itself, file after file. */
export function tokensOf(agents: readonly string[], matching: AgentMatching): Uint8Array {
  if (agents.length > 1) return joinTokens(agents, matching);
  if (agents[0] !== lastAgent || matching !== lastMatching) {
    lastTokens = joinTokens(agents, matching);
    lastAgent = agents[0];
    lastMatching = matching;
  }
  return lastTokens;
}

function joinTokens(agents: readonly string[], matching: AgentMatching): Uint8Array<ArrayBuffer> {
  const tokens = agents
    .map((agent) => callerToken(agent, matching))
    .filter(({ length }) => length > 0 || matching.emptyMatches);
  const joined = new Uint8Array(tokens.reduce((sum, { length }) => sum + LENGTH_BYTES + length, 0));
  let at = 0;
  for (const token of tokens) {
    new DataView(joined.buffer).setUint32(at, token.length, true);
    joined.set(token, at + LENGTH_BYTES);
    at += LENGTH_BYTES + token.length;
  }
  return joined;
}
