/** A verdict as an icon and a word, so that it does not rest on colour; and the bar that adds verdicts up. */
import type { VNode } from "preact";
import type { Shares, Tone } from "../answer.ts";
import type { CrawlerRow } from "../protocol.ts";
import { Icon, type IconName } from "./Icon.tsx";

const WORDS = { allowed: "Allowed", refused: "Refused", partly: "Partly" } as const;

export const Pill = ({ access }: { access: CrawlerRow["access"] }): VNode => (
  <span class={`verdict pill v-${access}`}>
    <Icon name={access} />
    {WORDS[access]}
  </span>
);

export const YesNo = ({ allowed }: { allowed: boolean }): VNode => (
  <span class={`verdict v-${allowed ? "allowed" : "refused"}`}>
    <Icon name={allowed ? "allowed" : "refused"} />
    {allowed ? "Yes" : "No"}
  </span>
);

interface TonedProps {
  readonly tone: Tone;
  /** Default: the one of the tone. */
  readonly icon?: IconName | undefined;
  readonly children: string;
}

export const Toned = ({ tone, icon = tone, children }: TonedProps): VNode => (
  <span class={`verdict v-${tone}`}>
    <Icon name={icon} />
    {children}
  </span>
);

/** Shares of a whole, from left to right: refused, partly, allowed. The words stand beside it. */
export function Bar({ refused, partly, allowed }: Shares): VNode {
  const total = Math.max(1, refused + partly + allowed);
  const parts = [
    ["refused", refused],
    ["partly", partly],
    ["allowed", allowed],
  ] as const;
  let from = 0;
  return (
    <svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      {parts.map(([name, count]) => {
        const x = from;
        from += (count / total) * 100;
        return count === 0 ? null : (
          <rect key={name} class={`b-${name}`} x={x} width={Math.max(0, from - x - 0.6)} height="1" />
        );
      })}
    </svg>
  );
}
