/** What decides the lines of a block: the module, or the library, which also says why. */
import type { LookupCounts } from "./lookups.ts";
import { selectLines } from "./select-lines.ts";
import { indexLines } from "./url-field.ts";

export interface LineDecider {
  /** Decides lines that all end in LF. Call it for one block at a time. */
  decide(lines: Uint8Array): Promise<Decision>;
}

export interface Decision {
  /** REFUSED, ALLOWED or INVALID for each line. */
  readonly verdicts: Uint8Array;
  readonly lookups: LookupCounts;
  /** The lines that have a verdict, in their order. Valid until the next block. */
  readonly select: SelectLines;
  /** A JSON object for each URL, if the decider explains. */
  readonly json?: Uint8Array<ArrayBuffer>;
}

export type SelectLines = (verdict: number) => Uint8Array<ArrayBuffer>;

/** Selects by line ends: of these lines, or of others that were decided by a part of each. */
export function selectionOf(bytes: Uint8Array, verdicts: Uint8Array): SelectLines {
  const lines = indexLines(bytes);
  return (verdict) => selectLines(lines, verdicts, verdict);
}
