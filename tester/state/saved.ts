/** What this browser keeps, so that nothing is lost on reload: at most 1 MB in localStorage. */
import { batch, type Signal, signal } from "@preact/signals";
import { isOpen, origin, site, text } from "./document.ts";
import { listText } from "./list.ts";
import { whenPaused } from "./pause.ts";
import { givenBefore, isBeforeTyped, pages } from "./publish.ts";
import { name, url } from "./question.ts";
import { hasRoute } from "./route.ts";
import { ANNOUNCE_MS } from "./status.ts";
import { keepVersion, type Version, versions } from "./versions.ts";

/** Texts by the names under which they are kept. */
const texts = { text, site, origin, name, url, urls: listText, pages };
const textNames = Object.keys(texts) as (keyof typeof texts)[];

interface Saved extends Readonly<Record<keyof typeof texts, string>> {
  /** The file before that a person gave; empty without one. */
  readonly before: string;
  readonly versions: readonly Version[];
}

const KEY = "robots-wasm-tester";
const THEME_KEY = `${KEY}-theme`;
/** Browsers store two bytes a character. */
const MAX_CHARACTERS = 500_000;

/** Whether the browser keeps anything: a private window may not. */
export const canSave: Signal<boolean> = signal(true);
/** What was open the last time; undefined if nothing was. */
export const lastTime: Signal<{ readonly label: string } | undefined> = signal(undefined);

function read(): Saved | undefined {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<Saved> | null;
    return typeof saved?.text === "string"
      ? { ...EMPTY, ...strings(saved), versions: checked(saved.versions) }
      : undefined;
  } catch {
    return undefined;
  }
}

const strings = (saved: Partial<Saved>): Partial<Saved> =>
  Object.fromEntries(Object.entries(saved).filter(([key, value]) => key in EMPTY && typeof value === "string"));

const checked = (list: unknown): readonly Version[] =>
  (Array.isArray(list) ? list : []).filter((one) =>
    [one?.label, one?.text, one?.site].every((value) => typeof value === "string"),
  );

/** Opens what was kept if the address names a view, as after a reload; else offers it. */
export function startSaved(): void {
  const saved = read();
  if (saved !== undefined && saved.text !== "") {
    lastTime.value = { label: [saved.site, saved.origin].filter((one) => one !== "").join(", ") || "The last file" };
    versions.value = saved.versions;
    if (hasRoute()) openLast();
  }
  whenPaused(() => current(), save, ANNOUNCE_MS);
  addEventListener("pagehide", save);
}

export function openLast(): void {
  const saved = read();
  if (saved === undefined) return;
  own = saved.text;
  batch(() => {
    for (const one of textNames) texts[one].value = saved[one];
    if (saved.before !== "") {
      givenBefore.value = saved.before;
      isBeforeTyped.value = true;
    }
    versions.value = saved.versions;
    isOpen.value = true;
  });
}

const current = (): Saved => ({
  ...(Object.fromEntries(textNames.map((one) => [one, texts[one].value])) as Record<keyof typeof texts, string>),
  before: givenBefore.value ?? "",
  versions: versions.value,
});

/** As a page begins. */
const EMPTY: Saved = current();

/** The file that this page stored or opened last. */
let own = "";
/** A file that was stored and is not of this page: of another tab, or of the last time. */
let other: Version | undefined;

/** What is kept already stays as a version, if this page has not written it. */
function keepOther(): void {
  const saved = read();
  if (saved === undefined || ["", own, text.value].includes(saved.text)) return;
  versions.value = versions.value.filter((version) => version !== other);
  other = { label: saved.origin || "The last file", text: saved.text, site: saved.site };
  keepVersion(other);
}

/** Old versions go first if there is too much, then the list of URLs. */
function save(): void {
  if (!isOpen.value) return;
  keepOther();
  let saved = current();
  const [before] = saved.versions;
  // A fetch without a file: after a reload, the file before is shown as what it is.
  if (saved.text === "" && before !== undefined)
    saved = { ...saved, text: before.text, site: before.site, origin: before.label };
  while (size(saved) > MAX_CHARACTERS && saved.versions.length > 0)
    saved = { ...saved, versions: saved.versions.slice(0, -1) };
  if (size(saved) > MAX_CHARACTERS) saved = { ...saved, urls: "", pages: "" };
  canSave.value = size(saved) <= MAX_CHARACTERS && store(KEY, JSON.stringify(saved));
  if (canSave.value) own = saved.text;
}

const size = ({ text, urls, before, pages: listed, versions: kept }: Saved): number =>
  [text, urls, before, listed, ...kept.map((version) => version.text)].reduce((sum, one) => sum + one.length, 0);

function store(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Erases everything that this page has kept. The file on show stays until the page is left. */
export function forget(): void {
  versions.value = [];
  lastTime.value = undefined;
  try {
    for (const key of [KEY, THEME_KEY]) localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

export type Theme = "light" | "dark";

export function savedTheme(): Theme | undefined {
  try {
    const found = localStorage.getItem(THEME_KEY);
    return found === "light" || found === "dark" ? found : undefined;
  } catch {
    return undefined;
  }
}

export const saveTheme = (theme: Theme): boolean => store(THEME_KEY, theme);
