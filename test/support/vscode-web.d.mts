import type { BrowserContextOptions, Page } from "playwright-core";

export declare const vscodeWeb: string | undefined;
export declare function openVscode(
  text: string,
  options?: BrowserContextOptions,
): Promise<{ readonly page: Page; close(): Promise<void> }>;
