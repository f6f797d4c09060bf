/**
 * The rows of a list. Only those that are visible exist, whatever the list holds: the rows above and below are two empty rows
 * with the height of all the others. The page asks the worker for a window of rows as it scrolls.
 */
import { type Signal, useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { answerEngine } from "../engine.ts";
import { type ListFilter, type ListProgress, type ListRow, MAX_COLUMNS } from "../protocol.ts";
import { source } from "../state/document.ts";
import { isRowAsked } from "../state/list.ts";
import { name, url } from "../state/question.ts";
import { isPhone, openView } from "../state/route.ts";
import { fail } from "../state/status.ts";
import { LineLink } from "./LineLink.tsx";
import { visible } from "./Text.tsx";
import { Toned, toneOf, YesNo } from "./Verdict.tsx";

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

/** The selected row is the question, so that the file shows what decides it. */
function askAbout(row: ListRow, agents: readonly string[]): void {
  const refused = row.cells.findIndex(({ allowed }) => !allowed);
  name.value = agents[Math.max(0, refused)] ?? name.value;
  url.value = row.url;
  isRowAsked.value = true;
}

const isCompact = (agents: readonly string[]): boolean => agents.length > MAX_COLUMNS || isPhone();

/** Few crawlers are named, many are counted. */
function compactText({ refusedBy, cells }: ListRow, agents: readonly string[]): string {
  if (refusedBy === 0) return "Allowed for all";
  if (refusedBy === agents.length) return "Refused for all";
  if (cells.length === 0) return `Refused for ${refusedBy} of ${agents.length}`;
  return `Refused: ${visible(agents.filter((_, i) => cells[i]?.allowed === false).join(", "))}`;
}

function Cells({ row, agents, filter }: { row: ListRow; agents: readonly string[]; filter: ListFilter }): VNode {
  const columns = isCompact(agents) ? 1 : agents.length;
  if (filter === "others" || filter === "invalid")
    return <td colSpan={columns}>{filter === "others" ? "another host" : "not a URL"}</td>;
  if (isCompact(agents))
    return (
      <td>
        <Toned tone={toneOf(row.refusedBy === 0)}>{compactText(row, agents)}</Toned>
      </td>
    );
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

interface RowsProps {
  readonly window: Window;
  readonly shown: number;
  readonly agents: readonly string[];
  readonly filter: ListFilter;
  readonly selected: number;
  select(at: number): void;
  explain(row: ListRow): void;
}

const Rows = ({ window: { from, rows }, shown, agents, filter, selected, select, explain }: RowsProps): VNode => (
  <>
    {rows.slice(0, shown).map((row, i) => (
      <tr
        key={from + i}
        id={`row-${from + i}`}
        aria-rowindex={from + i + 2}
        aria-selected={from + i === selected}
        onClick={() => select(from + i)}
        onDblClick={() => explain(row)}
      >
        <th scope="row">
          <bdi>{visible(row.url)}</bdi>
        </th>
        <Cells row={row} agents={agents} filter={filter} />
      </tr>
    ))}
  </>
);

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

interface Selection {
  readonly selected: Signal<number>;
  select(at: number): void;
  explain(row: ListRow): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** One row is selected; arrow keys move it, Enter opens its reason. */
function useSelection(box: { current: HTMLElement | null }, { state, filter }: TableProps, window: Window): Selection {
  const selected = useSignal(0);
  const rowAt = (at: number): ListRow | undefined => window.rows[at - window.from];
  const select = (at: number): void => {
    selected.value = at;
    const row = rowAt(at);
    if (row !== undefined && filter !== "invalid") askAbout(row, state.agents);
  };
  const explain = (row: ListRow): void => {
    askAbout(row, state.agents);
    openView("urls");
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = MOVES[event.key];
    const row = rowAt(selected.value);
    if (event.key === "Enter" && row !== undefined && !(event.target instanceof HTMLAnchorElement)) explain(row);
    if (move === undefined) return;
    event.preventDefault();
    const page = Math.floor(box.current!.clientHeight / rowPx()) - 1;
    select(Math.max(0, Math.min(state.counts[filter] - 1, move(selected.value, page))));
    reveal(box.current!, selected.value);
  };
  return { selected, select, explain, onKeyDown };
}

export function ListTable({ state, filter }: TableProps): VNode {
  const { window, scrolled } = useRows({ state, filter });
  const box = useRef<HTMLDivElement>(null);
  const { selected, onKeyDown, ...act } = useSelection(box, { state, filter }, window.value);
  const { from, rows } = window.value;
  const { agents } = state;
  const total = state.counts[filter];
  const shown = Math.max(0, Math.min(rows.length, total - from));
  // While a list is decided, the counts change and the rows in sight do not.
  const body = useMemo(
    () => (
      <Rows {...act} window={window.value} shown={shown} agents={agents} filter={filter} selected={selected.value} />
    ),
    [window.value, shown, agents.join(), filter, selected.value],
  );
  return (
    <div class="vlist" ref={box} onScroll={({ currentTarget }) => scrolled(currentTarget)}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are selected by arrow keys, as in a grid
        role="grid"
        aria-label="Verdicts"
        aria-rowcount={total + 1}
        aria-activedescendant={shown === 0 ? undefined : `row-${selected.value}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <Head agents={agents} />
        <tbody>
          <Gap rows={from} />
          {body}
          <Gap rows={total - from - shown} />
        </tbody>
      </table>
    </div>
  );
}
