/** Both tables, for the resolution of names. */
import { AgentIndex } from "./agent-index.ts";
import { headerAgents, knownAgents } from "./agent-rows.ts";
import type { KnownAgent } from "./rows/known-agent.ts";

const allAgents: readonly KnownAgent[] = [...knownAgents, ...headerAgents];
const known = new AgentIndex(allAgents);

/** @returns the index of all rows; a row of the caller replaces the known row with the same token */
export const indexOf = (own: readonly KnownAgent[] = []): AgentIndex =>
  own.length === 0 ? known : new AgentIndex([...own, ...allAgents]);
