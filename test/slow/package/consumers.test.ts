/** TypeScript applications that install the package: what they import has types, and every example in the documents compiles. */
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documents, textOf } from "../../support/documents.ts";
import { entries } from "../../support/manifest.ts";
import { appFolder, pack, removeFolders, root, run } from "../../support/packed.ts";
import { sized } from "../../support/sized.ts";

let app = "";

/** Frameworks, whose types would be as many packages again. */
const FRAMEWORKS = ["astro", "next", "crawlee", "vite"];

/** The packages that an example imports besides ours. */
const packagesIn = (code: string): string[] =>
  Array.from(code.matchAll(/^import (?:[^"]* from )?"(?!robots-wasm|node:|\.)([^"]+)"/gm), ([, name]) => name!);

/** Code that needs Node is left out of a page. */
const folderOf = (code: string): string =>
  packagesIn(code).length > 0 || /"(node:|robots-wasm\/client\/node)|\b(Buffer|process)\b/.test(code)
    ? "src/node"
    : "src";

/** As applications would install them. */
function link(name: string): void {
  const target = join(root, "node_modules", name);
  if (!existsSync(target)) throw new Error(`an example imports ${name}: add it to FRAMEWORKS, or to devDependencies`);
  if (!existsSync(join(app, "node_modules", name))) symlinkSync(target, join(app, "node_modules", name), "dir");
}

const write = (name: string, code: string): void => writeFileSync(join(app, folderOf(code), `${name}.ts`), code);

/** Every entry as a namespace, and every example as a module of its own. */
function writeSources(): void {
  for (const [i, path] of entries.entries()) {
    const code = `import * as entry from "${path.replace(".", "robots-wasm")}";\n`;
    write(`entry-${i}`, `${code}export const names: string[] = Object.keys(entry);\n`);
  }
  writeFileSync(
    join(app, "src/node/commonjs.cts"),
    'import { parse } from "robots-wasm";\nconst explained = parse("").agent("x").explain("/");\n' +
      'export const line: number = explained.reason === "rule" ? explained.rule.line : 0;\n',
  );
  for (const name of documents) {
    for (const [i, [, code]] of [...textOf(name).matchAll(/^```ts[^\n]*\n([\s\S]*?)^```$/gm)].entries()) {
      const packages = packagesIn(code!);
      if (packages.some((one) => FRAMEWORKS.includes(one.split("/")[0]!))) continue;
      packages.forEach(link);
      write(`${name.replaceAll(/\W/g, "-")}-${i}`, `${code}export {};\n`);
    }
  }
}

beforeAll(async () => {
  app = await appFolder(await pack());
  mkdirSync(join(app, "src/node"), { recursive: true });
  for (const types of ["@types/node", "@types/sax", "undici-types"])
    cpSync(join(root, "node_modules", types), join(app, "node_modules", types), { recursive: true });
  writeSources();
});
afterAll(removeFolders);

it("has examples to compile", () => expect(readdirSync(join(app, "src")).length).toBeGreaterThan(20));

const node16 = ["node16", { module: "node16" }] as const;
/** As node16 with the TypeScript of now. */
const nodenext = ["nodenext", { module: "nodenext" }] as const;
const bundler = ["bundler", { module: "esnext", moduleResolution: "bundler" }] as const;

describe.each(sized([node16, bundler], [node16, nodenext, bundler]))("moduleResolution %s", (_, module) => {
  it.each([
    ["everything, in Node", "src", { lib: ["es2022", "dom", "dom.iterable"], types: ["node"] }],
    ["what needs no Node, in a page", "src/*.ts", { lib: ["es2022", "dom", "dom.iterable"], types: [] }],
    ["every entry, without the names of pages", "src/**/entry-*.ts", { lib: ["es2022"], types: ["node"] }],
  ])("compiles strictly: %s", async (_, sources, library) => {
    const compilerOptions = { target: "es2022", strict: true, noEmit: true, ...module, ...library };
    writeFileSync(join(app, "tsconfig.json"), JSON.stringify({ compilerOptions, include: [sources] }));
    const words = [join(root, "node_modules/typescript/bin/tsc"), "-p", app];
    expect(await run(process.execPath, words, { cwd: app })).toEqual({ status: 0, stdout: "", stderr: "" });
  });
});
