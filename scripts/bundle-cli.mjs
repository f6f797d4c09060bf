// Puts packages into the files from which the command line takes them, so that its commands need nothing else installed: undici
// for those that fetch, yaml for assertions, vscode-languageserver for editors.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { build } from "esbuild";

/** What nodeFetch imports of undici, without the rest of it: mocks, proxies, caches, WebSocket. */
const PARTS = `
  export { default as Pool } from "undici/lib/dispatcher/pool.js";
  export { default as buildConnector } from "undici/lib/core/connect.js";
  export { fetch } from "undici/lib/web/fetch/index.js";
`;

/** Files outside of these folders stay imports: the command line has their classes already. */
const keepOwnFiles = (folders, entry) => ({
  name: "keep-own-files",
  setup(bundler) {
    bundler.onResolve({ filter: /^\.\.?\// }, ({ path: specifier, importer, resolveDir, kind }) => {
      const file = resolve(resolveDir, specifier);
      if (
        kind === "entry-point" ||
        importer.includes(`${sep}node_modules${sep}`) ||
        folders.some((folder) => file.startsWith(folder))
      )
        return;
      const path = relative(dirname(entry), file).replaceAll(sep, "/").replace(/\.ts$/, ".js");
      return { path, external: true };
    });
    bundler.onResolve({ filter: /^undici$/ }, () => ({ path: "undici", namespace: "parts" }));
    bundler.onLoad({ filter: /.*/, namespace: "parts" }, () => ({
      contents: PARTS,
      resolveDir: dirname(entry),
    }));
  },
});

/** The licence of a package asks for its text in every copy. */
export function bannerOf(root, name) {
  const folder = join(root, "node_modules", name);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((one) => /^licen[sc]e(\.\w+)?$/i.test(one));
  const licence = readFileSync(join(folder, file), "utf8").trim();
  return `/*!\nThis file contains ${name} ${version}, under this licence:\n\n${licence}\n*/`;
}

/** Bundles a file of bindings/ with the package that it is about to dist/, in the place of what tsc made. */
async function bundleWith(root, name, file, ...ownFolders) {
  const entry = join(root, "bindings", `${file}.ts`);
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: ["basic-ftp"],
    plugins: [
      keepOwnFiles(
        ownFolders.map((folder) => join(root, folder) + sep),
        entry,
      ),
    ],
    legalComments: "inline",
    // The packages are CommonJS and require modules of Node.
    banner: {
      js: `${bannerOf(root, name)}\nimport { createRequire as requireOf } from "node:module";\nconst require = requireOf(import.meta.url);`,
    },
    write: false,
    logLevel: "error",
  });
  writeFileSync(join(root, "dist", `${file}.js`), outputFiles[0].contents);
}

export async function bundleForCli(root) {
  await bundleWith(root, "undici", "cli/node-fetch", "bindings/crawl/client/node");
  await bundleWith(root, "yaml", "cli/yaml", "bindings/cli/yaml");
  await bundleWith(root, "vscode-languageserver", "cli/editor/index", "bindings/cli/editor", "bindings/owners/editor");
}
