/** The view, from the fragment of the address: Back works, and every view can be linked to. */
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";

export const views = ["file", "crawlers", "urls", "problems", "usage", "compare"] as const;
export type View = (typeof views)[number] | "list" | "page" | "publish";

const known: ReadonlySet<string> = new Set([...views, "list", "page", "publish"]);

/** Sections of the list of crawlers have addresses of their own: `#crawlers/training`. */
export interface Route {
  readonly view: View;
  readonly part: string;
}

function routeOf(hash: string): Route | undefined {
  const [view = "", part = ""] = hash.slice(1).split("/");
  return known.has(view) ? { view: view as View, part } : undefined;
}

const current: Signal<Route> = signal(routeOf(location.hash) ?? { view: "crawlers", part: "" });
export const route: ReadonlySignal<Route> = current;

export const hasRoute = (): boolean => routeOf(location.hash) !== undefined;

export function openView(view: View): void {
  location.hash = view;
}

/** The view of a link that was opened takes the place of the link in the address. */
export function adoptView(view = "crawlers"): void {
  const found = routeOf(`#${view}`) ?? { view: "crawlers", part: "" };
  history.replaceState(null, "", `#${found.view}`);
  current.value = found;
}

/** The answer comes first, however far down the page the file was opened. It takes the focus of a field that is gone. */
export const showAnswer = (): void => {
  requestAnimationFrame(() => {
    scrollTo({ top: 0, behavior: "instant" });
    if (document.activeElement === document.body) document.getElementById("answer")?.focus({ preventScroll: true });
  });
};

addEventListener("hashchange", () => {
  const found = routeOf(location.hash);
  if (found !== undefined) current.value = found;
  // The link that skips to the answer leaves the view as it is.
  else if (location.hash === "#main") history.replaceState(null, "", `#${current.value.view}`);
});

/** The size from which the views are a bar at the bottom. */
const phone = matchMedia("(max-width: 720px)");
export const isPhone = (): boolean => phone.matches;
