/** What an archive was compiled for, as the JSON in its head. Verdicts hold for this and for nothing else. */
import type { DialectName, Leniency } from "../../index.ts";
import { refused } from "./table-reader.ts";

export interface Description {
  readonly agents: readonly string[];
  readonly dialect: DialectName;
  readonly leniency: Leniency;
  /** Of what statuses mean. */
  readonly policy: string;
}

/** Equal descriptions give equal text. */
export function describe({ agents, dialect, leniency, policy }: Description): string {
  return JSON.stringify({ agents, dialect, leniency: sorted(leniency), policy });
}

const sorted = (leniency: Leniency): object =>
  Object.fromEntries(Object.entries(leniency).sort(([a], [b]) => (a < b ? -1 : 1)));

/** @throws RangeError for what is no description. */
export function readDescription(text: string): Description {
  let read: Partial<Description> | undefined;
  try {
    read = JSON.parse(text);
  } catch {}
  const { agents, dialect, leniency, policy } = read ?? {};
  const isWhole =
    Array.isArray(agents) &&
    agents.every((agent) => typeof agent === "string") &&
    [dialect, policy].every((name) => typeof name === "string") &&
    typeof leniency === "object" &&
    leniency !== null;
  if (!isWhole) throw refused("a description of what was compiled", text.slice(0, 100));
  return read as Description;
}

/** Tokens are compared without regard to case (RFC 9309 §2.2.1). */
export function checkFits(archive: Description, wanted: Partial<Description>): void {
  const agentsOf = (agents: readonly string[]): string => agents.join(", ").toLowerCase();
  if (wanted.agents !== undefined && agentsOf(wanted.agents) !== agentsOf(archive.agents))
    throw misfit("agents", wanted.agents.join(", "), archive.agents.join(", "));
  if (wanted.dialect !== undefined && wanted.dialect !== archive.dialect)
    throw misfit("dialect", wanted.dialect, archive.dialect);
  const came = JSON.stringify(sorted(archive.leniency));
  const asked = JSON.stringify(sorted(wanted.leniency ?? archive.leniency));
  if (came !== asked) throw misfit("liberties", asked, came);
}

const misfit = (what: string, wanted: string, came: string): RangeError =>
  refused(`one compiled for the ${what} ${wanted}`, `one for ${came}`);
