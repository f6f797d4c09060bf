/** Every line number is a link: it scrolls the file, shows the line once, and moves the focus there. */
import { type Signal, signal } from "@preact/signals";
import type { Editor } from "../editor.ts";
import { isPhone, openView, route } from "./route.ts";

/** The editor of the file, once it has loaded. */
export const editor: Signal<Editor | undefined> = signal(undefined);
/** The line to show when the editor is ready. */
let wanted: number | undefined;

export function goToLine(line: number): void {
  if (isPhone()) openView("file");
  // That page has no room for the file.
  else if (route.value.view === "publish") openView("crawlers");
  wanted = line;
  requestAnimationFrame(showWanted);
}

export function showWanted(): void {
  if (wanted === undefined || editor.value === undefined) return;
  editor.value.goTo(wanted);
  wanted = undefined;
}

/** `#L28`, as in a link that was opened in a new tab. */
export const lineOf = (hash: string): number | undefined => {
  const line = /^#L(\d{1,7})$/.exec(hash)?.[1];
  return line === undefined ? undefined : Number(line);
};
