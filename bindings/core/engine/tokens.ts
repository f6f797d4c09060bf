/** The product tokens of a caller, as assembly/read/groups.ts reads them: for each, its length in four bytes, then its bytes. */

import { concat, u32 } from "../../base/little-endian.ts";
import type { Dialect } from "../dialects.ts";
import { EMPTY_MATCHES } from "../layout.ts";
import { callerToken } from "../reader/agents.ts";

let lastAgent: string | undefined;
let lastDialect: Dialect | undefined;
let lastTokens = new Uint8Array();

/** Leaves out tokens that cannot name anyone. Keeps the last result: a crawler asks about itself, file after file. */
export function packTokens(agents: readonly string[], dialect: Dialect): Uint8Array {
  if (agents.length > 1) return joinTokens(agents, dialect);
  if (agents[0] !== lastAgent || dialect !== lastDialect) {
    lastTokens = joinTokens(agents, dialect);
    lastAgent = agents[0];
    lastDialect = dialect;
  }
  return lastTokens;
}

function joinTokens(agents: readonly string[], dialect: Dialect): Uint8Array<ArrayBuffer> {
  const tokens = agents
    .map((agent) => callerToken(agent, dialect))
    .filter(({ length }) => length > 0 || dialect.flags & EMPTY_MATCHES);
  return concat(tokens.flatMap((token) => [u32(token.length), token]));
}
