/** Is it safe to publish? The file before, the pages to count, and who has approved it. The file after is the one on show. */
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { versions } from "./versions.ts";

/** As a person gave it; undefined until then. */
export const givenBefore: Signal<string | undefined> = signal(undefined);
/** URLs, CSV or a sitemap; empty to work with examples. */
export const pages: Signal<string> = signal("");
/** "Ann, 2026-11-23"; empty until somebody approves. */
export const approved: Signal<string> = signal("");

/** Without another, the version before the last edit. */
export const before: ReadonlySignal<string | undefined> = computed(() => givenBefore.value ?? versions.value[0]?.text);
