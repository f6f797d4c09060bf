/** Rules that were written, and the lines that they replace. */
import type { VNode } from "preact";
import { enumerated } from "../../bindings/owners/editor/wording.ts";
import type { GeneratedRules } from "../protocol.ts";
import { Note } from "./Note.tsx";
import { sentence, visible } from "./Text.tsx";

const SHOWN = 5;

/** "11 and 12", "1, 2, 3, 4, 5 and 7 more" */
const listed = (all: readonly (string | number)[]): string => enumerated(all.map(String), SHOWN);

export const MadeRules = ({ made }: { made: GeneratedRules }): VNode => (
  <>
    {made.problem === undefined ? null : (
      <Note tone="warn" title="These rules cannot be inserted safely" text={`${sentence(made.problem)}.`} />
    )}
    {made.rules === "" ? null : (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      <pre class="out" tabIndex={0}>
        {made.rules}
      </pre>
    )}
    {made.moved.length === 0 || made.removed.length === 0 ? null : (
      <p class="small">
        Your file already has lines for {visible(listed(made.moved))} ({listed(made.removed)}). Insert removes them. If
        you copy by hand, delete them.
      </p>
    )}
  </>
);
