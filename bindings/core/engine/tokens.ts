/** The product tokens of a caller, as assembly/read/groups.ts reads them: for each, its length in four bytes, then its bytes. */

import { concat, u32 } from "../../base/little-endian.ts";
import type { AgentMatching } from "../dialects.ts";
import { callerToken } from "../reader/agents.ts";

let lastAgent: string | undefined;
let lastMatching: AgentMatching | undefined;
let lastTokens = new Uint8Array();

/** Leaves out tokens that cannot name anyone. Keeps the last result: a crawler asks about itself, file after file. */
export function packTokens(agents: readonly string[], matching: AgentMatching): Uint8Array {
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
  return concat(tokens.flatMap((token) => [u32(token.length), token]));
}
