/** A page's HTML: what Googlebot and link previews may not fetch of it, and what its robots tags add up to. */

import { type Signal, useComputed, useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { parseRobotsMeta, parseXRobotsTag, type RobotsPolicy, resolveRobots } from "../../bindings/core/meta/index.ts";
import { pluralise } from "../../bindings/owners/editor/wording.ts";
import { toolEngine } from "../engine.ts";
import { hasLiveServer } from "../live.ts";
import { shownInField, takingLong } from "../long-text.ts";
import { type PageTags, readPage } from "../page-html.ts";
import type { Resource } from "../protocol.ts";
import { site, source, waiting } from "../state/document.ts";
import { fetchSite, noteTyped } from "../state/fetching.ts";
import { awaitedPage, fetchPage, html, pageAddress, pageNote, pageUrl, robotsTag } from "../state/page.ts";
import { fail } from "../state/status.ts";
import { hostName, originOf, originOfUrl } from "../work/hosts.ts";
import { LineLink } from "./LineLink.tsx";
import { Note } from "./Note.tsx";
import { Head, Table } from "./Table.tsx";
import { Plain, visible } from "./Text.tsx";
import { YesNo } from "./Verdict.tsx";

const SHOWN = 100;

const QUESTIONS: readonly (readonly [keyof RobotsPolicy & string, string])[] = [
  ["index", "May be shown in results"],
  ["follow", "Its links may be followed"],
  ["snippet", "Text of it may be shown"],
  ["imageIndex", "Its images may be indexed"],
];

function Policy({ policy }: { policy: RobotsPolicy }): VNode {
  return (
    <table class="stackable">
      <Head titles={["Google", "Answer"]} />
      <tbody>
        {QUESTIONS.map(([key, question]) => (
          <tr key={key}>
            <th scope="row">{question}</th>
            <td>
              <YesNo allowed={policy[key] === true} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Tags({ metas, crawlable }: { metas: PageTags["metas"]; crawlable: boolean }): VNode {
  const own = metas.filter(({ name }) => /^(?:robots|google|googlebot)$/i.test(name));
  const parsed = [
    ...own.map(({ name, content }) => parseRobotsMeta(content, { name })),
    parseXRobotsTag(robotsTag.value.split("\n").filter((line) => line.trim() !== "")),
  ];
  const policy = resolveRobots(
    parsed.flatMap(({ directives }) => directives),
    { agent: "Googlebot", crawlable: true },
  );
  return (
    <section class="stack">
      <h3 class="h3">Its robots tags</h3>
      {metas.length === 0 ? <p class="small muted">The page has no robots meta tag.</p> : null}
      {metas.map(({ name, content }) => (
        <p key={name + content} class="small">
          <Plain text={name} />: <Plain text={content} />
        </p>
      ))}
      {!crawlable && policy.index === false ? (
        <Note
          tone="bad"
          title="Googlebot never sees this noindex"
          text="The robots.txt refuses the page, so its tags are not read. The address can still appear in results."
        />
      ) : null}
      {crawlable ? <Policy policy={policy} /> : null}
      {parsed
        .flatMap(({ warnings }) => warnings)
        .slice(0, 10)
        .map((warning, i) => (
          <p key={String(i)} class="small v-warn">
            {visible(warning.message ?? warning.code)}
          </p>
        ))}
    </section>
  );
}

function Resources({ checked }: { checked: readonly Resource[] }): VNode {
  const refused = checked.filter(({ verdict, kind }) => verdict === "refused" && kind !== "page");
  const others = checked.filter(({ verdict }) => verdict === "other host").length;
  return (
    <section class="stack">
      <h3 class="h3">Its scripts, styles and images</h3>
      {checked.length - others === 1 ? (
        <p class="small muted">
          {others === 0
            ? "The page loads no scripts, styles or images."
            : "The page loads no scripts, styles or images of this host."}
        </p>
      ) : refused.length === 0 ? (
        <Note
          tone="good"
          title={`Googlebot may fetch ${checked.length - others === 2 ? "the one resource" : `all ${checked.length - 1 - others} resources`} of this host`}
        />
      ) : (
        <Note
          tone="bad"
          title={`Googlebot may not fetch ${pluralise(refused.length, "resource")}`}
          text="Google renders the page without them, and may not see what they show."
        />
      )}
      {others === 0 ? null : (
        <p class="small muted">
          {pluralise(others, "resource is", "resources are")} on other hosts, for which other files count.
        </p>
      )}
      {refused.length === 0 ? null : (
        <Table
          titles={["Refused", "Kind", "Refused by"]}
          rows={refused
            .slice(0, SHOWN)
            .map(({ url, kind, line }) => [
              <Plain text={url} />,
              kind,
              line === undefined ? "the status of the fetch" : <LineLink line={line} />,
            ])}
        />
      )}
    </section>
  );
}

/** What a link preview needs: the page, and the image that it names. */
function Preview({ checked }: { checked: readonly Resource[] }): VNode {
  const images = checked.filter(({ kind }) => kind === "preview");
  const hidden = checked.filter(({ hiddenFrom }) => hiddenFrom !== undefined);
  const others = images.filter(({ verdict }) => verdict === "other host").length;
  return (
    <section class="stack">
      <h3 class="h3">Its link preview</h3>
      {images.length === 0 ? <p class="small muted">The page names no image for it (og:image).</p> : null}
      {hidden.map(({ url, kind, hiddenFrom }) => (
        <Note
          key={kind + url}
          tone="bad"
          title={`Link previews may not fetch ${kind === "page" ? "the page" : "the image"}`}
        >
          <p>
            <Plain text={url} /> is refused to {hiddenFrom!.join(", ")}.
          </p>
        </Note>
      ))}
      {hidden.length === 0 ? (
        <Note tone="good" title={`Link previews may fetch the page${images.length > others ? " and its image" : ""}`} />
      ) : null}
      {others === 0 ? null : (
        <p class="small muted">
          {pluralise(others, "image is", "images are")} on other hosts, for which other files count.
        </p>
      )}
    </section>
  );
}

/** A robots.txt decides the URLs of its own host alone. */
function OtherHost({ host }: { host: string }): VNode {
  return (
    <Note title={`No answer: the page is on ${host}`}>
      <p>
        This file counts for <Plain text={site.value} />. {host} has its own.
      </p>
      {hasLiveServer() ? (
        <div class="tools">
          <button type="button" class="btn" onClick={() => void fetchSite(host)}>
            Fetch its robots.txt
          </button>
        </div>
      ) : null}
    </Note>
  );
}

function Result(): VNode | null {
  const checked = useSignal<readonly Resource[] | undefined>(undefined);
  const page = useComputed(() => readPage(html.value, pageUrl.value));
  const decides = source.value;
  const { resources, metas } = page.value;
  useEffect(() => {
    checked.value = undefined;
    if (decides === undefined) return;
    const ask = { source: decides, site: originOfUrl(pageUrl.value)!, urls: resources };
    toolEngine.ask("resources", ask).then((found) => {
      checked.value = found;
    }, fail);
  }, [page.value, decides]);
  if (checked.value === undefined) return null;
  const crawlable = checked.value[0]?.verdict !== "refused";
  return (
    <>
      {crawlable ? null : (
        <Note tone="bad" title="Googlebot may not fetch the page itself">
          <p>
            <Plain text={pageUrl.value} /> is refused.
          </p>
        </Note>
      )}
      {html.value === "" ? null : (
        <>
          <Resources checked={checked.value.filter(({ kind }) => kind !== "preview")} />
          <Preview checked={checked.value} />
        </>
      )}
      <Tags metas={metas} crawlable={crawlable} />
    </>
  );
}

interface FieldProps {
  readonly label: string;
  readonly hint: string;
  readonly value: Signal<string>;
  readonly rows: number;
}

/** Text that a person pasted belongs to no fetch. */
const take = (value: Signal<string>, text: string): void => {
  value.value = text;
  pageNote.value = undefined;
};

const Field = ({ label, hint, value, rows }: FieldProps): VNode => (
  <label class="field">
    <span>
      <b>{label}</b> <span class="muted small">{hint}</span>
    </span>
    <textarea
      rows={rows}
      spellcheck={false}
      value={shownInField(value.value)}
      placeholder={
        value.value === shownInField(value.value)
          ? ""
          : `${pluralise(value.value.length, "character")}, too long to show`
      }
      onPaste={takingLong((text) => take(value, text))}
      onInput={({ currentTarget }) => take(value, currentTarget.value)}
    />
  </label>
);

function AddressForm(): VNode {
  const isOwn = useSignal(false);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (isOwn.value) noteTyped(pageUrl.value);
    isOwn.value = false;
    if (hasLiveServer()) fetchPage(pageUrl.value).catch(fail);
  };
  return (
    <form class="site" aria-label="The page" onSubmit={submit}>
      <input
        aria-label="Address of the page"
        inputMode="url"
        autocapitalize="off"
        autocomplete="off"
        spellcheck={false}
        value={pageAddress.value ?? pageUrl.value}
        onInput={({ currentTarget }) => {
          pageAddress.value = currentTarget.value;
          isOwn.value = true;
        }}
      />
      {hasLiveServer() ? (
        <button type="submit" class="btn main">
          Fetch the page
        </button>
      ) : null}
    </form>
  );
}

function Fetched(): VNode | null {
  if (awaitedPage.value !== undefined)
    return (
      <p class="muted" role="status">
        Fetching <Plain text={awaitedPage.value} />…
      </p>
    );
  return pageNote.value === undefined ? null : <Note {...pageNote.value} />;
}

function Checked(): VNode | null {
  if (waiting.value !== undefined || (html.value.trim() === "" && robotsTag.value.trim() === "")) return null;
  const [own, page] = [originOf(site.value), originOfUrl(pageUrl.value)!];
  return own === undefined || own === page ? <Result /> : <OtherHost host={hostName(page)} />;
}

export function PageCheck(): VNode {
  return (
    <>
      <h2 class="h3">Can Google render the page?</h2>
      <AddressForm />
      <Fetched />
      <Checked />
      <Field label="HTML of the page" hint="its source, as the server sends it" value={html} rows={8} />
      <Field label="X-Robots-Tag" hint="one header a line, without the name" value={robotsTag} rows={2} />
    </>
  );
}
