/** The verdicts that an edit changes, by example. */

import type { VNode } from "preact";
import { enumerated, pluralise } from "../../bindings/owners/editor/wording.ts";
import type { EditEffect, Shift } from "../protocol.ts";
import { LineLink } from "./LineLink.tsx";
import { Table } from "./Table.tsx";
import { Code } from "./Text.tsx";
import { YesNo } from "./Verdict.tsx";

const SHOWN = 30;

/** "/internal/ will be refused for 104 crawlers that may fetch it now". */
export const shiftText = ({ path, allowed, tokens: { length: count } }: Shift): string =>
  `${path} will be ${allowed ? "allowed" : "refused"} for ${pluralise(count, "crawler")} that ${
    count === 1 ? (allowed ? "may not" : "may") : allowed ? "may not" : "may"
  } fetch it now`;

const SHOWN_NAMES = 3;

const who = ({ tokens }: Shift): string => enumerated(tokens, SHOWN_NAMES);

/** What is said where no example is known, and below the examples that are. */
export const MAY_CHANGE = "Verdicts of other URLs may change: the search for examples was ended.";

export function Shifts({ effect, now = false }: { effect: EditEffect; now?: boolean }): VNode {
  const { shifts, mayChange } = effect;
  return (
    <>
      {shifts.length === 0 ? null : <ShiftTable shifts={shifts} now={now} />}
      {mayChange ? <p class="small">{MAY_CHANGE}</p> : null}
      {shifts.length > 0 || mayChange ? null : <p class="small muted">No verdict of a known crawler changes.</p>}
    </>
  );
}

const ShiftTable = ({ shifts, now }: { shifts: readonly Shift[]; now: boolean }): VNode => (
  <Table
    titles={[`Verdicts that ${now ? "would change" : "change"}`, "Before", "After", "For"]}
    rows={shifts.slice(0, SHOWN).map((shift) => [
      <Code text={shift.path} />,
      <YesNo allowed={!shift.allowed} />,
      <span>
        <YesNo allowed={shift.allowed} /> {shift.line === undefined || now ? null : <LineLink line={shift.line} bare />}
      </span>,
      who(shift),
    ])}
  />
);
