export interface Entry {
  readonly path: string;
  readonly name: string;
  readonly types: string;
  readonly file: string;
}
export function pageOf(path: string): string;
export function entriesOf(manifest: { readonly name: string; readonly exports: object }): Entry[];
