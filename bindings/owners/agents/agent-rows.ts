/** The rows of the table of crawlers, unpacked: crawlers.json is their source. */
import { type KnownAgent, usualHabits } from "./rows/known-agent.ts";
import { headerRows, knownRows } from "./table.ts";

type Details = Partial<typeof usualHabits & Pick<KnownAgent, "note">>;
type Row = readonly [token: string, purpose: KnownAgent["purpose"], details?: Details];

/** Rows that were compared with one page of an operator on one day. */
type RowGroup = readonly [
  operator: string,
  source: string,
  checked: string,
  confidence: KnownAgent["confidence"],
  rows: readonly Row[],
];

const unpacked = (text: string): readonly KnownAgent[] => (JSON.parse(text) as readonly RowGroup[]).flatMap(rowsOf);

const rowsOf = ([operator, source, checked, confidence, rows]: RowGroup): readonly KnownAgent[] =>
  rows.map(([token, purpose, details]) => ({
    token,
    operator,
    purpose,
    ...usualHabits,
    ...details,
    source,
    confidence,
    checked,
  }));

/** The well-known crawlers, from the pages of their operators, or from lists of robots.txt tokens. */
export const knownAgents: readonly KnownAgent[] = unpacked(knownRows);

/**
 * Crawlers whose tokens are known from User-Agent headers alone: we found no page of the operator and no two lists of
 * robots.txt tokens that name them. Names are resolved with these rows; reports leave them out.
 */
export const headerAgents: readonly KnownAgent[] = unpacked(headerRows);
