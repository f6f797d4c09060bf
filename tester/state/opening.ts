/** Ways in which a file comes: pasted, dropped, opened, or an example. A list of URLs may be dropped too. */
import { batch } from "@preact/signals";
import { replaceFile, site } from "./document.ts";
import type { Example } from "./examples.ts";
import { takeList } from "./list.ts";
import { hasRoute, openView, showAnswer } from "./route.ts";
import { fail, status } from "./status.ts";
import { timeOfDay } from "./versions.ts";

/** Files beyond this are not robots.txt files, and would freeze the page. */
const MAX_FILE_BYTES = 16 * 2 ** 20;
const MAX_LIST_BYTES = 64 * 2 ** 20;

export function openText(content: string, came: string): void {
  replaceFile(content, came);
  if (!hasRoute()) openView("crawlers");
  showAnswer();
}

export const openPasted = (content: string): void => openText(content, `Pasted ${timeOfDay()}`);

export const openExample = (example: Example): void =>
  batch(() => {
    openText(example.text, "An example");
    site.value = example.site;
  });

/** A list of URLs by its name, or by what it begins with. */
const isList = (name: string, start: string): boolean =>
  /\.(?:csv|tsv|xml)$/i.test(name) ||
  /^\s*(?:<\?xml|<urlset|<sitemapindex)/i.test(start) ||
  /^\s*https?:\/\/\S+\s*$/m.test(start.split("\n")[0] ?? "");

export async function openFile(one: File): Promise<void> {
  if (one.size > MAX_LIST_BYTES) return fail(new Error(`${one.name} is larger than ${MAX_LIST_BYTES} bytes`));
  const content = await one.text();
  if (isList(one.name, content.slice(0, 4096))) return openList(content, one.name);
  if (one.size > MAX_FILE_BYTES) return fail(new Error(`${one.name} is larger than ${MAX_FILE_BYTES} bytes`));
  openText(content, `Opened ${one.name} ${timeOfDay()}`);
  status.value = `Opened ${one.name}`;
}

export function openList(content: string, name: string): void {
  takeList(content);
  openView("list");
  status.value = `Opened ${name} as a list of URLs`;
}

/** A file dropped anywhere on the page opens. */
export function startDrops(): void {
  addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    const one = event.dataTransfer?.files[0];
    if (one === undefined) return;
    event.preventDefault();
    openFile(one).catch(fail);
  });
}
