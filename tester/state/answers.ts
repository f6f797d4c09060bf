/** What the worker says about the file: every crawler, the problems, and the answer made of both. */
import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Finding } from "../../bindings/owners/lint/index.ts";
import { type Answer, answerOf } from "../answer.ts";
import { answerEngine, toolEngine } from "../engine.ts";
import type { EditedFile, Overview, Shown } from "../protocol.ts";
import { editedFile, fileUrl, hasFile, outcome, source, text } from "./document.ts";
import { whenPaused } from "./pause.ts";
import { PAUSE_MS } from "./status.ts";

export const overview: Signal<Overview | undefined> = signal(undefined);
/** Undefined until the linter has looked. */
export const findings: Signal<readonly Finding[] | undefined> = signal(undefined);

/** What the editor shows of them; undefined until the worker has answered. */
export const shown: Signal<Shown | undefined> = signal(undefined);

export const nameFilter: Signal<string> = signal("");
/** The URL for which the list of crawlers answers; undefined for the whole site. */
export const forUrl: Signal<string | undefined> = signal(undefined);
/** Every crawler for that URL. */
export const urlOverview: Signal<Overview | undefined> = signal(undefined);

export const answer: ReadonlySignal<Answer | undefined> = computed(() =>
  overview.value === undefined ? undefined : answerOf(overview.value, findings.value, outcome.value),
);

/** An answer to an earlier state of the page is dropped. */
const askOverview = answerEngine.newest("overview", (received, ask) => {
  if (ask.source === source.value) overview.value = received;
});

const askUrlOverview = answerEngine.newest("overview", (received, ask) => {
  if (ask.source === source.value && ask.url === forUrl.value) urlOverview.value = received;
});

const askFindings = toolEngine.newest("lint", (received, ask) => {
  if (!isOnShow(ask)) return;
  findings.value = received;
  askShown(ask);
});

const askShown = toolEngine.newest("shown", (received, ask) => {
  if (isOnShow(ask)) shown.value = received;
});

const isOnShow = ({ file }: EditedFile): boolean => file === text.value && hasFile.value;

/** Answers every change of the file from now on. What decides changes at once; typing may keep the last answer for a moment. */
export function startAnswers(): void {
  effect(() => {
    const name = nameFilter.value.trim();
    if (source.value === undefined) overview.value = undefined;
    else askOverview({ source: source.value, ...(name !== "" && { name }) });
  });
  effect(() => {
    if (source.value === undefined || forUrl.value === undefined) urlOverview.value = undefined;
    else askUrlOverview({ source: source.value, url: forUrl.value });
  });
  effect(() => {
    if (!hasFile.value) findings.value = shown.value = undefined;
  });
  whenPaused(
    () => [source.value, fileUrl.value],
    () => {
      if (hasFile.value) askFindings(editedFile());
    },
    PAUSE_MS,
  );
}
