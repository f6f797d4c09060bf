/** Is it safe to publish? The file before, the pages to count, and who has approved it. The file after is the one on show. */
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { text } from "./document.ts";
import { versions } from "./versions.ts";

/** As a person gave it; undefined until then. */
export const givenBefore: Signal<string | undefined> = signal(undefined);
/** Whether a person typed or pasted it: nothing that is fetched takes its place. */
export const isBeforeTyped: Signal<boolean> = signal(false);
/** URLs, CSV or a sitemap; empty to work with examples. */
export const pages: Signal<string> = signal("");
const approval: Signal<{ readonly by: string; readonly of: readonly unknown[] } | undefined> = signal(undefined);
const shown = (): readonly unknown[] => [before.value, text.value, pages.value];

/** @param by "Ann, 2026-11-23" */
export function approve(by: string): void {
  approval.value = { by, of: shown() };
}

/** Who has approved what is on show; empty after any change of it. */
export const approved: ReadonlySignal<string> = computed(() =>
  approval.value?.of.every((one, i) => one === shown()[i]) ? approval.value.by : "",
);

/** Without another, the version before the last edit. */
export const before: ReadonlySignal<string | undefined> = computed(() => givenBefore.value ?? versions.value[0]?.text);
