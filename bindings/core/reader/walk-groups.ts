/**
 * The one walker over the groups of a file (RFC 9309 §2.1). A group is a run of user-agent lines and what follows it, up to
 * the next run. Linear in the records.
 */
import { KIND_BLANK, KIND_USER_AGENT, RECORD_STRIDE } from "../layout.ts";
import { isRule, isUserAgent, type Records } from "./records.ts";

/**
 * Called once for each group, in file order, with offsets in the table of records: the group is [start, end), and its run of
 * user-agent lines is [start, runEnd). Other fields may stand inside the run. Return true to stop.
 */
export type GroupHandler = (start: number, runEnd: number, end: number) => boolean | undefined;

/** Calls `handle` for each group. Only rules end its run of user-agent lines (RFC 9309 §2.2.4). */
export const walkGroups = (records: Records, handle: GroupHandler): void => walk(records, handle, isRule);

/** Calls `handle` for each run of consecutive user-agent lines, which any other record ends. Fields about pace belong to such runs. */
export const walkRuns = (records: Records, handle: GroupHandler): void =>
  walk(records, handle, (kind) => !isUserAgent(kind));

function walk({ table }: Records, handle: GroupHandler, endsRun: (kind: number) => boolean): void {
  for (let at = 0; at < table.length; ) {
    const start = at;
    if (table[start] !== KIND_USER_AGENT) {
      at += RECORD_STRIDE;
      continue;
    }
    while (at < table.length && table[at] !== KIND_BLANK && !endsRun(table[at]!)) at += RECORD_STRIDE;
    const runEnd = at;
    while (at < table.length && table[at] !== KIND_BLANK && table[at] !== KIND_USER_AGENT) at += RECORD_STRIDE;
    if (handle(start, runEnd, at) === true) return;
  }
}
