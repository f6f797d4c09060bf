/** "Is it safe to publish?": two files, and one answer for each audience of the site. */

import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { AudienceRow, Responsible } from "../../bindings/owners/agents/index.ts";
import { pluralise } from "../../bindings/owners/editor/wording.ts";
import type { Tone } from "../answer.ts";
import { hasLiveServer } from "../live.ts";
import { shownInField, takingLong } from "../long-text.ts";
import type { Publishing, Requests } from "../protocol.ts";
import { edit, site, text } from "../state/document.ts";
import { copy } from "../state/export.ts";
import { publishLink } from "../state/link.ts";
import { fetchLiveFile } from "../state/live-file.ts";
import { approve, approved, before, givenBefore, isBeforeTyped, pages } from "../state/publish.ts";
import { showAnswer } from "../state/route.ts";
import { fail } from "../state/status.ts";
import { originOf } from "../work/hosts.ts";
import { bound } from "./bound.ts";
import { FileButton } from "./FileButton.tsx";
import { Icon } from "./Icon.tsx";
import { LineLink } from "./LineLink.tsx";
import { Code, Plain, sentence, visible } from "./Text.tsx";
import { useWorker } from "./useWorker.ts";
import { Toned } from "./Verdict.tsx";

interface FieldProps {
  readonly title: string;
  readonly hint: string;
  readonly value: string;
  readonly accept: string;
  readonly onText: (text: string) => void;
  readonly rows?: number;
}

/** A text area that takes files and long texts too. */
function TextField({ title, hint, value, accept, onText, rows = 6 }: FieldProps): VNode {
  const shown = shownInField(value);
  return (
    <div class="field">
      <label>
        <b>{title}</b> <span class="muted small">{hint}</span>
        <textarea
          rows={rows}
          spellcheck={false}
          value={shown}
          placeholder={shown === value ? "" : `${value.length.toLocaleString("en")} characters`}
          onPaste={takingLong(onText)}
          onInput={({ currentTarget }) => onText(currentTarget.value)}
        />
      </label>
      <FileButton
        title="Open…"
        label={`Open ${title.toLowerCase()}`}
        accept={accept}
        take={async (one) => onText(await one.text())}
      />
    </div>
  );
}

function FetchLive(): VNode | null {
  if (!hasLiveServer() || originOf(site.value) === undefined) return null;
  return (
    <button type="button" class="btn" onClick={() => fetchLiveFile(site.value).catch(fail)}>
      Fetch the live file of {site.value}
    </button>
  );
}

const Inputs = ({ open }: { open: boolean }): VNode => (
  <details class="inputs" open={open}>
    <summary>The two files and your pages</summary>
    <div class="two">
      <TextField
        title="The live file"
        hint="paste what your site serves now"
        accept=".txt,text/plain"
        value={before.value ?? ""}
        onText={(content) => {
          givenBefore.value = content;
          isBeforeTyped.value = true;
        }}
      />
      <TextField
        title="The new file"
        hint="what you want to publish"
        accept=".txt,text/plain"
        value={text.value}
        onText={edit}
      />
    </div>
    <div class="tools">
      <FetchLive />
    </div>
    <TextField
      title="Your pages"
      hint="optional: a sitemap, a CSV or a list of URLs, to count them"
      accept=".txt,.csv,.tsv,.xml,text/plain,text/csv,text/xml"
      value={pages.value}
      rows={3}
      onText={(content) => {
        pages.value = content;
      }}
    />
  </details>
);

const TONES: Readonly<Record<AudienceRow["tone"], Tone>> = {
  lost: "refused",
  gained: "allowed",
  unsure: "warn",
  same: "muted",
};

/** Red is for what is probably a mistake; whom an owner keeps out of the others, or lets in, is a choice. */
const toneOf = ({ tone, isSales }: AudienceRow): Tone => {
  if (isSales) return TONES[tone];
  return tone === "lost" || tone === "gained" ? "partly" : TONES[tone];
};

const iconOf = ({ tone, isSales }: AudienceRow): Tone => (tone === "gained" && !isSales ? "partly" : TONES[tone]);

const SHOWN_FIELDS = 20;

const By = ({ by }: { by: Responsible }): VNode => (
  <span>
    {by.isRemoved ? <span class="muted">line {by.line} removed</span> : <LineLink line={by.line} />}{" "}
    <Code text={by.rule} />
  </span>
);

function Row({ row }: { row: AudienceRow }): VNode {
  const { title, says, counts, by, isLikeBefore, examples } = row;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a phone shows rows as blocks
    <tr role="row">
      <th scope="row">{title}</th>
      <td>
        <Toned tone={toneOf(row)} icon={iconOf(row)}>
          {sentence(says)}
        </Toned>
        {counts === "" ? null : <p class="small muted">{visible(counts)}</p>}
        {isLikeBefore || examples.length < 2 ? null : <Examples examples={examples} />}
      </td>
      <td class="by">{by === undefined || isLikeBefore ? null : <By by={by} />}</td>
    </tr>
  );
}

const Examples = ({ examples }: Pick<AudienceRow, "examples">): VNode => (
  <details class="small no-print">
    <summary>Show</summary>
    <ul class="stack small">
      {examples.map(({ url, isLost, by }) => (
        <li key={`${isLost} ${url}`}>
          {isLost ? "loses" : "gains"} <Code text={url} /> {by === undefined ? null : <By by={by} />}
        </li>
      ))}
    </ul>
  </details>
);

const VERDICT_TONES = { unsafe: "refused", look: "warn", safe: "allowed" } as const;
const VERDICT_ICONS = { unsafe: "warn", look: "warn", safe: "allowed" } as const;

function Approval({ isSafe }: { isSafe: boolean }): VNode {
  const name = useSignal("");
  const isAsked = useSignal(false);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (name.value.trim() === "") return;
    approve(`${name.value.trim()}, ${new Date().toISOString().slice(0, 10)}`);
    isAsked.value = false;
  };
  if (isAsked.value)
    return (
      <form class="tools" onSubmit={submit}>
        <input aria-label="Your name" placeholder="Your name" {...bound(name)} />
        <button type="submit" class="btn">
          Approve
        </button>
      </form>
    );
  return (
    <button
      type="button"
      class="btn"
      onClick={() => {
        isAsked.value = true;
      }}
    >
      {approved.value !== "" ? "Approve again…" : isSafe ? "Approve…" : "Approve anyway…"}
    </button>
  );
}

const copyLink = async (): Promise<void> => copy(await publishLink(), "the link to this answer");

function Answer({ found }: { found: Publishing }): VNode {
  const { headline, rows, fields, mistakes, pages: listed } = found;
  return (
    <>
      <div class="publish-head">
        <h1 class={`v-${VERDICT_TONES[headline.verdict]}`} id="ans">
          <Icon name={VERDICT_ICONS[headline.verdict]} /> {headline.title}
        </h1>
        <div class="tools">
          <Approval isSafe={headline.verdict === "safe"} />
          <button type="button" class="btn main" onClick={() => copyLink().catch(fail)}>
            <Icon name="copy" />
            Copy link
          </button>
          <button type="button" class="btn" onClick={() => print()}>
            Print
          </button>
        </div>
      </div>
      {headline.loss === "" ? null : <p class="more">{visible(headline.loss)}</p>}
      {approved.value === "" ? null : (
        <p class="small">
          <b>
            Approved by <Plain text={approved.value} />.
          </b>{" "}
          <span class="muted">The link carries this note; it is not a signature.</span>
        </p>
      )}
      {/* biome-ignore lint/a11y/noRedundantRoles: a phone shows the table as blocks */}
      <table class="publish" role="table" aria-label="Who loses and who gains pages">
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
          <OtherLines fields={fields} />
          <Problems mistakes={mistakes} />
        </tbody>
      </table>
      <p class="small muted">{visible(pagesText(listed))}</p>
    </>
  );
}

function pagesText(listed: Publishing["pages"]): string {
  if (listed === undefined)
    return "We do not know your pages, so these are examples made from both files. Add a sitemap to count them.";
  if (listed.isIndex)
    return "You gave an index of sitemaps, which lists no page: add one of its sitemaps. These are examples made from both files.";
  const { counted: count, others, host, invalid, problem } = listed;
  return [
    `${pluralise(count, "page")} counted.`,
    ...(problem === undefined ? [] : [`The list may end early: ${problem}.`]),
    ...(others === 0 ? [] : [`${pluralise(others, "URL")} left out: this file counts for ${host} alone.`]),
    ...(invalid === 0 ? [] : [`${pluralise(invalid, "line is not a URL", "lines are not URLs")}.`]),
  ].join(" ");
}

/** Sitemaps, delays and statements about use. */
const OtherLines = ({ fields }: Pick<Publishing, "fields">): VNode => (
  // biome-ignore lint/a11y/noRedundantRoles: a phone shows rows as blocks
  <tr role="row">
    <th scope="row">Other lines</th>
    <td colSpan={2}>
      {fields.length === 0 ? <Toned tone="muted">Nothing changes</Toned> : null}
      {fields.slice(0, SHOWN_FIELDS).map(({ says }) => (
        <p key={says}>
          <Toned tone="warn">{visible(says)}</Toned>
        </p>
      ))}
      {fields.length > SHOWN_FIELDS ? <p class="small muted">and {fields.length - SHOWN_FIELDS} more</p> : null}
    </td>
  </tr>
);

const Problems = ({ mistakes }: Pick<Publishing, "mistakes">): VNode => (
  // biome-ignore lint/a11y/noRedundantRoles: a phone shows rows as blocks
  <tr role="row">
    <th scope="row">Problems</th>
    <td>
      {mistakes.length === 0 ? (
        <Toned tone="muted">No new mistake</Toned>
      ) : (
        <Toned tone="refused" icon="warn">
          {pluralise(mistakes.length, "new mistake")}
        </Toned>
      )}
    </td>
    <td class="by">
      {mistakes.slice(0, 3).map(({ line, column, message }) => (
        <p key={`${line} ${column}`}>
          <LineLink line={line} /> {visible(message)}
        </p>
      ))}
    </td>
  </tr>
);

/** The title of the window says who gains and who loses, also in a list of tabs. */
function useTitle(found: Publishing | undefined): void {
  useEffect(() => {
    const old = document.title;
    if (found !== undefined) document.title = `${found.headline.title} ${found.headline.loss}`.trim();
    return () => {
      document.title = old;
    };
  }, [found]);
}

/** The title of the box that is empty: then there is nothing to compare. */
function emptyBox(): "live" | "new" | undefined {
  if ((before.value ?? "").trim() === "") return "live";
  return text.value.trim() === "" ? "new" : undefined;
}

const asked = (): Requests["publish"]["ask"] | undefined =>
  emptyBox() !== undefined
    ? undefined
    : { before: before.value!, after: text.value, urls: pages.value, site: site.value };

export function Publish(): VNode {
  const { value: found } = useWorker("publish", asked);
  const empty = emptyBox();
  const isAsked = empty === undefined;
  // It stands above the fields that were just filled.
  useEffect(() => {
    if (found !== undefined) showAnswer();
  }, [found === undefined]);
  // It stays open while a person types into it.
  const startsOpen = useSignal(!isAsked);
  useTitle(found);
  return (
    <>
      {isAsked ? null : <h1 id="ans">Is it safe to publish?</h1>}
      {isAsked ? null : (
        <p class="muted">
          {empty === "live"
            ? "Paste the file that your site serves now, and the new one. You see who would lose pages."
            : "Paste the new file: you see who would lose pages."}
        </p>
      )}
      {isAsked && found === undefined ? <p class="muted">Comparing…</p> : null}
      {isAsked && found !== undefined ? <Answer found={found} /> : null}
      <Inputs open={startsOpen.value} />
    </>
  );
}
