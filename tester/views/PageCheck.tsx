/** A page's HTML: which of its resources Googlebot may not fetch, and what its robots tags add up to. */
import { type Signal, signal, useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { parseRobotsMeta, parseXRobotsTag, type RobotsPolicy, resolveRobots } from "../../bindings/tools/meta/index.ts";
import { counted } from "../answer.ts";
import { toolEngine } from "../engine.ts";
import { type PageTags, readPage } from "../page-html.ts";
import type { Resource } from "../protocol.ts";
import { site, source } from "../state/document.ts";
import { askedUrl } from "../state/question.ts";
import { fail } from "../state/status.ts";
import { originOf, originOfUrl } from "../work/hosts.ts";
import { LineLink } from "./LineLink.tsx";
import { Note } from "./Note.tsx";
import { Plain, visible } from "./Text.tsx";
import { YesNo } from "./Verdict.tsx";

const html: Signal<string> = signal("");
const header: Signal<string> = signal("");

const SHOWN = 100;

/** The page's address: the question's URL, or the start page of the site. */
function pageUrl(): string {
  const origin = originOf(site.value) ?? "https://example.com";
  const asked = askedUrl.value;
  return originOfUrl(asked) === undefined ? `${origin}${asked.startsWith("/") ? asked : "/"}` : asked;
}

const QUESTIONS: readonly (readonly [keyof RobotsPolicy & string, string])[] = [
  ["index", "May be shown in results"],
  ["follow", "Its links may be followed"],
  ["snippet", "Text of it may be shown"],
  ["archive", "A cached copy may be offered"],
  ["imageIndex", "Its images may be indexed"],
];

function Policy({ policy }: { policy: RobotsPolicy }): VNode {
  return (
    <table class="stackable">
      <thead>
        <tr>
          <th scope="col">Google</th>
          <th scope="col">Answer</th>
        </tr>
      </thead>
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
    parseXRobotsTag(header.value.split("\n").filter((line) => line.trim() !== "")),
  ];
  const policy = resolveRobots(
    parsed.flatMap(({ directives }) => directives),
    { agent: "Googlebot", crawlable },
  );
  const noindex = metas.some(({ content }) => /noindex|none/i.test(content)) || /noindex|none/i.test(header.value);
  return (
    <section class="stack">
      <h3 class="h3">Its robots tags</h3>
      {metas.length === 0 ? <p class="small muted">The page has no robots meta tag.</p> : null}
      {metas.map(({ name, content }) => (
        <p key={name + content} class="small">
          <Plain text={name} />: <Plain text={content} />
        </p>
      ))}
      {!crawlable && noindex ? (
        <Note tone="bad" title="Googlebot never sees this noindex">
          <p>The robots.txt refuses the page, so its tags are not read. The address can still appear in results.</p>
        </Note>
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

const ResourceRow = ({ url, kind, line }: Resource): VNode => (
  <tr>
    <th scope="row" class="break">
      <Plain text={url} />
    </th>
    <td data-l="Kind">{kind}</td>
    <td data-l="Refused by">{line === undefined ? "the status of the fetch" : <LineLink line={line} />}</td>
  </tr>
);

function Resources({ checked }: { checked: readonly Resource[] }): VNode {
  const refused = checked.filter(({ verdict, kind }) => verdict === "refused" && kind !== "page");
  const others = checked.filter(({ verdict }) => verdict === "other host").length;
  return (
    <section class="stack">
      <h3 class="h3">Its scripts, styles and images</h3>
      {refused.length === 0 ? (
        <Note tone="good" title={`Googlebot may fetch all ${checked.length - 1 - others} resources of this host`} />
      ) : (
        <Note tone="bad" title={`Googlebot may not fetch ${counted(refused.length, "resource")}`}>
          <p>Google renders the page without them, and may not see what they show.</p>
        </Note>
      )}
      {others === 0 ? null : (
        <p class="small muted">
          {counted(others, "resource is", "resources are")} on other hosts, for which other files count.
        </p>
      )}
      {refused.length === 0 ? null : (
        <table class="stackable">
          <thead>
            <tr>
              <th scope="col">Refused</th>
              <th scope="col">Kind</th>
              <th scope="col">Refused by</th>
            </tr>
          </thead>
          <tbody>
            {refused.slice(0, SHOWN).map((resource) => (
              <ResourceRow key={resource.url} {...resource} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Result(): VNode | null {
  const checked = useSignal<readonly Resource[] | undefined>(undefined);
  const { resources, metas } = readPage(html.value, pageUrl());
  const decides = source.value;
  useEffect(() => {
    if (decides === undefined) return;
    toolEngine.ask("resources", { source: decides, site: originOfUrl(pageUrl())!, urls: resources }).then((found) => {
      checked.value = found;
    }, fail);
  }, [html.value, site.value, askedUrl.value, decides]);
  if (checked.value === undefined) return null;
  const crawlable = checked.value[0]?.verdict !== "refused";
  return (
    <>
      {crawlable ? null : (
        <Note tone="bad" title="Googlebot may not fetch the page itself">
          <p>
            <Plain text={pageUrl()} /> is refused.
          </p>
        </Note>
      )}
      <Resources checked={checked.value} />
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

const Field = ({ label, hint, value, rows }: FieldProps): VNode => (
  <label class="field">
    <span>
      <b>{label}</b> <span class="muted small">{hint}</span>
    </span>
    <textarea
      rows={rows}
      spellcheck={false}
      value={value.value}
      onInput={({ currentTarget }) => {
        value.value = currentTarget.value;
      }}
    />
  </label>
);

export function PageCheck(): VNode {
  return (
    <>
      <h2 class="h3">Can Google render the page?</h2>
      <p class="small muted">
        The page is <Plain text={pageUrl()} />. Another address: type it under <a href="#urls">One URL</a>.
      </p>
      <Field label="HTML of the page" hint="its source, as the server sends it" value={html} rows={8} />
      <Field label="X-Robots-Tag" hint="one header a line, without the name" value={header} rows={2} />
      {html.value.trim() === "" && header.value.trim() === "" ? null : <Result />}
    </>
  );
}
