/** The types of scripts that tests import. */

declare module "*/scripts/build-wasm.mjs" {
  export function isFresh(name: string, isQuick?: boolean): boolean;
}

declare module "*/scripts/bundle.mjs" {
  export function bundle(
    entry: string,
    options?: { readonly alias?: Readonly<Record<string, string>>; readonly format?: "esm" | "cjs" },
  ): Promise<Uint8Array>;
}

declare module "*/scripts/declarations.mjs" {
  export interface Where {
    readonly file: string;
    readonly name: string;
  }
  export interface Statement {
    readonly doc: string;
    readonly text: string;
  }
  export interface Declaration extends Where, Statement {}
  export interface Module {
    readonly file: string;
    readonly exported: ReadonlyMap<string, Where>;
  }
  export function statementsOf(text: string): Statement[];
  export function readModule(file: string): Module;
  export function declarationOf(where: Where): Declaration | undefined;
}

declare module "*/scripts/entries.mjs" {
  export interface Entry {
    readonly path: string;
    readonly name: string;
    readonly types: string;
    readonly file: string;
  }
  export function pageOf(path: string): string;
  export function entriesOf(manifest: { readonly name: string; readonly exports: object }): Entry[];
}

declare module "*/scripts/python.mjs" {
  export function pythonEnvironment(
    requirements: string,
  ): { readonly python: string; readonly missing?: never } | { readonly python?: never; readonly missing: string };
}

declare module "*/slugs.mjs" {
  export function slugOf(heading: string): string;
  export function slugsOf(headings: readonly string[]): string[];
  export function headingsOf(markdown: string): string[];
}

declare module "*/docs/images/survey-charts.mjs" {
  export function readRecord(): object;
  /** The charts of docs/survey.md, by the names of their files in docs/images. */
  export function chartsOf(record: object): Readonly<Record<string, string>>;
}

declare module "*/scripts/agents-changes.mjs" {
  interface Table {
    readonly crawlers: readonly object[];
  }
  export function changedRows(old: Table, now: Table): string[];
}

declare module "*/scripts/agents-compare.mjs" {
  interface Entry {
    readonly pattern: string;
    readonly instances?: readonly string[];
    readonly tags?: readonly string[];
  }
  export function missingTokens(robotsJson: object): string[];
  export function missingHeaders(entries: readonly Entry[]): { name: string; tags: readonly string[] }[];
}
