/** The table URL x agent, a page at a time. A click on a verdict explains it. */
import type { VNode } from "preact";
import { findAgent } from "../../bindings/agents/index.ts";
import { verdictEngine } from "../engine.ts";
import { type Filter, PAGE_ROWS, type Row } from "../protocol.ts";
import { currentColumn, currentRow, fail, filter, page, selected, status, verdicts } from "../state.ts";
import { Mark } from "./Mark.tsx";
import { Shown, visible } from "./Shown.tsx";

const FILTERS: readonly (readonly [Filter, string])[] = [
  ["all", "All URLs"],
  ["allowed", "Allowed to an agent"],
  ["refused", "Refused to an agent"],
  ["differs", "Agents differ"],
  ["invalid", "Not a URL"],
];

function save(name: string, type: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function saveTable(format: "csv" | "json"): Promise<void> {
  const type = format === "csv" ? "text/csv" : "application/json";
  await verdictEngine.ask("table", { format }).then((text) => save(`verdicts.${format}`, type, text), fail);
  status.value = `Saved verdicts.${format}`;
}

function Controls(): VNode {
  return (
    <div class="controls">
      <label>
        Show{" "}
        <select
          value={filter.value}
          onChange={({ currentTarget }) => {
            filter.value = currentTarget.value as Filter;
            page.value = 0;
          }}
        >
          {FILTERS.map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <button type="button" onClick={() => void saveTable("csv")}>
        Save CSV
      </button>
      <button type="button" onClick={() => void saveTable("json")}>
        Save JSON
      </button>
    </div>
  );
}

function Pages({ matching }: { matching: number }): VNode | null {
  const pages = Math.ceil(matching / PAGE_ROWS);
  if (pages < 2) return null;
  const turn = (by: number) => () => {
    page.value += by;
  };
  return (
    <nav class="controls" aria-label="Pages of the table">
      <button type="button" disabled={page.value === 0} onClick={turn(-1)}>
        Previous
      </button>
      <span>
        Page {page.value + 1} of {pages.toLocaleString("en")}
      </span>
      <button type="button" disabled={page.value >= pages - 1} onClick={turn(1)}>
        Next
      </button>
    </nav>
  );
}

function Cells({ row }: { row: Row }): VNode {
  const agents = verdicts.value!.agents;
  if (row.cells.length === 0)
    return <td colSpan={agents.length}>Not a URL: expected an absolute URL, or a path that starts with /</td>;
  return (
    <>
      {row.cells.map(({ allowed, rule }, column) => (
        <td key={agents[column]?.agent}>
          <button
            type="button"
            class="cell"
            aria-pressed={row === currentRow.value && column === currentColumn.value}
            onClick={() => {
              selected.value = { url: row.url, column };
            }}
          >
            <Mark allowed={allowed} />
            {rule === undefined ? null : <span class="line">line {rule.line}</span>}
          </button>
        </td>
      ))}
    </>
  );
}

/** No group names the agent: most obey `*`, and some ignore it. */
const noteOf = (agent: string): string =>
  findAgent(agent.split(" ")[0]!)?.ignoresStar ? "; but this crawler ignores the group for *" : ", by *";

function Summary(): VNode {
  const { total, invalid, truncated } = verdicts.value!;
  return (
    <p>
      {total.toLocaleString("en")} {total === 1 ? "URL" : "URLs"}
      {invalid > 0 ? `, ${invalid.toLocaleString("en")} not a URL` : ""}
      {truncated ? ". The file is longer than 512,000 bytes: the rest was not read (RFC 9309 §2.5)." : ""}
    </p>
  );
}

export function Verdicts(): VNode {
  if (verdicts.value === undefined) return <p>Starting the engine…</p>;
  const { agents, rows, matching } = verdicts.value;
  return (
    <>
      <Controls />
      <Summary />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section class="scroll" tabIndex={0} aria-label="Verdicts by URL and agent">
        <table>
          <thead>
            <tr>
              <th scope="col">URL</th>
              {agents.map(({ agent, named, allowed, refused, error }) => (
                <th scope="col" key={agent}>
                  {visible(agent)}
                  <small title={error}>
                    {error === undefined ? `${allowed} allowed, ${refused} refused` : "cannot be used"}
                    {error === undefined && !named ? noteOf(agent) : ""}
                  </small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.line}>
                <th scope="row">
                  <Shown text={row.url} />
                </th>
                <Cells row={row} />
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Pages matching={matching} />
    </>
  );
}
