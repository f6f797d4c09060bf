/** The types of python.mjs, for tests. */
export declare function pythonEnvironment(
  requirements: string,
): { readonly python: string; readonly missing?: never } | { readonly python?: never; readonly missing: string };
