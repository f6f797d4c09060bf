// Bundles the tester page: dist/tester/ is served as it is, by any web server or by `robots-wasm tester`.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { filesIn } from "./contents.mjs";

const common = {
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2023",
  logLevel: "error",
  legalComments: "none",
  jsx: "automatic",
  jsxImportSource: "preact",
};

/** Packages that the worker's entries load for what the worker does not use. */
const UNUSED = ["tldts", "structured-headers"];

/** What `fetch` compares a file with (Subresource Integrity). */
const integrityOf = (file) => `sha256-${createHash("sha256").update(readFileSync(file)).digest("base64")}`;

/** Changes when any file of the page does, so that the service worker replaces its copy. */
function versionOf(folder, files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest("hex").slice(0, 16);
}

/** @returns {Promise<string[]>} the files that the page contains, relative to `root`. */
export async function buildTester(root) {
  const source = join(root, "tester");
  const out = join(root, "dist/tester");
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const alias = { "#wasm": join(root, "bindings/core/engine/module/inline.ts") };
  const bundle = (entry, options = {}) =>
    build({
      ...common,
      absWorkingDir: root,
      alias,
      entryPoints: [join(source, entry)],
      outdir: out,
      chunkNames: "[name]-[hash]",
      metafile: true,
      ...options,
    });
  // One build each: in a common one, esbuild gives the page every module that the worker takes from the same entry.
  const bundles = await Promise.all([
    bundle("main.tsx", { splitting: true }),
    bundle("worker.ts", { splitting: true, external: UNUSED }),
    bundle("block.tsx"),
  ]);
  await build({ ...common, target: "esnext", entryPoints: [join(source, "style.css")], outdir: out });
  for (const file of ["index.html", "icon.svg"]) copyFileSync(join(source, file), join(out, file));
  // Other pages embed block.js; the tester itself does not load it.
  const files = readdirSync(out)
    .filter((file) => file !== "block.js")
    .sort();
  const paths = [["./", "index.html"], ...files.map((file) => [file, file])];
  const hashed = paths.map(([path, file]) => [path, integrityOf(join(out, file))]);
  await build({
    ...common,
    entryPoints: [join(source, "service-worker.ts")],
    outfile: join(out, "service-worker.js"),
    define: { FILES: JSON.stringify(hashed), VERSION: JSON.stringify(versionOf(out, files)) },
  });
  return bundles.flatMap(({ metafile }) => filesIn(metafile));
}
