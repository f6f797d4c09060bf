/** The verdicts that an edit changes, by example. */

import type { VNode } from "preact";
import { pluralise } from "../../bindings/base/numbers.ts";
import type { EditEffect, Shift } from "../protocol.ts";
import { LineLink } from "./LineLink.tsx";
import { Code } from "./Text.tsx";
import { YesNo } from "./Verdict.tsx";

const SHOWN = 30;

/** "/internal/ will be refused for 104 crawlers that may fetch it now". */
export const shiftText = ({ path, allowed, count }: Shift): string =>
  `${path} will be ${allowed ? "allowed" : "refused"} for ${pluralise(count, "crawler")} that ${
    count === 1 ? (allowed ? "may not" : "may") : allowed ? "may not" : "may"
  } fetch it now`;

const who = ({ count, names }: Shift): string =>
  count <= names.length ? names.join(", ") : `${names[0]} and ${count - 1} more`;

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

function ShiftTable({ shifts, now }: { shifts: readonly Shift[]; now: boolean }): VNode {
  return (
    <table class="stackable">
      <thead>
        <tr>
          <th scope="col">Verdicts that {now ? "would change" : "change"}</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
          <th scope="col">For</th>
        </tr>
      </thead>
      <tbody>
        {shifts.slice(0, SHOWN).map((shift) => (
          <tr key={`${shift.path} ${shift.allowed}`}>
            <th scope="row">
              <Code text={shift.path} />
            </th>
            <td data-l="Before">
              <YesNo allowed={!shift.allowed} />
            </td>
            <td data-l="After">
              <span>
                <YesNo allowed={shift.allowed} />{" "}
                {shift.line === undefined || now ? null : <LineLink line={shift.line} bare />}
              </span>
            </td>
            <td data-l="For">{who(shift)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
