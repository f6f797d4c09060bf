/** A box that says something important, with what can be done about it. */
import type { ComponentChildren, VNode } from "preact";
import type { Tone } from "../outcome.ts";
import { Icon } from "./Icon.tsx";
import { visible } from "./Text.tsx";

interface NoteProps {
  readonly tone?: Tone;
  readonly title: string;
  /** Default: the title says all. */
  readonly text?: string;
  readonly children?: ComponentChildren;
}

const ICONS = { good: "allowed", warn: "warn", bad: "warn" } as const;

export const Note = ({ tone, title, text = "", children }: NoteProps): VNode => (
  <div class={`note ${tone ?? ""}`}>
    <Icon name={tone === undefined ? "muted" : ICONS[tone]} />
    <div>
      <strong>{visible(title)}</strong>
      {text === "" ? null : <p>{visible(text)}</p>}
      {children}
    </div>
  </div>
);
