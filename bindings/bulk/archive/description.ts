/** What an archive was compiled for, as JSON in its head. Its verdicts are valid for nothing else. */
import type { DialectName, Leniency } from "../../index.ts";
import { archiveError } from "./table-reader.ts";

export interface Description {
  readonly agents: readonly string[];
  readonly dialect: DialectName;
  readonly leniency: Leniency;
  /** The name of the access policy. */
  readonly policy: string;
}

/** Equal descriptions return equal text. */
export function describe({ agents, dialect, leniency, policy }: Description): string {
  return JSON.stringify({ agents, dialect, leniency: sorted(leniency), policy });
}

const sorted = (leniency: Leniency): object =>
  Object.fromEntries(Object.entries(leniency).sort(([a], [b]) => (a < b ? -1 : 1)));

/** @throws RangeError unless the text is a description. */
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
  if (!isWhole) throw archiveError("a description of what was compiled", text.slice(0, 100));
  return read as Description;
}

/** Product tokens are compared case-insensitively (RFC 9309 §2.2.1). @throws RangeError if the archive does not fit. */
export function checkFits(archive: Description, expected: Partial<Description>): void {
  const agentsOf = (agents: readonly string[]): string => agents.join(", ").toLowerCase();
  if (expected.agents !== undefined && agentsOf(expected.agents) !== agentsOf(archive.agents))
    throw misfit("agents", expected.agents.join(", "), archive.agents.join(", "));
  if (expected.dialect !== undefined && expected.dialect !== archive.dialect)
    throw misfit("dialect", expected.dialect, archive.dialect);
  const actual = JSON.stringify(sorted(archive.leniency));
  const wanted = JSON.stringify(sorted(expected.leniency ?? archive.leniency));
  if (actual !== wanted) throw misfit("leniency", wanted, actual);
}

const misfit = (what: string, wanted: string, actual: string): RangeError =>
  archiveError(`an archive compiled for ${what} ${wanted}`, `one for ${actual}`);
