/** Writes rules for crawlers that nothing refuses yet, and says what they change before they are inserted. */
import { type Signal, useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { Requests, UsageView } from "../protocol.ts";
import { text } from "../state/document.ts";
import { copy } from "../state/export.ts";
import { goToLine } from "../state/lines.ts";
import { apply } from "../state/problems.ts";
import { Icon } from "./Icon.tsx";
import { Note } from "./Note.tsx";
import { visible } from "./Text.tsx";
import { useWorker } from "./useWorker.ts";

type Open = UsageView["open"][number];

interface Choice {
  readonly title: string;
  readonly takes: (row: Open) => boolean;
}

const choices: readonly Choice[] = [
  { title: "AI training", takes: ({ section }) => section === "training" },
  { title: "AI answers too", takes: ({ section, answers }) => section === "training" || answers },
  { title: "SEO tools", takes: ({ section }) => section === "seo" },
  { title: "My choice", takes: () => true },
];
const MINE = choices.length - 1;

const tokensOf = (open: UsageView["open"], { takes }: Choice): readonly string[] =>
  open.filter(takes).map(({ token }) => token);

interface ChoicesProps {
  readonly open: UsageView["open"];
  readonly at: Signal<number>;
  readonly chosen: Signal<readonly string[]>;
}

const Choices = ({ open, at, chosen }: ChoicesProps): VNode => (
  <fieldset class="seg" aria-label="Choose">
    {choices.map((choice, i) => (
      <button
        key={choice.title}
        type="button"
        aria-pressed={at.value === i}
        onClick={() => {
          at.value = i;
          if (i !== MINE) chosen.value = tokensOf(open, choice);
        }}
      >
        {choice.title}
      </button>
    ))}
  </fieldset>
);

function Boxes({ rows, chosen }: { rows: readonly Open[]; chosen: Signal<readonly string[]> }): VNode {
  const toggle = (token: string, on: boolean): void => {
    chosen.value = on ? [...chosen.value, token] : chosen.value.filter((one) => one !== token);
  };
  return (
    <div class="checks">
      {rows.map(({ token, operator }) => (
        <label key={token}>
          <input
            type="checkbox"
            checked={chosen.value.includes(token)}
            onChange={({ currentTarget }) => toggle(token, currentTarget.checked)}
          />
          <span>
            {visible(token)} <span class="muted">{visible(operator)}</span>
          </span>
        </label>
      ))}
    </div>
  );
}

function Output({ made }: { made: Requests["rules"]["answer"] }): VNode {
  const insert = (): void => {
    apply(made.file, "Inserted the rules");
    goToLine(made.line);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre class="out" tabIndex={0}>
        {made.rules}
      </pre>
      {made.unexpected.length === 0 ? null : (
        <Note tone="warn" title="Another group of the file is in the way">
          <p>After this, check: {visible(made.unexpected.slice(0, 10).join(", "))}.</p>
        </Note>
      )}
      <div class="tools">
        <button type="button" class="btn main" onClick={insert}>
          Insert at line {made.line}
        </button>
        <button type="button" class="btn" onClick={() => void copy(made.rules, "the rules")}>
          <Icon name="copy" />
          Copy
        </button>
      </div>
    </>
  );
}

export function RuleWriter({ view: { open, refused } }: { view: UsageView }): VNode {
  const at = useSignal(0);
  const chosen = useSignal<readonly string[]>(tokensOf(open, choices[0]!));
  const { value: made } = useWorker("rules", () => ({ file: text.value, tokens: [...chosen.value] }));
  const offered = open.filter(choices[at.value]!.takes);
  return (
    <section id="block" class="stack" tabIndex={-1}>
      <h3 class="h3">Write rules against crawlers</h3>
      <Choices open={open} at={at} chosen={chosen} />
      {offered.length === 0 ? <p class="small muted">All of them are refused already.</p> : null}
      <Boxes rows={offered} chosen={chosen} />
      {refused === 0 ? null : <p class="small muted">{refused} more are refused already.</p>}
      {made === undefined || made.rules === "" ? null : <Output made={made} />}
      <p class="small muted">
        This keeps out crawlers that obey robots.txt. To stop others, block them at your server or CDN.
      </p>
    </section>
  );
}
