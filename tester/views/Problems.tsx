/** What is wrong with the file: mistakes, warnings, notes; each code once, with every line, before and after. */

import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { formatNumber, namesOfTools, pluralise } from "../../bindings/owners/editor/wording.ts";
import type { Finding, FindingCode, Severity } from "../../bindings/owners/lint/index.ts";
import { toolEngine } from "../engine.ts";
import { hasLiveServer } from "../live.ts";
import type { EditEffect } from "../protocol.ts";
import { findings } from "../state/answers.ts";
import { hasFile, text } from "../state/document.ts";
import { apply, type Group, grouped, mended, shiftsOf } from "../state/problems.ts";
import { lineChange, replaceAll } from "../state/spans.ts";
import { fail } from "../state/status.ts";
import { Icon } from "./Icon.tsx";
import { LaterTable } from "./LaterTable.tsx";
import { LineLink } from "./LineLink.tsx";
import { Note } from "./Note.tsx";
import { Shifts } from "./Shifts.tsx";
import { sentence, visible } from "./Text.tsx";

/** Lines of a code that are shown at once. */
const SHOWN_LINES = 3;
/** Lines that "Show more" adds at a time. */
const MORE_LINES = 200;

const Severities: Readonly<Record<Severity, readonly [title: string, icon: "warn" | "muted", empty: string]>> = {
  error: ["Mistakes", "warn", "No mistakes."],
  warning: ["Warnings", "muted", "No warnings."],
  info: ["Notes", "muted", "No notes."],
};

function Diff({ finding, says }: { finding: Finding; says: boolean }): VNode {
  const { before, after } = lineChange(text.value, finding);
  const mends = finding.fix !== undefined || finding.repair !== undefined;
  return (
    <>
      {before === undefined ? null : (
        <div class={mends ? "d" : ""}>
          <LineLink line={finding.line} />
          <span aria-hidden="true">{mends ? "−" : ""}</span>
          <span>
            {mends ? <span class="sr">now </span> : null}
            {visible(before)}
            {says ? <span class="small muted"> {sentence(finding.message)}</span> : null}
          </span>
        </div>
      )}
      {mends
        ? after.map((line, i) => (
            <div key={String(i)} class="i">
              {before === undefined && i === 0 ? <LineLink line={finding.line} /> : <span />}
              <span aria-hidden="true">+</span>
              <span>
                <span class="sr">{finding.fix === undefined ? "repaired " : "fixed "}</span>
                {visible(line) || "(an empty line)"}
              </span>
            </div>
          ))
        : null}
    </>
  );
}

function Diffs({ all }: { all: readonly Finding[] }): VNode {
  const shown = useSignal(SHOWN_LINES);
  const rest = all.length - shown.value;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of lines is not a fieldset */}
      <div class="diff" role="group" aria-label="Lines">
        {all.slice(0, shown.value).map((finding) => (
          <Diff key={`${finding.line}:${finding.column}`} finding={finding} says={!isSaidOfAll(all)} />
        ))}
      </div>
      {rest > 0 ? (
        <button
          type="button"
          class="link small"
          onClick={() => {
            shown.value += MORE_LINES;
          }}
        >
          Show {rest.toLocaleString("en")} more
        </button>
      ) : null}
    </>
  );
}

interface Repaired {
  readonly text: string;
  readonly effect: EditEffect;
  /** The message afterwards. */
  readonly did: string;
}

interface RepairProps {
  readonly title: string;
  /** What the button says before the preview. Default: the title. */
  readonly ask?: string;
  readonly repaired: (file: string) => Promise<Repaired>;
}

/** A repair shows what it changes before it does. The preview belongs to a text: after an edit it is gone. */
function Repair({ title, ask = title, repaired }: RepairProps): VNode {
  const preview = useSignal<(Repaired & { readonly of: string }) | undefined>(undefined);
  const look = async (): Promise<void> => {
    const of = text.value;
    preview.value = { of, ...(await repaired(of)) };
  };
  const found = preview.value;
  if (found?.of !== text.value)
    return (
      <button type="button" class="btn" onClick={() => look().catch(fail)}>
        {ask}…
      </button>
    );
  return (
    <div class="effect">
      <Shifts effect={found.effect} now />
      <button type="button" class="btn main" onClick={() => apply(found.text, found.did)}>
        {title}
      </button>
    </div>
  );
}

const RepairLines = ({ all }: { all: readonly Finding[] }): VNode => (
  <Repair
    title={all.length === 1 ? "Repair" : `Repair ${all.length}`}
    repaired={async (file) => {
      const after = replaceAll(file, all);
      return { text: after, effect: await shiftsOf(file, after), did: `Repaired ${pluralise(all.length, "line")}` };
    }}
  />
);

function Mending({ all }: { all: readonly Finding[] }): VNode {
  const fixes = all.filter(({ fix }) => fix !== undefined);
  const repairs = all.filter(({ fix, repair }) => fix === undefined && repair !== undefined);
  return (
    <>
      {fixes.length === 0 ? null : (
        <button
          type="button"
          class="btn"
          onClick={() => apply(replaceAll(text.value, fixes), `Fixed ${pluralise(fixes.length, "line")}`)}
        >
          {fixes.length === 1 ? "Fix" : `Fix ${fixes.length}`}
        </button>
      )}
      {repairs.length === 0 ? null : <RepairLines all={repairs} />}
    </>
  );
}

/** A group of its own that loses the rules of `*`: the preview says for whom paths are refused then. */
const CopyStarRules = ({ line }: { line: number }): VNode => (
  <Repair
    title="Copy the rules of * into it"
    repaired={async (file) => {
      const after = await toolEngine.ask("starRules", { file, line });
      return { text: after, effect: await shiftsOf(file, after), did: "Copied the rules of *" };
    }}
  />
);

const Reference = ({ section, code }: Pick<Finding, "section" | "code">): VNode => (
  <span class="small">
    {section === "none" ? "" : `${section} · `}
    {hasLiveServer() ? <code>{code}</code> : <a href="../lint#codes">{code}</a>}
  </span>
);

/** A file that has no mistake here may still fail a check elsewhere. */
function AlsoReported({ all }: { all: readonly Finding[] }): VNode | null {
  const tools = [...new Set(all.flatMap(({ also = [] }) => also))];
  return tools.length === 0 ? null : <p class="small muted">Also reported by {namesOfTools(tools)}</p>;
}

/** Lines with one message are counted. Where messages differ, each stands beside its line. */
const isSaidOfAll = (all: readonly Finding[]): boolean => all.every(({ message }) => message === all[0]!.message);

function titleOf(all: readonly Finding[]): string {
  const [{ code, message }] = all as [Finding];
  if (all.length === 1) return sentence(message);
  if (isSaidOfAll(all)) return `${sentence(message)} × ${formatNumber(all.length)}`;
  return `${formatNumber(all.length)} lines: ${TITLES[code] ?? sentence(code.replaceAll("-", " ")).toLowerCase()}`;
}

/** What lines with different messages have in common. */
const TITLES: Readonly<Partial<Record<FindingCode, string>>> = {
  "repeated-rule": "they repeat an earlier line",
  "redundant-rule": "a shorter rule says the same",
  "shadowed-rule": "another rule takes precedence",
  "unreachable-rule": "a rule that takes precedence matches all that they match",
  "overruled-for-agent": "another group of the agent takes precedence",
  "repeated-agent": "the agent has several groups",
  "misspelt-key": "misspelt field",
  "missing-colon": "no colon",
  "trailing-star": "a * at the end",
};

function Card({ findings: all }: Group): VNode {
  const [first] = all;
  return (
    <article class="find">
      <header>
        <div>
          <h4>{titleOf(all)}</h4>
          <p>
            {first!.explanation} <Reference {...first!} />
          </p>
          <AlsoReported all={all} />
        </div>
        <Mending all={all} />
        {first!.code === "star-rules-lost" ? <CopyStarRules line={first!.line} /> : null}
      </header>
      <Diffs all={all} />
    </article>
  );
}

const countOf = (groups: readonly Group[]): number => groups.reduce((sum, { findings: all }) => sum + all.length, 0);

function Severe({ severity, groups }: { severity: "error" | "warning"; groups: readonly Group[] }): VNode {
  const [title, icon, empty] = Severities[severity];
  const isEmpty = groups.length === 0;
  return (
    <section class="stack">
      <h3 class={`sev v-${isEmpty ? "muted" : severity === "error" ? "refused" : "warn"}`}>
        <Icon name={isEmpty ? "allowed" : icon} />
        {title} · {countOf(groups).toLocaleString("en")}
      </h3>
      {isEmpty ? <p class="small muted">{empty}</p> : null}
      {groups.map((group) => (
        <Card key={group.code} {...group} />
      ))}
    </section>
  );
}

const Notes = ({ groups }: { groups: readonly Group[] }): VNode => (
  <LaterTable
    id="notes"
    summary={
      <>
        <b>Notes · {countOf(groups).toLocaleString("en")}</b>
        <span class="small muted">good to know; no verdict is wrong</span>
      </>
    }
  >
    <div class="stack">
      {groups.map((group) => (
        <Card key={group.code} {...group} />
      ))}
    </div>
  </LaterTable>
);

/** Unless the file has changed in the meantime. */
async function fixAll(): Promise<void> {
  const before = text.value;
  const { text: fixed, applied } = await mended(false);
  if (text.value === before) apply(fixed, `Applied ${pluralise(applied, "fix", "fixes")}; no verdict has changed`);
}

const RepairAll = ({ count }: { count: number }): VNode => (
  <Repair
    title={`Repair all ${count}`}
    ask={`Repair all (${count})`}
    repaired={async () => {
      const { text: after, applied, ...effect } = await mended(true);
      return { text: after, effect, did: `Applied ${applied} changes` };
    }}
  />
);

function AllAtOnce({ all }: { all: readonly Finding[] }): VNode | null {
  const fixes = all.filter(({ fix }) => fix !== undefined).length;
  const repairs = all.filter(({ fix, repair }) => fix === undefined && repair !== undefined).length;
  if (fixes + repairs === 0) return null;
  const mistakes = all.filter(({ severity }) => severity === "error").length;
  const title =
    mistakes > 0
      ? pluralise(mistakes, "mistake")
      : pluralise(fixes + repairs, "line can be written better", "lines can be written better");
  return (
    <Note tone={mistakes > 0 ? "bad" : "warn"} title={title}>
      <p>
        Fix: changes nothing for any crawler. Repair: corrects a likely slip; you see what changes first. Undo takes
        back either.
      </p>
      <div class="tools">
        {fixes === 0 ? null : (
          <button type="button" class="btn main" onClick={() => fixAll().catch(fail)}>
            Fix all ({fixes})
          </button>
        )}
        {repairs === 0 ? null : <RepairAll count={repairs} />}
      </div>
    </Note>
  );
}

export function Problems(): VNode {
  const all = findings.value;
  if (!hasFile.value) return <p class="muted">There is no file to check.</p>;
  if (all === undefined) return <p class="muted">Checking…</p>;
  const groups = grouped(all);
  const of = (severity: Severity): readonly Group[] => groups.filter((group) => group.severity === severity);
  return (
    <>
      <h2 class="sr">Problems</h2>
      <AllAtOnce all={all} />
      <Severe severity="error" groups={of("error")} />
      <Severe severity="warning" groups={of("warning")} />
      {of("info").length === 0 ? null : <Notes groups={of("info")} />}
      <p class="small muted">
        To keep a line as it is, write <code># robots-wasm-ignore CODE</code> after it.{" "}
        {hasLiveServer() ? null : <a href="../guide/lint-in-ci">Check this file in CI</a>}
      </p>
    </>
  );
}
