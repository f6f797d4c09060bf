// An entry as an application's bundler would put it into a page.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const { peerDependencies } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

const root = fileURLToPath(new URL("..", import.meta.url));

async function built(options) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    bundle: true,
    minify: true,
    platform: "neutral",
    target: "es2022",
    mainFields: ["module", "main"],
    external: ["node:*", "*.wasm", ...Object.keys(peerDependencies)],
    write: false,
    logLevel: "error",
    ...options,
  });
  return outputFiles[0].contents;
}

/**
 * @param {{ alias?: Record<string, string>, format?: "esm" | "cjs" }} [options] alias: files to take for imports
 * @returns {Promise<Uint8Array>} the entry with all it imports, minified.
 */
export const bundle = (entry, { alias = {}, format = "esm" } = {}) => built({ entryPoints: [entry], alias, format });

/**
 * @param {string} contents the imports of an application, by the names of packages
 * @param {string[]} [conditions] of the exports that are taken
 * @returns {Promise<Uint8Array>} what they bring, minified.
 */
export const bundleImports = (contents, conditions = []) =>
  // Without the paths of tsconfig.json, which applications do not have.
  built({ stdin: { contents, resolveDir: root }, conditions, tsconfigRaw: {}, format: "esm" });
