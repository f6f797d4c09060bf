/** The keys of the page. */
import { findings } from "./answers.ts";
import { hasFile, isOpen } from "./document.ts";
import { saveRobots } from "./export.ts";
import { editor, goToLine } from "./lines.ts";
import { openView, route, views } from "./route.ts";

/** After this long the view of the new address is drawn. */
const FOCUS_MS = 50;

/** The next key may come first: it decides where the focus goes. */
let focusTimer: ReturnType<typeof setTimeout> | undefined;

/** The line of the problem that was shown last. */
let shown = 0;

function showProblem(step: 1 | -1): void {
  const lines = [...new Set((findings.value ?? []).map(({ line }) => line))].sort((a, b) => a - b);
  if (lines.length === 0) return;
  const next = step > 0 ? lines.find((line) => line > shown) : lines.findLast((line) => line < shown);
  shown = next ?? lines.at(step > 0 ? 0 : -1)!;
  goToLine(shown);
}

function openByNumber(key: string): boolean {
  const view = views[Number(key) - 1];
  if (view === undefined) return false;
  openView(view);
  // The view is drawn in a later turn. Its heading takes the focus, so that Tab goes on from there.
  if (view === "file") editor.value?.focus();
  else focusTimer = setTimeout(() => document.getElementById("view")?.focus({ preventScroll: true }), FOCUS_MS);
  return true;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (/^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.shadowRoot !== null);

/** The field of the view: the filter of crawlers, or the URL. */
function focusField(): void {
  clearTimeout(focusTimer);
  const field =
    document.getElementById("filter") ?? document.getElementById("ask-url") ?? document.getElementById("url-list");
  if (field === null) {
    // The view follows the address in a later turn.
    const focus = (): void => document.getElementById("filter")?.focus();
    addEventListener("hashchange", () => setTimeout(focus), { once: true });
    openView("crawlers");
  } else field.focus();
}

const handles = (event: KeyboardEvent): boolean => {
  if (event.altKey && /^Digit[1-6]$/.test(event.code)) return openByNumber(event.code.slice(-1));
  if (event.key === "F8") {
    showProblem(event.shiftKey ? -1 : 1);
    return true;
  }
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s" && hasFile.value) {
    saveRobots();
    return true;
  }
  if (event.key === "/" && !isTyping(event.target) && route.value !== undefined) {
    focusField();
    return true;
  }
  return false;
};

/** Listens before the editor, which has a key F8 of its own. */
export function startKeys(): void {
  addEventListener(
    "keydown",
    (event) => {
      if (!isOpen.value || !handles(event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
}
