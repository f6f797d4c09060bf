/** Before and after an edit, and the same file in every reading. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { pluralise } from "../../bindings/owners/editor/wording.ts";
import { readingNames, readingOrder, reasonsFor } from "../dialect-names.ts";
import { type LineChange, lineDiff } from "../line-diff.ts";
import type { EditEffect, Publishing, ReadingRow, Shift } from "../protocol.ts";
import { hasFile, keepCurrent, text } from "../state/document.ts";
import { goBackTo } from "../state/fetching.ts";
import { askedUrl, name } from "../state/question.ts";
import { status } from "../state/status.ts";
import { timeOfDay, type Version, versions } from "../state/versions.ts";
import { LineLink } from "./LineLink.tsx";
import { Note } from "./Note.tsx";
import { Shifts, shiftText } from "./Shifts.tsx";
import { Code, Plain, visible } from "./Text.tsx";
import { useWorker } from "./useWorker.ts";
import { YesNo } from "./Verdict.tsx";

const SHOWN_CHANGES = 100;

const Change = ({ kind, line, text: content }: LineChange): VNode => (
  <div class={kind === "removed" ? "d" : "i"}>
    {kind === "removed" ? <span class="muted">line {line}</span> : <LineLink line={line} />}
    <span aria-hidden="true">{kind === "removed" ? "−" : "+"}</span>
    <span>
      <span class="sr">{kind} </span>
      {visible(content)}
    </span>
  </div>
);

function Changes({ before }: { before: string }): VNode {
  const changes = lineDiff(before, text.value);
  if (changes.length === 0) return <p class="small muted">The text is the same.</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of lines is not a fieldset */}
      <div class="diff" role="group" aria-label="Changed lines">
        {changes.slice(0, SHOWN_CHANGES).map((change) => (
          <Change key={`${change.kind} ${change.line}`} {...change} />
        ))}
      </div>
      {changes.length > SHOWN_CHANGES ? (
        <p class="small muted">and {changes.length - SHOWN_CHANGES} more lines</p>
      ) : null}
    </>
  );
}

/** The largest loss, as a sentence: the whole site before one path. */
function Effect({ shifts, mayChange, headline: { loss, verdict }, fields }: EditEffect & Publishing): VNode {
  const [first] = shifts;
  const others = fields.map(({ says }) => says).join("; ");
  if (first === undefined && mayChange) return <Note tone="warn" title="The edit may change verdicts" text={others} />;
  if (first === undefined)
    return (
      <Note
        tone={others === "" ? "good" : "warn"}
        title="The edit changes no verdict of a known crawler"
        text={others === "" ? "" : `It changes other lines. ${others}`}
      />
    );
  const gains = shifts.filter(({ allowed }) => allowed).length;
  const effect = `The edit ${first.allowed ? "allows" : "refuses"} ${first.path} to ${pluralise(first.tokens.length, "crawler")}`;
  return (
    <Note
      tone={verdict === "unsafe" ? "bad" : "warn"}
      title={loss === "" || gains === shifts.length ? effect : loss}
      text={`${gainText(shifts, gains)} ${others}`.trim()}
    />
  );
}

function gainText(shifts: readonly Shift[], gains: number): string {
  if (gains === 0) return "No crawler gains a page.";
  return gains === shifts.length ? "No crawler loses a page." : shiftText(shifts.at(-1)!);
}

function BeforeAfter({ version }: { version: Version }): VNode {
  const { value: effect } = useWorker("shifts", () =>
    hasFile.value ? { before: version.text, after: text.value } : undefined,
  );
  const { value: publishing } = useWorker("publish", () =>
    hasFile.value ? { before: version.text, after: text.value } : undefined,
  );
  return (
    <>
      {effect === undefined || publishing === undefined ? (
        <p class="muted">Comparing…</p>
      ) : (
        <Effect {...effect} {...publishing} />
      )}
      <Changes before={version.text} />
      {effect === undefined || (effect.shifts.length === 0 && !effect.mayChange) ? null : <Shifts effect={effect} />}
      <button type="button" class="btn" onClick={() => goBackTo(version)}>
        Go back to this version
      </button>
    </>
  );
}

function Versions(): VNode {
  const chosen = useSignal(0);
  const version = versions.value[chosen.value] ?? versions.value[0];
  const save = (): void => {
    keepCurrent(`Saved ${timeOfDay()}`);
    status.value = "Saved this version in this browser";
  };
  return (
    <section class="stack">
      <h3 class="h3">Before and after your edit</h3>
      <div class="tools">
        {version === undefined ? null : (
          <label class="small">
            Compare with{" "}
            <select
              value={chosen.value}
              onChange={({ currentTarget }) => {
                chosen.value = Number(currentTarget.value);
              }}
            >
              {versions.value.map(({ label, site }, i) => (
                <option key={String(i)} value={i}>
                  {visible([site, label].filter((one) => one !== "").join(", "))}
                </option>
              ))}
            </select>
          </label>
        )}
        <button type="button" class="btn" onClick={save}>
          Save this version
        </button>
      </div>
      {version === undefined ? (
        <p class="small muted">Edit the file: you see here which verdicts change.</p>
      ) : (
        <BeforeAfter key={version.text} version={version} />
      )}
    </section>
  );
}

const ReadingCells = ({ row }: { row: ReadingRow }): VNode => (
  <>
    {readingOrder.map((dialect) => {
      const { allowed, line } = row.verdicts.find((one) => one.dialect === dialect)!;
      return (
        <td key={dialect} data-l={readingNames[dialect].name}>
          <span>
            <YesNo allowed={allowed} /> {line === undefined ? null : <LineLink line={line} bare />}
          </span>
        </td>
      );
    })}
  </>
);

function ReadingTable({ rows }: { rows: readonly ReadingRow[] }): VNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="scrollable" tabIndex={0} aria-label="Readings, scrollable">
      <table class="stackable">
        <thead>
          <tr>
            <th scope="col">URL and crawler</th>
            {readingOrder.map((dialect) => (
              <th key={dialect} scope="col">
                {readingNames[dialect].name}
                <br />
                <span class="muted thin">{readingNames[dialect].hint}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.agent} ${row.url}`}>
              <th scope="row" class="who">
                <Code text={row.url} />
                <span class="small muted">
                  <Plain text={row.agent} />
                </span>
              </th>
              <ReadingCells row={row} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function OtherReadings(): VNode {
  const { value: found } = useWorker("readings", () => {
    if (!hasFile.value) return undefined;
    const names = [...new Set([name.value.trim() || "Googlebot", "OAI-SearchBot"])];
    return { file: text.value, urls: askedUrl.value === "" ? [] : [askedUrl.value], names };
  });
  const reasons = reasonsFor((found?.rows ?? []).flatMap(({ reasons: columns }) => columns));
  return (
    <section class="stack">
      <h3 class="h3">How others read the same file</h3>
      {found === undefined ? <p class="muted">Comparing…</p> : null}
      {found === undefined ? null : (
        <p class="small muted">
          Most crawlers follow Google or the standard. Old parsers follow a draft. Only URLs with different answers are
          shown: {found.rows.length} of {found.compared}.
        </p>
      )}
      {found === undefined || found.rows.length === 0 ? null : <ReadingTable rows={found.rows} />}
      <ul class="stack small">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </section>
  );
}

export function Compare(): VNode {
  if (!hasFile.value) return <p class="muted">There is no file to compare.</p>;
  return (
    <>
      <h2 class="sr">Compare</h2>
      <Note
        title="Is it safe to publish?"
        text="Compare the live file with this one: one line for Google, Bing, ads and AI says who loses pages."
      >
        <div class="tools">
          <a class="btn main" href="#publish">
            Compare for publishing
          </a>
        </div>
      </Note>
      <Versions />
      <OtherReadings />
    </>
  );
}
