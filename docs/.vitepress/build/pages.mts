/** The pages that docs/ has, in the order of the navigation, with their titles. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type NavigationSection, navigation, unlisted } from "../navigation.mts";
import { headingsOf } from "./slugs.mjs";

export const docs: string = fileURLToPath(new URL("../..", import.meta.url));

export interface Item {
  /** Under docs/, without `.md`. */
  readonly path: string;
  readonly text: string;
  /** Where the site has it; without the base. */
  readonly link: string;
}

export interface Section {
  readonly title: string;
  readonly weight: number;
  readonly items: readonly Item[];
}

export const sourceOf = (path: string): string => readFileSync(join(docs, `${path}.md`), "utf8");

/** A page's text without its front matter. */
export const bodyOf = (source: string): string => source.replace(/^---\n[\s\S]*?\n---\n/, "");

/** @returns paths without `.md`, of folders too. */
const markdownIn = (folder: string): string[] =>
  readdirSync(join(docs, folder), { withFileTypes: true })
    .filter(({ name }) => !/^[.[]/.test(name) && name !== "public")
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return markdownIn(path);
      return path.endsWith(".md") ? [path.slice(0, -3)] : [];
    })
    .sort();

export const linkOf = (path: string): string => `/${path.replace(/(^|\/)index$/, "$1")}`;

const itemOf = (path: string, text?: string): Item => ({
  path,
  text: text ?? headingsOf(bodyOf(sourceOf(path)))[0] ?? path,
  link: linkOf(path),
});

const allPaths: readonly string[] = markdownIn("");

function itemsOf({ pages, folder }: NavigationSection): Item[] {
  const named = pages.flatMap((page) => (typeof page === "string" ? itemNamed(page) : itemNamed(...page)));
  const found = folder !== undefined && existsSync(join(docs, folder)) ? markdownIn(folder) : [];
  const others = found.filter((path) => !named.some((item) => item.path === path));
  return [...named, ...others.map((path) => itemOf(path))];
}

/** Nothing for a page that docs/ does not have: a test tells of it, and the site is built all the same. */
const itemNamed = (path: string, text?: string): Item[] => (allPaths.includes(path) ? [itemOf(path, text)] : []);

/** Pages that no section of navigation.mts names. */
export function unnamedPages(): string[] {
  const named = new Set(navigation.flatMap(itemsOf).map(({ path }) => path));
  return allPaths.filter((path) => !named.has(path) && !unlisted.includes(path));
}

/** Pages that navigation.mts names but docs/ does not have. */
export const missingPages = (): string[] =>
  navigation
    .flatMap(({ pages }) => pages.map((page) => (typeof page === "string" ? page : page[0])))
    .filter((path) => !allPaths.includes(path));

export function sectionsOfSite(): Section[] {
  const sections = navigation.map((section) => ({
    title: section.title,
    weight: section.weight ?? 1,
    items: itemsOf(section),
  }));
  const rest = unnamedPages().map((path) => itemOf(path));
  const last = sections.at(-1)!;
  return [...sections.slice(0, -1), { ...last, items: [...last.items, ...rest] }].filter(
    ({ items }) => items.length > 0,
  );
}
