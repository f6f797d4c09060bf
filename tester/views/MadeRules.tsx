/** Rules that were written, with the crawlers for which they do something else than was chosen. */
import type { VNode } from "preact";
import type { GeneratedRules } from "../protocol.ts";
import { Note } from "./Note.tsx";
import { visible } from "./Text.tsx";

export const MadeRules = ({ made }: { made: GeneratedRules }): VNode => (
  <>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
    <pre class="out" tabIndex={0}>
      {made.rules}
    </pre>
    {made.moved.length === 0 ? null : (
      <p class="small">
        Another group of your file names {visible(made.moved.slice(0, 5).join(", "))}
        {made.moved.length > 5 ? " and others" : ""}. The new file takes them out of it; if you copy the rules, do so
        too.
      </p>
    )}
    {made.unexpected.length === 0 ? null : (
      <Note tone="warn" title="Another group of the file is in the way">
        <p>After this, check: {visible(made.unexpected.slice(0, 10).join(", "))}.</p>
      </Note>
    )}
  </>
);
