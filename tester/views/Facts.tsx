import type { ComponentChildren, VNode } from "preact";
import { visible } from "./Text.tsx";

export const Facts = ({ all }: { all: readonly (readonly [name: string, fact: ComponentChildren])[] }): VNode => (
  <dl class="details">
    {all.map(([name, fact], i) => (
      <div key={String(i)}>
        <dt>{visible(name)}</dt>
        <dd>{fact}</dd>
      </div>
    ))}
  </dl>
);
