/** A line number: it shows the line in the file. */
import type { VNode } from "preact";
import { goToLine } from "../state/lines.ts";

interface LineLinkProps {
  readonly line: number;
  readonly to?: number;
  /** The number alone, where the column says what it is. */
  readonly bare?: boolean;
}

export function LineLink({ line, to = line, bare = false }: LineLinkProps): VNode {
  const text = bare ? String(line) : to === line ? `line ${line}` : `lines ${line}–${to}`;
  return (
    <a
      class="ll"
      href={`#L${line}`}
      aria-label={bare ? `line ${line}` : undefined}
      onClick={(event) => {
        event.preventDefault();
        event.stopPropagation();
        goToLine(line);
      }}
    >
      {text}
    </a>
  );
}

/** A rule with its line, as in the column "Decided by". */
export const DecidedBy = ({ line, rule }: { line?: number | undefined; rule?: string | undefined }): VNode | null =>
  line === undefined ? null : (
    <>
      <LineLink line={line} /> <span class="pat small muted">{rule}</span>
    </>
  );
