/** Every known crawler by purpose, with its verdict and the line that decides. */

import { type Signal, signal, useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { purposeTexts } from "../../bindings/owners/agents/index.ts";
import { pluralise } from "../../bindings/owners/editor/wording.ts";
import { isPermission, permissionText, sharesOf, sharesText, urlSharesText } from "../answer.ts";
import type { CrawlerRow, Overview, Section } from "../protocol.ts";
import { forUrl, nameFilter, overview, urlOverview } from "../state/answers.ts";
import { hasFile, outcome, source } from "../state/document.ts";
import { askedUrl, url } from "../state/question.ts";
import { route } from "../state/route.ts";
import { bound } from "./bound.ts";
import { Choices } from "./Choices.tsx";
import { CrawlerTable, CrawlerRow as TableRow } from "./CrawlerRow.tsx";
import { LaterTable } from "./LaterTable.tsx";
import { RuleChange } from "./RuleChange.tsx";
import { StatusPanel } from "./StatusPanel.tsx";
import { Bar } from "./Verdict.tsx";
import { WriteFile } from "./WriteFile.tsx";

/** The sections in their order, with the rows that are shown at once; 0 for a section that starts closed. */
export const sections: Readonly<Record<Section, number>> = {
  training: 14,
  search: 7,
  "user-request": 5,
  ads: 0,
  archive: 0,
  preview: 0,
  seo: 0,
  data: 0,
  other: 0,
};

const SHOW = [
  ["all", "All"],
  ["refused", "Refused"],
  ["partly", "Partly"],
  ["allowed", "Allowed"],
  ["ignores", "May ignore"],
] as const;
type Show = (typeof SHOW)[number][0];

const passes = (row: CrawlerRow, wanted: Show): boolean =>
  wanted === "all" || (wanted === "ignores" ? row.mayIgnore : row.access === wanted);

/** By its name, its operator, or the company or product that the filter names. */
const matches = ({ token, operator }: CrawlerRow, text: string, named: readonly string[]): boolean =>
  named.includes(token) || `${token} ${operator}`.toLowerCase().includes(text.trim().toLowerCase());

const canChange = (): boolean => hasFile.value && forUrl.value === undefined;

const Row = ({ row }: { row: CrawlerRow }): VNode => (
  <>
    <TableRow {...row} about={row.operator}>
      {row.notes.join(". ")} {canChange() ? <ChangeButton row={row} /> : null}
    </TableRow>
    {canChange() && changing.value === row.token ? (
      <tr>
        <td colSpan={4}>
          <Change row={row} />
        </td>
      </tr>
    ) : null}
  </>
);

/** The crawler whose rules are about to change. One at a time. */
const changing: Signal<string | undefined> = signal(undefined);

const verbFor = ({ access }: CrawlerRow): string => (access === "refused" ? "Allow" : "Block");

function ChangeButton({ row }: { row: CrawlerRow }): VNode {
  const isShown = changing.value === row.token;
  return (
    <button
      type="button"
      class="link small no-print"
      aria-expanded={isShown}
      aria-label={`${verbFor(row)} ${row.token}`}
      onClick={() => {
        changing.value = isShown ? undefined : row.token;
      }}
    >
      {verbFor(row)}…
    </button>
  );
}

/** The preview says what changes. */
const Change = ({ row }: { row: CrawlerRow }): VNode => (
  <RuleChange
    tokens={[row.token]}
    allow={row.access === "refused"}
    title={`${verbFor(row)} ${row.token}`}
    did={`${row.access === "refused" ? "Allowed" : "Blocked"} ${row.token}`}
    onDone={() => {
      changing.value = undefined;
    }}
  />
);

function Table({ rows, label }: { rows: readonly CrawlerRow[]; label: string }): VNode {
  const verdict = forUrl.value === undefined ? "Whole site" : "This URL";
  return (
    <CrawlerTable label={label}>
      <thead>
        {/* biome-ignore lint/a11y/noRedundantRoles: a phone shows the table as blocks */}
        <tr role="row">
          {["Crawler", verdict, "Decided by", "Note"].map((title, i) => (
            <th key={title} scope="col" class={`c${i + 1}`}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.token} row={row} />
        ))}
      </tbody>
    </CrawlerTable>
  );
}

/** Names that only permit a use, and names that are no longer used, are not counted as crawlers. */
const crawlersAmong = (rows: readonly CrawlerRow[]): readonly CrawlerRow[] =>
  rows.filter((row) => row.isActive && !isPermission(row));

/** Three numbers; other names stand apart. */
export function summaryOf(rows: readonly CrawlerRow[], ofUrl: boolean = forUrl.value !== undefined): string {
  const ignoring = rows.filter(({ mayIgnore }) => mayIgnore).length;
  const old = rows.filter(({ isActive }) => !isActive).length;
  const parts = [
    (ofUrl ? urlSharesText : sharesText)(sharesOf(crawlersAmong(rows))),
    ofUrl ? "" : permissionText(rows.filter(isPermission)).replace(/\.$/, ""),
    ignoring === 0 ? "" : `${ignoring} may ignore robots.txt`,
    old === 0 ? "" : pluralise(old, "old name"),
  ];
  return parts.filter((part) => part !== "").join(". ");
}

const ORDER = { refused: 0, partly: 1, allowed: 2 } as const;
const sorted = (rows: readonly CrawlerRow[]): readonly CrawlerRow[] =>
  [...rows].sort((a, b) => ORDER[a.access] - ORDER[b.access]);

interface PurposeProps {
  readonly id: Section;
  readonly rows: readonly CrawlerRow[];
  /** A filter opens everything. */
  readonly open: boolean;
}

function Purpose({ id, rows, open }: PurposeProps): VNode {
  const { title, does } = purposeTexts[id];
  const shown = sections[id];
  const ordered = id === "training" ? sorted(rows) : rows;
  if (shown === 0 && !open)
    return (
      <LaterTable id={id} summary={<PurposeSummary title={title} does={does} rows={rows} />}>
        <Table rows={ordered} label={title} />
      </LaterTable>
    );
  const first = open ? ordered : ordered.slice(0, shown);
  const rest = ordered.slice(first.length);
  return (
    <section class="purpose" id={id} aria-labelledby={`h-${id}`} tabIndex={-1}>
      <div class="ph">
        <h3 id={`h-${id}`}>
          {title}
          <span class="small muted">
            <span class="sr">: </span>
            {does}
          </span>
        </h3>
        <Bar {...sharesOf(crawlersAmong(rows))} />
        <p class="small muted">
          {pluralise(crawlersAmong(rows).length, "crawler")}: {summaryOf(rows)}
        </p>
      </div>
      <Table rows={first} label={title} />
      {rest.length === 0 ? null : (
        <LaterTable summary={`Show ${rest.length} more: ${summaryOf(rest)}`}>
          <Table rows={rest} label={`${title}, the rest`} />
        </LaterTable>
      )}
    </section>
  );
}

const PurposeSummary = ({ title, does, rows }: { title: string; does: string; rows: readonly CrawlerRow[] }): VNode => (
  <>
    <span>
      <b>{title}</b>
      <span class="sr">: </span> <span class="muted small">{does}</span>
    </span>
    <span class="small muted">{summaryOf(rows)}</span>
  </>
);

function WholeSiteOrUrl(): VNode {
  return (
    <>
      <select
        aria-label="Verdict for"
        value={forUrl.value === undefined ? "site" : "url"}
        onChange={({ currentTarget }) => {
          forUrl.value = currentTarget.value === "url" ? askedUrl.value || "/" : undefined;
        }}
      >
        <option value="site">For the whole site</option>
        <option value="url">For one URL…</option>
      </select>
      {forUrl.value === undefined ? null : (
        <input
          class="wide"
          aria-label="URL or path"
          spellcheck={false}
          inputMode="url"
          placeholder="/"
          value={url.value}
          onInput={({ currentTarget }) => {
            url.value = currentTarget.value;
            forUrl.value = askedUrl.value || "/";
          }}
        />
      )}
    </>
  );
}

const Filters = ({ rows, wanted }: { rows: readonly CrawlerRow[]; wanted: Signal<Show> }): VNode => (
  <Choices
    label="Show"
    all={SHOW.map(([one, title]) => [one, `${title} ${rows.filter((row) => passes(row, one)).length}`])}
    chosen={wanted.value}
    choose={(one) => {
      wanted.value = one;
    }}
  />
);

const AnswersOnly = (): VNode => (
  <p class="small muted">
    Only crawlers for AI search and assistants. <a href="#crawlers">Show all</a>
  </p>
);

/** The address may name a section. */
function useSection(ready: boolean): void {
  const { part } = route.value;
  useEffect(() => {
    const section = ready && part !== "" ? document.getElementById(part) : null;
    if (section instanceof HTMLDetailsElement) section.open = true;
    section?.scrollIntoView();
    section?.focus({ preventScroll: true });
  }, [part, ready]);
}

function List({ shown }: { shown: Overview }): VNode {
  const wanted = useSignal<Show>("all");
  const filter = nameFilter.value;
  const answersOnly = route.value.part === "answers";
  const rows = shown.rows.filter((row) => !answersOnly || row.answers);
  const named = filter.trim() === "" ? [] : (overview.value?.named ?? []);
  const found = rows.filter((row) => passes(row, wanted.value) && matches(row, filter, named));
  const unknown = filter.trim() === "" || found.length > 0 ? undefined : overview.value?.unknown;
  const open = filter.trim() !== "" || wanted.value !== "all" || answersOnly;
  return (
    <>
      <div class="tools">
        <input
          id="filter"
          class="grow"
          type="search"
          aria-label="Filter crawlers by name or operator"
          placeholder={`Filter ${shown.rows.length} crawlers, or type any name`}
          {...bound(nameFilter)}
        />
        <WholeSiteOrUrl />
      </div>
      <Filters rows={rows} wanted={wanted} />
      {answersOnly ? <AnswersOnly /> : null}
      {unknown === undefined ? null : <Table rows={[unknown]} label="Not in our list" />}
      {(Object.keys(sections) as Section[]).map((id) => {
        const own = found.filter(({ section }) => section === id);
        return own.length === 0 ? null : <Purpose key={id} id={id} rows={own} open={open} />;
      })}
      {found.length === 0 && unknown === undefined ? <p class="muted">No crawler matches.</p> : null}
    </>
  );
}

export function Crawlers(): VNode {
  const shown = forUrl.value === undefined ? overview.value : urlOverview.value;
  useSection(shown !== undefined);
  if (shown === undefined)
    return <p class="muted">{source.value !== undefined ? "Reading the file…" : "Nothing is known."}</p>;
  return (
    <>
      <h2 class="sr">Crawlers</h2>
      {source.value?.kind === "status" ? <StatusPanel rows={shown.rows} /> : null}
      {outcome.value?.wantsFile ? <WriteFile rows={shown.rows} /> : null}
      {source.value?.kind === "status" ? (
        <LaterTable summary={`Show all ${shown.rows.length} crawlers`}>
          <div class="stack">
            <List shown={shown} />
          </div>
        </LaterTable>
      ) : (
        <List shown={shown} />
      )}
    </>
  );
}
