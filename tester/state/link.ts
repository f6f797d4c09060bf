/** A link that carries the file: made when asked for, and opened without losing the file that is here. */
import { batch } from "@preact/signals";
import { fromFragment, isShared, type Shared, toFragment } from "../share.ts";
import { replaceFile, site, text } from "./document.ts";
import { lineOf } from "./lines.ts";
import { listText } from "./list.ts";
import { approve, approved, before, givenBefore, isBeforeTyped, pages } from "./publish.ts";
import { name, url } from "./question.ts";
import { adoptView, route } from "./route.ts";
import { openLast } from "./saved.ts";
import { status } from "./status.ts";

/** The link opens at the view that is on show: its question is part of the result. */
export async function linkOf(withUrls: boolean): Promise<string> {
  const { view } = route.value;
  const question = withUrls || view === "urls" ? { name: name.value, url: url.value } : {};
  const urls = withUrls || view === "list" ? { urls: listText.value } : {};
  return linkTo({ file: text.value, site: site.value, view, ...question, ...urls });
}

/** Both files, the pages and the approval: it opens with the same answer. */
export const publishLink = (): Promise<string> =>
  linkTo({
    file: text.value,
    site: site.value,
    view: "publish",
    before: before.value ?? "",
    pages: pages.value,
    approved: approved.value,
  });

const linkTo = async (state: Shared): Promise<string> => new URL(await toFragment(state), location.href).href;

/** Whether a link opens only on this machine. */
export const isLocalLink = (): boolean => /^(?:localhost|127\.|\[::1\])/.test(location.hostname);

/** The fragment becomes the state, and the address the one of a view: reloading does not undo what was typed since. */
export async function adoptLink(): Promise<void> {
  if (!isShared(location.hash)) return;
  const shared = await fromFragment(location.hash);
  if (shared === undefined) history.replaceState(null, "", location.pathname);
  else adoptView(shared.view);
  if (shared?.site !== undefined && shared.file === undefined) {
    site.value = shared.site;
    history.replaceState(null, "", location.pathname);
    return;
  }
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
    givenBefore.value = shared.before;
    isBeforeTyped.value = shared.before !== undefined;
    pages.value = shared.pages ?? "";
    approve(shared.approved ?? "");
  });
}

export const startsAtLine = (): number | undefined => lineOf(location.hash);
