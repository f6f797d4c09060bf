/** Can this crawler fetch this URL? */
import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { answerEngine, newestOnly } from "../engine.ts";
import type { Answered, Requests } from "../protocol.ts";
import { typedUrl } from "../work/hosts.ts";
import { site, source } from "./document.ts";
import { fail } from "./status.ts";

export const name: Signal<string> = signal("Googlebot");
export const url: Signal<string> = signal("");

/** The URL as it is asked: a person may leave out the scheme, or the first slash of a path. */
export const askedUrl: ReadonlySignal<string> = computed(() => typedUrl(url.value.trim(), true));

export const why: Signal<Answered | undefined> = signal(undefined);
/** Why the name cannot be used. */
export const nameError: Signal<string> = signal("");

const ask = newestOnly(
  (question: Requests["why"]["ask"]) =>
    answerEngine.ask("why", question).catch((error: Error) => ({ error: error.message })),
  (received, question) => {
    if (question.source !== source.value) return;
    nameError.value = "error" in received ? received.error : "";
    why.value = "error" in received ? undefined : received;
  },
  fail,
);

export function startQuestion(): void {
  effect(() => {
    const crawler = name.value.trim();
    if (source.value === undefined || crawler === "" || askedUrl.value === "") why.value = undefined;
    else ask({ source: source.value, site: site.value, name: crawler, url: askedUrl.value });
  });
}
