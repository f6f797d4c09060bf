// The declarations that the package publishes: of what tsc wrote to build/types/, a file for each entry and two that they share.
// They are CommonJS, as the JavaScript that Node.js loads; each entry has an ES module beside it.
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { entries } from "./entries.mjs";

/** tsc wrote the specifiers of bindings/, which end in `.ts`. */
const declarationOf = (specifier, importer) =>
  specifier.startsWith(".") && importer !== undefined
    ? join(importer, "..", specifier.replace(/\.ts$/, ".d.ts"))
    : undefined;

/** Rolldown names the file of each part, which readers do not have. */
const withoutPaths = (code) => code.replaceAll(/^\/\/ build\/types\/.*\n/gm, "");

const SHARED = [
  {
    name: "core.d",
    test: /[\\/]types[\\/](base[\\/]|core[\\/]((engine|program|reader|robots)[\\/]|\w+\.))/,
    minShareCount: 2,
    priority: 1,
  },
  { name: "more.d", test: /[\\/]types[\\/]/, minShareCount: 2 },
];

async function bundleTypes(from, to) {
  const graph = await rolldown({
    input: Object.fromEntries(entries.map(({ source }) => [source, join(from, `${source}.d.ts`)])),
    external: (id) => !/^[./]/.test(id) && !/^[A-Z]:/.test(id),
    plugins: [
      { name: "specifiers", resolveId: declarationOf },
      dts({ dtsInput: true }),
      { name: "paths", renderChunk: withoutPaths },
    ],
  });
  const files = { entryFileNames: "[name].ts", chunkFileNames: "parts/[name].ts" };
  await graph.write({ dir: to, format: "es", ...files, codeSplitting: { groups: SHARED } });
  await graph.close();
}

/** A default export means something else in a CommonJS file, so its ES module has declarations of its own. */
const moduleOf = (to, { source, isExportAssigned }) =>
  isExportAssigned
    ? readFileSync(join(to, `${source}.d.ts`), "utf8")
    : `export * from "./${source.split("/").at(-1)}.js";\n`;

function copyByHand(root, source) {
  copyFileSync(join(root, "bindings", `${source}.cjs`), join(root, "dist", `${source}.cjs`));
  copyFileSync(join(root, "bindings", `${source}.d.cts`), join(root, "dist/types", `${source}.d.cts`));
}

export async function writeTypes(root) {
  const to = join(root, "dist/types");
  rmSync(to, { recursive: true, force: true });
  await bundleTypes(join(root, "build/types"), to);
  for (const entry of entries) {
    writeFileSync(join(to, `${entry.source}.d.mts`), moduleOf(to, entry));
    if (entry.isExportAssigned) copyByHand(root, entry.source);
  }
  writeFileSync(join(to, "package.json"), '{ "type": "commonjs" }\n');
}
