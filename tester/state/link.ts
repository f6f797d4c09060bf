/** A link that carries the file: made when asked for, and opened without losing the file that is here. */
import { batch } from "@preact/signals";
import { fromFragment, isShared, toFragment } from "../share.ts";
import { replaceFile, site, text } from "./document.ts";
import { lineOf } from "./lines.ts";
import { listText } from "./list.ts";
import { name, url } from "./question.ts";
import { openLast } from "./saved.ts";
import { status } from "./status.ts";

export async function linkOf(withUrls: boolean): Promise<string> {
  const urls = withUrls ? { urls: listText.value, name: name.value, url: url.value } : {};
  const fragment = await toFragment({ file: text.value, site: site.value, ...urls });
  return new URL(fragment, location.href).href;
}

/** The fragment becomes the state, and the address the one of a view: reloading does not undo what was typed since. */
export async function adoptLink(): Promise<void> {
  if (!isShared(location.hash)) return;
  const shared = await fromFragment(location.hash);
  history.replaceState(null, "", shared === undefined ? location.pathname : "#crawlers");
  if (shared?.file === undefined) {
    status.value = "This link is damaged: a part of it is missing.";
    return;
  }
  openLast();
  batch(() => {
    replaceFile(shared.file!, "From a link");
    site.value = shared.site ?? "";
    if (shared.urls !== undefined) listText.value = shared.urls;
    if (shared.name !== undefined) name.value = shared.name;
    if (shared.url !== undefined) url.value = shared.url;
  });
}

export const startsAtLine = (): number | undefined => lineOf(location.hash);
