/** A part of a view that is made only when a person opens it: most of the page's rows are never looked at. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import { isPrinting } from "../state/printing.ts";

interface LaterProps {
  readonly id?: string;
  readonly summary: ComponentChildren;
  readonly children: ComponentChildren;
}

export function LaterTable({ id, summary, children }: LaterProps): VNode {
  const isOpen = useSignal(false);
  return (
    <details
      id={id}
      class={id === undefined ? "" : "row"}
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary>{summary}</summary>
      {isOpen.value || isPrinting.value ? children : null}
    </details>
  );
}
