/** What the file says besides Allow and Disallow, each with its line, and where it contradicts itself. */
import type { VNode } from "preact";
import type { UsageView, UseRow } from "../protocol.ts";
import { editedFile, hasFile } from "../state/document.ts";
import { openView } from "../state/route.ts";
import { LineLink } from "./LineLink.tsx";
import { Note } from "./Note.tsx";
import { RuleWriter } from "./RuleWriter.tsx";
import { Table } from "./Table.tsx";
import { Plain, visible } from "./Text.tsx";
import { useWorker } from "./useWorker.ts";
import { Toned, toneOf, YesNo } from "./Verdict.tsx";

const USES: Readonly<Record<UseRow["use"], string>> = {
  search: "Show in search results",
  "ai-input": "Use in AI answers",
  "train-ai": "Train AI models",
};

const whoOf = ({ count, names }: UseRow): string =>
  count <= names.length ? names.join(", ") : `${count} crawlers, such as ${names[0]}`;

function Uses({ uses, silent }: UsageView): VNode {
  if (uses.length === 0)
    return (
      <p class="small muted">The file says nothing about use: it has no Content-Signal and no Content-Usage line.</p>
    );
  return (
    <>
      <Table
        titles={["Use", "The site says", "Where", "To whom"]}
        rows={uses.map((row) => [
          USES[row.use],
          <YesNo pill allowed={row.allowed} />,
          <span>
            {row.line === undefined ? null : <LineLink line={row.line} />}{" "}
            <span class="pat small muted">{visible(row.text)}</span>
          </span>,
          whoOf(row),
        ])}
      />
      {silent === 0 ? null : <p class="small muted">{silent} crawlers obey a group without a statement.</p>}
    </>
  );
}

const Licences = ({ licences }: UsageView): VNode => (
  <section>
    <h3 class="h3">Licence</h3>
    {licences.length === 0 ? <p class="small muted">No License line (RSL).</p> : null}
    {licences.slice(0, 20).map(({ line, url, note }) => (
      <p key={line} class="small">
        {line === undefined ? null : <LineLink line={line} />} <Plain text={url} />
        <br />
        <span class="muted">{note}</span>
      </p>
    ))}
  </section>
);

const Delays = ({ delays }: UsageView): VNode => (
  <section>
    <h3 class="h3">Crawl-delay</h3>
    {delays.length === 0 ? <p class="small muted">No delay.</p> : null}
    {delays.slice(0, 20).map(({ line, text: value, agents }) => (
      <p key={line} class="small">
        <LineLink line={line} /> <Plain text={value} />, for <Plain text={agents} />
      </p>
    ))}
    {delays.length === 0 ? null : <p class="small muted">Google never reads it. Bing and some others do.</p>}
  </section>
);

const Sitemaps = ({ sitemaps }: UsageView): VNode => (
  <section>
    <h3 class="h3">Sitemaps</h3>
    {sitemaps.length === 0 ? (
      <p class="small muted">No Sitemap line. Search engines find a sitemap that stands here.</p>
    ) : null}
    <ul class="stack small">
      {sitemaps.map(({ line, url, problem, isRead }) => (
        <li key={line}>
          <Toned pill tone={isRead && problem !== undefined ? "warn" : toneOf(isRead)}>
            {problem === undefined ? "Usable" : isRead ? "Not by all" : "Ignored"}
          </Toned>{" "}
          <LineLink line={line} /> <Plain text={url} /> {problem}
        </li>
      ))}
    </ul>
    {sitemaps.length === 0 ? null : (
      <p class="small muted">
        To check the URLs of a sitemap, open the file under{" "}
        <button type="button" class="link" onClick={() => openView("list")}>
          A list or sitemap
        </button>
        .
      </p>
    )}
  </section>
);

const Contradictions = ({ contradictions }: UsageView): VNode => (
  <>
    {contradictions.map(({ offersRules, ...note }) => (
      <Note key={note.title} tone="warn" {...note}>
        {offersRules ? (
          <div class="tools">
            <button type="button" class="btn main" onClick={() => document.getElementById("block")?.scrollIntoView()}>
              Write rules for them
            </button>
          </div>
        ) : null}
      </Note>
    ))}
  </>
);

export function Usage(): VNode {
  const { value: view } = useWorker("usage", () => (hasFile.value ? editedFile() : undefined));
  return (
    <>
      <h2 class="sr">Usage, licences and sitemaps</h2>
      {view === undefined ? <p class="muted">{hasFile.value ? "Reading…" : "There is no file."}</p> : null}
      {view === undefined ? null : (
        <>
          <Contradictions {...view} />
          <section>
            <h3 class="h3">What the site says about use</h3>
            <Uses {...view} />
          </section>
          <div class="two">
            <Licences {...view} />
            <Delays {...view} />
          </div>
          <Sitemaps {...view} />
          <RuleWriter view={view} />
        </>
      )}
      <p class="small">
        <a href="#page">Check the tags and resources of a page</a>
      </p>
    </>
  );
}
