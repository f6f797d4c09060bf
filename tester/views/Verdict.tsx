/** A verdict as an icon and a word, so that it does not rest on colour; and the bar that adds verdicts up. */
import type { VNode } from "preact";
import type { Shares, Tone } from "../answer.ts";
import type { CrawlerRow } from "../protocol.ts";
import { Icon, type IconName } from "./Icon.tsx";

const WORDS = { allowed: "Allowed", refused: "Refused", partly: "Partly" } as const;

interface TonedProps {
  readonly tone: Tone;
  /** Default: the one of the tone. */
  readonly icon?: IconName | undefined;
  /** Whether it stands on a background of its tone. */
  readonly pill?: boolean;
  readonly children: string;
}

export const Toned = ({ tone, icon = tone, pill = false, children }: TonedProps): VNode => (
  <span class={`verdict ${pill ? "pill " : ""}v-${tone}`}>
    <Icon name={icon} />
    {children}
  </span>
);

export const Pill = ({ access }: { access: CrawlerRow["access"] }): VNode => (
  <Toned pill tone={access}>
    {WORDS[access]}
  </Toned>
);

export const toneOf = (allowed: boolean): "allowed" | "refused" => (allowed ? "allowed" : "refused");

export const YesNo = ({ allowed, pill = false }: { allowed: boolean; pill?: boolean }): VNode => (
  <Toned pill={pill} tone={toneOf(allowed)}>
    {allowed ? "Yes" : "No"}
  </Toned>
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
          <rect key={name} class={`v-${name}`} x={x} width={Math.max(0, from - x - 0.6)} height="1" />
        );
      })}
    </svg>
  );
}
