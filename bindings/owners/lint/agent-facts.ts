/**
 * What checks know of crawlers by name, in lower case. The build makes the lists of the table of crawlers, so that lint need not
 * load the table.
 */

import type { AgentStatus, KnownAgent } from "../agents/rows/known-agent.ts";
import { fallbackFamilies, ignoringDelay, retiredAgents, unusualTokens, wellKnownAgents } from "./agent-lists.ts";

/** The token that a crawler looks for if no group names it; undefined without one. */
export const fallbackOf = (name: string): string | undefined =>
  Object.keys(fallbackFamilies).find((token) => fallbackFamilies[token]!.includes(lowerCase(name)));

/** What lint looks up, and callers add to. Names are in lower case. */
export interface AgentFacts {
  /** Tokens as their operators write them: names close to them are taken for misspellings. */
  readonly spellings: readonly string[];
  /** The names of `spellings`. */
  readonly known: ReadonlySet<string>;
  readonly ignoringDelay: ReadonlySet<string>;
  /** Names with unusual characters that are right nevertheless. */
  readonly unusual: ReadonlySet<string>;
  /** Each retired token with the one that has replaced it, or "". */
  readonly retired: ReadonlyMap<string, string>;
}

const ours: AgentFacts = {
  spellings: wellKnownAgents,
  known: new Set(wellKnownAgents.map(lowerCase)),
  ignoringDelay: new Set(ignoringDelay),
  unusual: new Set(unusualTokens),
  retired: new Map(Object.entries(retiredAgents)),
};

/** Our facts with the rows of a caller, which win where both know a token. */
export function factsWith(rows: readonly KnownAgent[]): AgentFacts {
  if (rows.length === 0) return ours;
  const names = new Set(rows.map(({ token }) => lowerCase(token)));
  const isOurs = (name: string): boolean => !names.has(lowerCase(name));
  const spellings = [...ours.spellings.filter(isOurs), ...rows.filter(isActive).map(({ token }) => token)];
  return {
    spellings,
    known: new Set([...spellings.map(lowerCase), ...names]),
    unusual: new Set([...unusualTokens, ...names]),
    ignoringDelay: new Set([...ignoringDelay.filter(isOurs), ...rows.filter(ignoresDelay).map(nameOfRow)]),
    retired: new Map([
      ...[...ours.retired].filter(([name]) => isOurs(name)),
      ...rows.flatMap((row) => (isActive(row) ? [] : [[nameOfRow(row), newTokenOf(row.status)] as const])),
    ]),
  };
}

function lowerCase(name: string): string {
  return name.toLowerCase();
}

const nameOfRow = ({ token }: KnownAgent): string => lowerCase(token);
const isActive = ({ status }: KnownAgent): boolean => status === "active";
const ignoresDelay = ({ crawlDelay }: KnownAgent): boolean => crawlDelay === "ignored";
const newTokenOf = (status: AgentStatus): string => status.replace(/^(retired|renamed to )/, "");
