/** The types of bundle.mjs, for tests. */
export declare function bundle(
  entry: string,
  options?: { readonly alias?: Readonly<Record<string, string>>; readonly format?: "esm" | "cjs" },
): Promise<Uint8Array>;
