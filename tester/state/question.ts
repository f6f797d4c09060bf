/** Can this crawler fetch this URL? */
import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { answerEngine, newestOnly } from "../engine.ts";
import type { OtherHost, Requests, Why } from "../protocol.ts";
import { isUrl } from "../work/hosts.ts";
import { site, source } from "./document.ts";
import { fail } from "./status.ts";

export const name: Signal<string> = signal("Googlebot");
export const url: Signal<string> = signal("");

/** The URL as it is asked: a person may leave out the scheme, or the first slash of a path. */
export const askedUrl: ReadonlySignal<string> = computed(() => {
  const typed = url.value.trim();
  if (typed === "" || isUrl(typed)) return typed;
  return /^[^/?#\s]+\.[^/?#\s]+(?:[/?#]|$)/.test(typed) ? `https://${typed}` : `/${typed}`;
});

export const why: Signal<Why | OtherHost | undefined> = signal(undefined);
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

export const isVerdict = (one: Why | OtherHost | undefined): one is Why => one !== undefined && "reason" in one;
