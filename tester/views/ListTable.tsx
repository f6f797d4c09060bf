/**
 * The rows of a list. Only those that are visible exist, whatever the list holds: the rows above and below are two empty rows
 * with the height of all the others. The page asks the worker for a window of rows as it scrolls.
 */
import { type Signal, useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { answerEngine } from "../engine.ts";
import { type ListFilter, type ListProgress, type ListRow, MAX_COLUMNS } from "../protocol.ts";
import { source } from "../state/document.ts";
import { goToLine } from "../state/lines.ts";
import { name, url } from "../state/question.ts";
import { isPhone, openView } from "../state/route.ts";
import { fail } from "../state/status.ts";
import { LineLink } from "./LineLink.tsx";
import { visible } from "./Text.tsx";
import { YesNo } from "./Verdict.tsx";

/** As in style.css. */
const ROW_PX = 38;
const PHONE_ROW_PX = 62;
/** Rows beyond the visible ones on either side. */
const MARGIN_ROWS = 12;

interface TableProps {
  readonly state: ListProgress;
  readonly filter: ListFilter;
}

interface Window {
  readonly from: number;
  readonly rows: readonly ListRow[];
}

const rowPx = (): number => (isPhone() ? PHONE_ROW_PX : ROW_PX);

/** Asks for the rows around what is visible. Returns them, and what to call on scrolling. */
function useRows({ state, filter }: TableProps): { window: Signal<Window>; scrolled: (box: HTMLElement) => void } {
  const window = useSignal<Window>({ from: 0, rows: [] });
  const view = useRef({ from: 0, count: 3 * MARGIN_ROWS });
  const newest = useRef(0);
  const load = async (): Promise<void> => {
    const turn = ++newest.current;
    const { from, rows } = await answerEngine.ask("rows", { filter, ...view.current });
    if (turn === newest.current) window.value = { from, rows };
  };
  const scrolled = (box: HTMLElement): void => {
    const first = Math.floor(box.scrollTop / rowPx());
    const from = Math.max(0, first - MARGIN_ROWS);
    const count = Math.ceil(box.clientHeight / rowPx()) + 2 * MARGIN_ROWS;
    if (from === view.current.from && count === view.current.count) return;
    view.current = { from, count };
    load().catch(fail);
  };
  const filled = state.counts[filter] >= view.current.from + view.current.count;
  useEffect(() => {
    load().catch(fail);
  }, [state.id, filter, filled || state.counts[filter], source.value]);
  return { window, scrolled };
}

function explain(row: ListRow, agents: readonly string[]): void {
  const refused = row.cells.findIndex(({ allowed }) => !allowed);
  name.value = agents[Math.max(0, refused)] ?? name.value;
  url.value = row.url;
  openView("urls");
}

const isCompact = (agents: readonly string[]): boolean => agents.length > MAX_COLUMNS || isPhone();

function Cells({ row, agents, filter }: { row: ListRow; agents: readonly string[]; filter: ListFilter }): VNode {
  const columns = isCompact(agents) ? 1 : agents.length;
  if (filter === "others" || filter === "invalid")
    return <td colSpan={columns}>{filter === "others" ? "another host" : "not a URL"}</td>;
  if (isCompact(agents))
    return <td>{row.refusedBy === 0 ? "allowed for all" : `refused for ${row.refusedBy} of ${agents.length}`}</td>;
  return (
    <>
      {row.cells.map(({ allowed, line }, i) => (
        <td key={agents[i]}>
          <YesNo allowed={allowed} /> {line === undefined ? null : <LineLink line={line} bare />}
        </td>
      ))}
    </>
  );
}

const MOVES: Readonly<Record<string, (at: number, page: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at, page) => at + page,
  PageUp: (at, page) => at - page,
  Home: () => 0,
  End: () => Number.MAX_SAFE_INTEGER,
};

/** Keeps the selected row in sight below the heading. */
function reveal(box: HTMLElement, at: number): void {
  const [top, height] = [at * rowPx(), box.clientHeight - 2 * rowPx()];
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top > box.scrollTop + height) box.scrollTop = top - height;
}

const Head = ({ agents }: { agents: readonly string[] }): VNode => (
  <thead>
    <tr aria-rowindex={1}>
      <th scope="col">URL</th>
      {(isCompact(agents) ? ["Verdict"] : agents).map((one) => (
        <th key={one} scope="col">
          {visible(one)}
        </th>
      ))}
    </tr>
  </thead>
);

const Gap = ({ rows }: { rows: number }): VNode | null =>
  rows <= 0 ? null : (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr aria-hidden="true" class="gap">
      <td style={{ blockSize: `${rows * rowPx()}px` }} />
    </tr>
  );

export function ListTable({ state, filter }: TableProps): VNode {
  const { window, scrolled } = useRows({ state, filter });
  const box = useRef<HTMLDivElement>(null);
  const selected = useSignal(0);
  const total = state.counts[filter];
  const { from, rows } = window.value;
  const shown = rows.slice(0, Math.max(0, total - from));
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = MOVES[event.key];
    const row = shown[selected.value - from];
    if (event.key === "Enter" && row !== undefined && !(event.target instanceof HTMLAnchorElement))
      explain(row, state.agents);
    if (move === undefined) return;
    event.preventDefault();
    const page = Math.floor(box.current!.clientHeight / rowPx()) - 1;
    selected.value = Math.max(0, Math.min(total - 1, move(selected.value, page)));
    reveal(box.current!, selected.value);
    const line = shown[selected.value - from]?.cells[0]?.line;
    if (line !== undefined && event.altKey) goToLine(line);
  };
  return (
    <div class="vlist" ref={box} onScroll={({ currentTarget }) => scrolled(currentTarget)}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are selected by arrow keys, as in a grid
        role="grid"
        aria-label="Verdicts"
        aria-rowcount={total + 1}
        aria-activedescendant={shown.length === 0 ? undefined : `row-${selected.value}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <Head agents={state.agents} />
        <tbody>
          <Gap rows={from} />
          {shown.map((row, i) => (
            <tr
              key={from + i}
              id={`row-${from + i}`}
              aria-rowindex={from + i + 2}
              aria-selected={from + i === selected.value}
              onClick={() => {
                selected.value = from + i;
              }}
              onDblClick={() => explain(row, state.agents)}
            >
              <th scope="row">
                <bdi>{visible(row.url)}</bdi>
              </th>
              <Cells row={row} agents={state.agents} filter={filter} />
            </tr>
          ))}
          <Gap rows={total - from - shown.length} />
        </tbody>
      </table>
    </div>
  );
}
