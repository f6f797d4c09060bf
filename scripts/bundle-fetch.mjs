// Puts undici into the file from which the command line takes nodeFetch, so that commands that fetch need no other package.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve, sep } from "node:path";
import { build } from "esbuild";

const require = createRequire(import.meta.url);

/** What nodeFetch imports of undici, without the rest of it: mocks, proxies, caches, WebSocket. */
const PARTS = `
  export { default as Agent } from "undici/lib/dispatcher/agent.js";
  export { default as buildConnector } from "undici/lib/core/connect.js";
  export { fetch } from "undici/lib/web/fetch/index.js";
`;

/** Files outside of the folder of nodeFetch stay imports: the command line has their classes already. */
const keepOwnFiles = (folder, entry) => ({
  name: "keep-own-files",
  setup(bundler) {
    bundler.onResolve({ filter: /^\.\.?\// }, ({ path: specifier, importer, resolveDir, kind }) => {
      const file = resolve(resolveDir, specifier);
      if (kind === "entry-point" || importer.includes(`${sep}node_modules${sep}`) || file.startsWith(folder)) return;
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

/** The licence asks for its text in every copy. */
function bannerOf(name) {
  const folder = dirname(require.resolve(`${name}/package.json`));
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const licence = readFileSync(join(folder, "LICENSE"), "utf8").trim();
  return `/*!\nThis file contains ${name} ${version}, under this licence:\n\n${licence}\n*/`;
}

/** Bundles bindings/cli/node-fetch.ts to dist/cli/node-fetch.js, in the place of what tsc made. */
export async function bundleFetch(root) {
  const entry = join(root, "bindings/cli/node-fetch.ts");
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: ["basic-ftp"],
    plugins: [keepOwnFiles(join(root, "bindings/client/node") + sep, entry)],
    legalComments: "inline",
    // undici is CommonJS and requires modules of Node.
    banner: {
      js: `${bannerOf("undici")}\nimport { createRequire as requireOf } from "node:module";\nconst require = requireOf(import.meta.url);`,
    },
    write: false,
    logLevel: "error",
  });
  writeFileSync(join(root, "dist/cli/node-fetch.js"), outputFiles[0].contents);
}
