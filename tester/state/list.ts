/** Many URLs: the list, the crawlers that are asked about, and how far the worker is. */
import { batch, effect, type Signal, signal } from "@preact/signals";
import { answerEngine } from "../engine.ts";
import type { ListFilter, ListProgress } from "../protocol.ts";
import { site, source } from "./document.ts";
import { fail } from "./status.ts";

/** The text that was pasted or dropped: lines, CSV or a sitemap. */
export const listText: Signal<string> = signal("");
export const listAgents: Signal<readonly string[]> = signal(["Googlebot", "bingbot", "GPTBot"]);
export const listFilter: Signal<ListFilter> = signal("all");
/** Whether the form for a list is open although there is a list. */
export const isListEdited: Signal<boolean> = signal(false);
/** Whether the question is a row that a person selected. */
export const isRowAsked: Signal<boolean> = signal(false);
export const progress: Signal<ListProgress | undefined> = signal(undefined);

/** Takes a list, wherever it came from, and shows its verdicts. */
export const takeList = (text: string): void =>
  batch(() => {
    listText.value = text;
    isListEdited.value = false;
  });

/** The text that the worker has; it keeps it, so that another file or crawler sends nothing twice. */
let sent: string | undefined;

export function startList(): void {
  answerEngine.onProgress = (received) => {
    if (progress.value === undefined || received.id >= progress.value.id) progress.value = received;
  };
  effect(() => {
    const [decides, text] = [source.value, listText.value];
    if (decides === undefined || text === "") {
      progress.value = undefined;
      return;
    }
    if (text !== sent) isRowAsked.value = false;
    const changed = text === sent ? {} : { text };
    sent = text;
    answerEngine
      .ask("list", { source: decides, site: site.value, agents: listAgents.value, ...changed })
      .then(answerEngine.onProgress, fail);
  });
}
