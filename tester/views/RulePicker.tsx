/** The crawlers that the file does not refuse yet, to choose from: by purpose, or one by one. */

import { type Signal, useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { pluralise } from "../../bindings/owners/editor/wording.ts";
import type { OpenCrawlers } from "../protocol.ts";
import { Choices } from "./Choices.tsx";
import { visible } from "./Text.tsx";

type Open = OpenCrawlers["open"][number];

/** Which crawlers a choice takes, by its title. */
const choices = {
  "AI training": ({ section }: Open) => section === "training",
  "AI answers too": ({ section, answers }: Open) => section === "training" || answers,
  "SEO tools": ({ section }: Open) => section === "seo",
  "My choice": (_: Open) => true,
};
type Choice = keyof typeof choices;
const titles = Object.keys(choices) as Choice[];

const tokensOf = (open: readonly Open[], choice: Choice): readonly string[] =>
  open.filter(choices[choice]).map(({ token }) => token);

/** What is chosen before anyone chooses: every crawler that trains models. */
export const firstChoice = (open: readonly Open[]): readonly string[] => tokensOf(open, "AI training");

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
  const choice = useSignal<Choice>("AI training");
  const offered = open.filter(choices[choice.value]);
  // A crawler that the file refuses by now cannot be chosen any more.
  useEffect(() => {
    const tokens = new Set(open.map(({ token }) => token));
    chosen.value = chosen.value.filter((token) => tokens.has(token));
  }, [open]);
  return (
    <>
      <Choices
        label="Choose"
        all={titles.map((title) => [title, title])}
        chosen={choice.value}
        choose={(title) => {
          choice.value = title;
          if (title !== "My choice") chosen.value = tokensOf(open, title);
        }}
      />
      {offered.length === 0 ? <p class="small muted">No crawler is left to refuse here.</p> : null}
      <Boxes rows={offered} chosen={chosen} />
      {refused === 0 ? null : <p class="small muted">The file refuses {pluralise(refused, "crawler")} already.</p>}
    </>
  );
}
