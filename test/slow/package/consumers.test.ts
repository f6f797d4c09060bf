/** TypeScript applications that install the package: what they import has types, and every example in the documents compiles. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { entries } from "../../support/manifest.ts";
import { appFolder, pack, removeFolders, root, run } from "../../support/packed.ts";

let app = "";

const documents = ["README.md", ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith(".md"),
);

/** Whether an example needs a package that this application does not have. */
const isForeign = (code: string): boolean => /^import (?:[^"]* from )?"(?!robots-wasm|node:)/m.test(code);

/** What needs Node is no part of a page. */
const folderOf = (code: string): string =>
  /"(node:|robots-wasm\/client\/node)|\b(Buffer|process)\b/.test(code) ? "src/node" : "src";

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
    const text = readFileSync(join(root, name), "utf8");
    for (const [i, [, code]] of [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].entries())
      if (!isForeign(code!)) write(`${name.replaceAll(/\W/g, "-")}-${i}`, `${code}export {};\n`);
  }
}

beforeAll(async () => {
  app = await appFolder(await pack());
  mkdirSync(join(app, "src/node"), { recursive: true });
  for (const types of ["@types/node", "undici-types"])
    cpSync(join(root, "node_modules", types), join(app, "node_modules", types), { recursive: true });
  writeSources();
});
afterAll(removeFolders);

it("has examples to compile", () => expect(readdirSync(join(app, "src")).length).toBeGreaterThan(20));

describe.each([
  ["nodenext", { module: "nodenext" }],
  ["bundler", { module: "esnext", moduleResolution: "bundler" }],
])("moduleResolution %s", (_, module) => {
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
