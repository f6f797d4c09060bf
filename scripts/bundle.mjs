// An entry as an application's bundler would put it into a page.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const { peerDependencies } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

/**
 * @param {{ alias?: Record<string, string>, format?: "esm" | "cjs" }} [options] alias: files to take for imports
 * @returns {Promise<Uint8Array>} the entry with all it imports, minified.
 */
export async function bundle(entry, { alias = {}, format = "esm" } = {}) {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(new URL("..", import.meta.url)),
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format,
    platform: "neutral",
    target: "es2022",
    mainFields: ["module", "main"],
    alias,
    external: ["node:*", ...Object.keys(peerDependencies)],
    write: false,
    logLevel: "error",
  });
  return outputFiles[0].contents;
}
