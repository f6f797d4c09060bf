// The declarations that the package publishes: of what tsc wrote to build/types/, the files that an entry reaches. They are
// CommonJS, as the JavaScript that Node.js loads; each entry has an ES module beside it. TypeScript before 5.0 does not know
// specifiers that end in .ts.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { entries } from "./entries.mjs";

const SPECIFIER = /(from |import\()"(\.[^"]*)\.ts"/g;

/** Writes a file and those that it imports. */
function publish(from, to, name, seen) {
  if (seen.has(name)) return;
  seen.add(name);
  const text = readFileSync(join(from, `${name}.d.ts`), "utf8");
  mkdirSync(dirname(join(to, name)), { recursive: true });
  writeFileSync(join(to, `${name}.d.ts`), text.replaceAll(SPECIFIER, '$1"$2.js"'));
  for (const [, , specifier] of text.matchAll(SPECIFIER)) publish(from, to, join(dirname(name), specifier), seen);
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

export function writeTypes(root) {
  const [from, to] = [join(root, "build/types"), join(root, "dist/types")];
  rmSync(to, { recursive: true, force: true });
  const seen = new Set();
  for (const entry of entries) {
    publish(from, to, entry.source, seen);
    writeFileSync(join(to, `${entry.source}.d.mts`), moduleOf(to, entry));
    if (entry.isExportAssigned) copyByHand(root, entry.source);
  }
  writeFileSync(join(to, "package.json"), '{ "type": "commonjs" }\n');
}
