/** The types of scripts that tests import. Most are called with texts alone, and need none. */

declare module "*/scripts/build-wasm.mjs";
declare module "*/scripts/bundle.mjs";
declare module "*/scripts/packages.mjs";
declare module "*/scripts/python.mjs";
declare module "*/slugs.mjs";
declare module "*/docs/images/survey-charts.mjs";
declare module "*/scripts/agents-compare.mjs";
declare module "*/scripts/crawlers.mjs";

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
declare module "*/scripts/test-changed.mjs" {
  /** The groups of tests that run for changed files, one after the other. */
  export function nearestTests(files: readonly string[]): readonly (readonly string[])[];
}
