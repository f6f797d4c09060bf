// An entry as an application's bundler would put it into a page.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/**
 * @param {Record<string, string>} [alias] files to take for imports
 * @returns {Promise<Uint8Array>} the entry with all it imports, minified.
 */
export async function bundle(entry, alias = {}) {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(new URL("..", import.meta.url)),
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    mainFields: ["module", "main"],
    alias,
    external: ["node:*"],
    write: false,
    logLevel: "error",
  });
  return outputFiles[0].contents;
}
