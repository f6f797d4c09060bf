/** Tabs by the ARIA pattern: arrow keys move between them, Home and End go to the ends. */
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentType, VNode } from "preact";

export interface Tab {
  readonly name: string;
  readonly title: string;
  readonly View: ComponentType;
}

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

function onKey(event: KeyboardEvent, tabs: readonly Tab[], open: Signal<string>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const index = tabs.findIndex(({ name }) => name === open.value);
  open.value = tabs[step(index, tabs.length)]!.name;
  document.getElementById(`tab-${open.value}`)?.focus();
}

export function Tabs({ tabs }: { tabs: readonly Tab[] }): VNode {
  const open = useSignal(tabs[0]!.name);
  const { View, name } = tabs.find((tab) => tab.name === open.value)!;
  return (
    <section class="tabs">
      <div role="tablist" aria-label="Results" onKeyDown={(event) => onKey(event, tabs, open)}>
        {tabs.map((tab) => (
          <button
            type="button"
            role="tab"
            key={tab.name}
            id={`tab-${tab.name}`}
            aria-selected={tab.name === name}
            aria-controls="panel"
            tabIndex={tab.name === name ? 0 : -1}
            onClick={() => {
              open.value = tab.name;
            }}
          >
            {tab.title}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a tab panel takes focus (ARIA Authoring Practices) */}
      <div role="tabpanel" id="panel" aria-labelledby={`tab-${name}`} tabIndex={0}>
        <View />
      </div>
    </section>
  );
}
