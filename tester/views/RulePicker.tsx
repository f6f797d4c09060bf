/** The crawlers that the file does not refuse yet, to choose from: by purpose, or one by one. */

import { type Signal, useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { pluralise } from "../../bindings/base/numbers.ts";
import type { OpenCrawlers } from "../protocol.ts";
import { visible } from "./Text.tsx";

type Open = OpenCrawlers["open"][number];

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

const tokensOf = (open: readonly Open[], { takes }: Choice): readonly string[] =>
  open.filter(takes).map(({ token }) => token);

/** What is chosen before anyone chooses: every crawler that trains models. */
export const firstChoice = (open: readonly Open[]): readonly string[] => tokensOf(open, choices[0]!);

interface ChoicesProps {
  readonly open: readonly Open[];
  readonly choiceIndex: Signal<number>;
  readonly chosen: Signal<readonly string[]>;
}

const Choices = ({ open, choiceIndex, chosen }: ChoicesProps): VNode => (
  <fieldset class="seg" aria-label="Choose">
    {choices.map((choice, i) => (
      <button
        key={choice.title}
        type="button"
        aria-pressed={choiceIndex.value === i}
        onClick={() => {
          choiceIndex.value = i;
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

interface PickerProps extends OpenCrawlers {
  readonly chosen: Signal<readonly string[]>;
}

export function RulePicker({ open, refused, chosen }: PickerProps): VNode {
  const choiceIndex = useSignal(0);
  const offered = open.filter(choices[choiceIndex.value]!.takes);
  // A crawler that the file refuses by now cannot be chosen any more.
  useEffect(() => {
    const tokens = new Set(open.map(({ token }) => token));
    chosen.value = chosen.value.filter((token) => tokens.has(token));
  }, [open]);
  return (
    <>
      <Choices open={open} choiceIndex={choiceIndex} chosen={chosen} />
      {offered.length === 0 ? <p class="small muted">No crawler is left to refuse here.</p> : null}
      <Boxes rows={offered} chosen={chosen} />
      {refused === 0 ? null : <p class="small muted">The file refuses {pluralise(refused, "crawler")} already.</p>}
    </>
  );
}
