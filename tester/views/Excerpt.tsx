/** The lines of the file that decide, for phones, where the file is another view. */
import type { VNode } from "preact";
import type { Why } from "../protocol.ts";
import { marksOf } from "../state/marks.ts";
import { visible } from "./Text.tsx";

const MAX_LINES = 60;

export function Excerpt({ text, why }: { text: string; why: Why }): VNode | null {
  const lines = text.split(/\r\n|\n|\r/);
  const marks = marksOf(why, undefined)
    .filter(({ line }) => line <= lines.length)
    .sort((a, b) => a.line - b.line)
    .slice(0, MAX_LINES);
  if (marks.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="excerpt card" tabIndex={0} aria-label="The lines of the file that decide">
      {marks.map(({ line, kind, reason }) => (
        <div key={line} class={`ln ln-${kind}`}>
          <span class="no small muted">{line}</span>
          <code>{visible(lines[line - 1]!)}</code>
          {reason === undefined ? null : <span class="ann">{reason}</span>}
        </div>
      ))}
    </section>
  );
}
