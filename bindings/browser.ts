/** The core as one file for pages without a bundler; scripts/build.mjs bundles it. */
export * from "./index.ts";
