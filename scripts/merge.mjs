// Merges the package for Node.js, which takes about half a millisecond for each file that it loads. Bundlers for pages get
// the files of dist/ as they are: they leave out whole files better than parts of a file.
import { join, relative } from "node:path";
import { rolldown } from "rolldown";
import { entriesOf } from "./entries.mjs";

/** These are already one file each. */
const BUNDLED = ["./browser", "./slim"];

/** Writes each entry of dist/ to the same path in dist/merged/. The entries share their parts, so each class exists once. */
export async function mergeEntries(root, manifest) {
  const dist = join(root, "dist");
  const entries = entriesOf(manifest).filter(({ path }) => !BUNDLED.includes(path));
  const nameOf = (file) => relative(dist, file).replace(/\.js$/, "");
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map(({ file }) => [nameOf(join(root, file)), join(root, file)])),
    platform: "node",
    external: (id) => !/^[./]/.test(id),
    preserveEntrySignatures: "allow-extension",
    treeshake: { moduleSideEffects: false },
  });
  await bundle.write({
    dir: join(dist, "merged"),
    entryFileNames: "[name].js",
    chunkFileNames: "parts/[name].js",
    // Some entries need the base and nothing of the core.
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: "core", test: /\/dist\/core\// },
        { name: "base", test: /\/dist\/base\// },
      ],
    },
  });
  await bundle.close();
}
