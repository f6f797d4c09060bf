/** A list of URLs: how far the worker is, what was left out, and the rows. */

import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { enumerated, formatNumber, pluralise } from "../../bindings/owners/editor/wording.ts";
import { answerEngine } from "../engine.ts";
import { shownInField, takingLong } from "../long-text.ts";
import type { ListFilter, ListProgress } from "../protocol.ts";
import { overview } from "../state/answers.ts";
import { fileUrl, site } from "../state/document.ts";
import { saveFile } from "../state/export.ts";
import { adoptSite } from "../state/fetching.ts";
import { isListEdited, listAgents, listFilter, listText, progress, takeList } from "../state/list.ts";
import { fail } from "../state/status.ts";
import { bound } from "./bound.ts";
import { Choices } from "./Choices.tsx";
import { FileButton } from "./FileButton.tsx";
import { LaterTable } from "./LaterTable.tsx";
import { ListTable } from "./ListTable.tsx";
import { Note } from "./Note.tsx";
import { Plain, visible } from "./Text.tsx";

const FILTERS: readonly (readonly [ListFilter, string])[] = [
  ["all", "All"],
  ["refused", "Refused for any"],
  ["differ", "They differ"],
  ["others", "Other hosts"],
  ["invalid", "Not a URL"],
];

function ListForm(): VNode {
  const typed = useSignal(shownInField(listText.value));
  return (
    <div class="drop">
      <label for="url-list">
        <b>Paste URLs, one a line</b> <span class="muted small">or CSV, or a sitemap, or drop a file</span>
      </label>
      <textarea
        id="url-list"
        spellcheck={false}
        placeholder={"/cart\n/products/lamp"}
        onPaste={takingLong(takeList)}
        {...bound(typed)}
      />
      <div class="tools">
        <button type="button" class="btn main" onClick={() => takeList(typed.value)}>
          Decide them
        </button>
        <FileButton title="Open a list…" accept=".txt,.csv,.tsv,.xml,text/plain,text/csv,text/xml" />
      </div>
    </div>
  );
}

const State = ({ total, decided, batches, format, counts, problem }: ListProgress): VNode => (
  <div>
    <p class="small" id="list-progress" data-batches={batches}>
      <b>
        {formatNumber(counts.all)} of {formatNumber(total)} URLs
      </b>{" "}
      decided
      {decided < total
        ? ". You can scroll and filter now."
        : format === "lines"
          ? "."
          : ` from a ${format === "csv" ? "table" : format}.`}
    </p>
    {decided < total ? <progress max={total} value={decided} aria-labelledby="list-progress" /> : null}
    {counts.invalid === 0 ? null : (
      <p class="small v-warn">{pluralise(counts.invalid, "line is not a URL", "lines are not URLs")}: no verdict.</p>
    )}
    {problem === undefined ? null : <p class="small v-warn">{visible(`The list may end early: ${problem}.`)}</p>}
    {format === "sitemap index" ? (
      <p class="small muted">This is an index of sitemaps: its entries are sitemaps, not pages.</p>
    ) : null}
  </div>
);

function OtherHosts({ hosts, counts }: ListProgress): VNode | null {
  if (hosts.length === 0 || (site.value === "" && hosts.length < 2)) return null;
  const list = hosts
    .slice(0, 3)
    .map(({ host, count }) => `${pluralise(count, "URL")} of ${host}`)
    .join(", ");
  if (site.value !== "")
    return (
      <Note title={pluralise(counts.others, "URL is on other hosts", "URLs are on other hosts")}>
        <p>
          A robots.txt counts only for its own host, here <Plain text={fileUrl.value ?? site.value} />. We left out{" "}
          <Plain text={list} />
          {hosts.length > 3 ? ` and others` : ""}.{" "}
          <button
            type="button"
            class="link"
            onClick={() => {
              listFilter.value = "others";
            }}
          >
            Show them
          </button>
        </p>
      </Note>
    );
  return (
    <Note tone="warn" title="These URLs are on several hosts">
      <p>
        A robots.txt counts for one host: <Plain text={list} />. Say whose file this is, and the others are left out.
      </p>
      <div class="tools">
        {hosts.slice(0, 3).map(({ host }) => (
          <button key={host} type="button" class="btn" onClick={() => adoptSite(host)}>
            <Plain text={host} />
          </button>
        ))}
      </div>
    </Note>
  );
}

function Filters({ counts }: ListProgress): VNode {
  const shown = FILTERS.filter(([name]) => !["others", "invalid"].includes(name) || counts[name] > 0);
  return (
    <Choices
      label="Show"
      all={shown.map(([name, title]) => [name, `${title} ${formatNumber(counts[name])}`])}
      chosen={listFilter.value}
      choose={(name) => {
        listFilter.value = name;
      }}
    />
  );
}

const PURPOSES = [
  ["training", "All AI training crawlers"],
  ["search", "All search engines"],
  ["user-request", "All assistants and readers"],
] as const;

const addAgents = (names: readonly string[]): void => {
  listAgents.value = [...new Set([...listAgents.value, ...names])];
};

function AgentChooser(): VNode {
  const typed = useSignal("");
  const rows = overview.value?.rows ?? [];
  return (
    <form
      class="chooser"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.value.trim() !== "") addAgents([typed.value.trim()]);
        typed.value = "";
      }}
    >
      <ul class="chips">
        {listAgents.value.map((one) => (
          <li key={one}>
            <Plain text={one} />
            <button
              type="button"
              class="link"
              aria-label={`Remove ${one}`}
              onClick={() => {
                listAgents.value = listAgents.value.filter((other) => other !== one);
              }}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
      <div class="tools">
        <input aria-label="Crawler to add" list="list-crawlers" placeholder="Any crawler" {...bound(typed)} />
        <datalist id="list-crawlers">
          {rows.map(({ token }) => (
            <option key={token} value={token} />
          ))}
        </datalist>
        <button type="submit" class="btn">
          Add
        </button>
        {PURPOSES.map(([section, title]) => (
          <button
            key={section}
            type="button"
            class="btn"
            onClick={() => addAgents(rows.filter((row) => row.section === section).map(({ token }) => token))}
          >
            {title}
          </button>
        ))}
      </div>
    </form>
  );
}

function Agents(): VNode {
  const shown = enumerated(listAgents.value, 4);
  const summary = (
    <>
      Crawlers: <Plain text={shown || "none"} />
    </>
  );
  return (
    <LaterTable summary={summary}>
      <AgentChooser />
    </LaterTable>
  );
}

async function saveCsv(): Promise<void> {
  const csv = await answerEngine.ask("csv", { filter: listFilter.value });
  saveFile("verdicts.csv", "text/csv", csv);
}

export function UrlList(): VNode {
  const state = progress.value;
  if (isListEdited.value || listText.value === "") return <ListForm />;
  if (state === undefined) return <p class="muted">Reading the list…</p>;
  return (
    <>
      <div class="tools">
        <h2 class="h3">A list of URLs</h2>
        <span class="push" />
        <button
          type="button"
          class="btn"
          onClick={() => {
            isListEdited.value = true;
          }}
        >
          Change the list…
        </button>
        <button type="button" class="btn" onClick={() => saveCsv().catch(fail)}>
          Save CSV
        </button>
      </div>
      <State {...state} />
      <OtherHosts {...state} />
      <Filters {...state} />
      <Agents />
      <ListTable state={state} filter={listFilter.value} />
      <p class="small muted">The number is the deciding line. Arrow keys move, Enter opens the reason.</p>
    </>
  );
}
