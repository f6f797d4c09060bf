/** The file that is tested, the site it belongs to, and how it came here. */
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Outcome } from "../outcome.ts";
import type { EditedFile, Source } from "../protocol.ts";
import { originOf } from "../work/hosts.ts";
import { keepVersion, versions } from "./versions.ts";

export const text: Signal<string> = signal("");
/** As typed: `shop.example`, or an address on it. */
export const site: Signal<string> = signal("");
/** Whether there is anything to answer about; otherwise the page shows how to begin. */
export const isOpen: Signal<boolean> = signal(false);
/** What the last fetch gave, until another file takes its place. */
export const outcome: Signal<Outcome | undefined> = signal(undefined);
/** The site that is being fetched. Nothing is answered meanwhile. */
export const waiting: Signal<string | undefined> = signal(undefined);
/** Whether the text is no longer what was fetched or opened. */
export const isEdited: Signal<boolean> = signal(false);
/** When the file came here, in words: "Fetched 09:14, HTTP 200". */
export const origin: Signal<string> = signal("");

/** What decides now; undefined while a site is being fetched, and where nobody can know. */
export const source: ReadonlySignal<Source | undefined> = computed(() => {
  if (waiting.value !== undefined || !isOpen.value) return undefined;
  const { decides, stopsGoogle } = outcome.value ?? { decides: "file", stopsGoogle: false };
  if (decides === "nothing") return undefined;
  if (decides === "file") return { kind: "file", text: text.value };
  return { kind: "status", allowed: decides === "allow", unlike: stopsGoogle ? { google: false } : {} };
});

/** Whether a file is on show, and not the status of a fetch that gave none. */
export const hasFile: ReadonlySignal<boolean> = computed(() => source.value?.kind === "file");

/** The address of the robots.txt, if its site is known. */
export const fileUrl: ReadonlySignal<string | undefined> = computed(() => {
  const found = originOf(site.value);
  return found === undefined ? undefined : `${found}/robots.txt`;
});

/** The version on show, with its address if that is known. */
export const editedFile = (): EditedFile => ({
  file: text.value,
  ...(fileUrl.value !== undefined && { url: fileUrl.value }),
});

/** Typing: what a fetch without a file decided no longer holds. The file as it came stays as a version to compare with. */
export function edit(changed: string): void {
  if (changed === text.value) return;
  if (!isEdited.value && versions.value.every((version) => version.text !== text.value)) keepCurrent();
  if (outcome.value !== undefined && outcome.value.decides !== "file") outcome.value = undefined;
  text.value = changed;
  isEdited.value = true;
  isOpen.value = true;
}

/** Another file takes the place of this one, which stays as a version. */
export function replaceFile(changed: string, came: string): void {
  keepCurrent();
  outcome.value = undefined;
  waiting.value = undefined;
  text.value = changed;
  origin.value = came;
  isEdited.value = false;
  isOpen.value = true;
}

export function keepCurrent(label?: string): void {
  if (text.value === "") return;
  keepVersion({ label: label ?? (origin.value || "Pasted"), text: text.value, site: site.value });
}
