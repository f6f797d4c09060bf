// Merges the package for Node.js into one CommonJS graph, with a thin ES module beside each entry. So `require` and `import`
// share classes, configuration and state, and tools that cannot require ES modules (Jest) load it too. Merging also saves
// half a millisecond for each file that Node.js need not load. Bundlers get the files of dist/ as they are.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, isAbsolute, join } from "node:path";
import { rolldown } from "rolldown";
import { entries } from "./entries.mjs";

const require = createRequire(import.meta.url);

/** These have another `#wasm` than the rest, so they are a file of their own. */
const APART = ["./slim"];

/** Dependencies that exist as ES modules only: a CommonJS graph cannot require them everywhere. */
const INCLUDED = ["p-limit", "yocto-queue"];

const WASM = "#wasm";
const isExternal = (id) => !id.startsWith(".") && !isAbsolute(id) && id !== WASM && !INCLUDED.includes(id);

/** Their licence asks for its text in every copy. */
function licenceOf(name) {
  const folder = dirname(require.resolve(name));
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return `${name} ${version}, under this licence:\n\n${readFileSync(join(folder, "license"), "utf8").trim()}`;
}

const banner = (chunk) =>
  INCLUDED.filter((name) => chunk.moduleIds.some((id) => id.replaceAll("\\", "/").includes(`/node_modules/${name}/`)))
    .map((name) => `/*!\nThis file contains ${licenceOf(name)}\n*/`)
    .join("\n");

/** Writes each entry of dist/ to the same path in dist/merged/. The entries share their parts, so each class exists once. */
export async function mergeEntries(root) {
  const dist = join(root, "dist");
  rmSync(join(dist, "merged"), { recursive: true, force: true });
  const merged = entries.filter(({ path, source, inNode }) => source === inNode && !APART.includes(path));
  const graph = await rolldown({
    input: Object.fromEntries(merged.map(({ source }) => [source, join(dist, `${source}.js`)])),
    platform: "node",
    external: isExternal,
    // Merged, because a program that starts would wait a millisecond until Node.js has found the file by package.json.
    resolve: { alias: { [WASM]: join(dist, "core/engine/module/node.js") } },
    preserveEntrySignatures: "strict",
    treeshake: { moduleSideEffects: false },
  });
  await graph.write({
    dir: join(dist, "merged"),
    format: "cjs",
    exports: "auto",
    // Node.js reads whole files before the first decision. Line ends stay, so that stack traces and errors can be read.
    comments: false,
    banner,
    entryFileNames: "[name].cjs",
    chunkFileNames: "parts/[name].cjs",
    // Some entries need the base and nothing of the core.
    codeSplitting: {
      groups: [
        { name: "base", test: /[\\/]dist[\\/]base[\\/]/, priority: 1 },
        { name: "core", test: /[\\/]dist[\\/]core[\\/]/ },
      ],
    },
  });
  await graph.close();
}

/** An ES module that exports what the CommonJS one beside it does, by names that are known now. */
function writeDoor(file) {
  const loaded = require(file);
  const statement =
    typeof loaded === "function"
      ? "export default entry;"
      : `export const { ${Object.keys(loaded).join(", ")} } = entry;`;
  writeFileSync(file.replace(/\.cjs$/, ".js"), `import entry from "./${basename(file)}";\n${statement}\n`);
}

export function writeDoors(root) {
  for (const { inNode } of entries) writeDoor(join(root, "dist/merged", `${inNode}.cjs`));
}
