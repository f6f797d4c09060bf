/** An app's entry as its bundler would make it: esbuild with the conditions of the platform. */
import { build } from "esbuild";

/** @returns {Promise<string>} the bundled text. */
export async function bundleApp(folder, entry, { conditions = [], plugins = [], format = "esm", external = [] } = {}) {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: [entry],
    bundle: true,
    format,
    target: "es2022",
    conditions,
    plugins,
    external,
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0].text;
}
