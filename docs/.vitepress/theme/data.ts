/** What config.mts gives to the page. */
import { useData, withBase } from "vitepress";
import type { Item, Section } from "../build/pages.mts";

export interface ThemeData {
  readonly sections: readonly Section[];
  readonly repository?: string;
  readonly version: string;
}

export const useSite = (): ThemeData => useData<ThemeData>().theme.value;

export const isCurrent = (item: Item, relativePath: string): boolean => `${item.path}.md` === relativePath;

/** The tester is not a page of VitePress: its links leave the app. */
export const testerLink = (): string => withBase("/tester/");
