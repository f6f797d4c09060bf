/** The core as one file for pages without a bundler; scripts/build-pack.mjs bundles it. */
export * from "./core/index.ts";
