/** The package as one file for a page without a bundler; scripts/build.mjs bundles it. */
export * from "./index.ts";
