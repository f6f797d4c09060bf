/** Documents that cannot rot: their code runs, their links and commands exist, their tables are the data. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { dialects } from "../../bindings/core/dialects.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`),
].filter((name) => name.endsWith(".md"));
const textOf = (name: string): string => readFileSync(join(root, name), "utf8");

const scripts = JSON.parse(textOf("package.json")).scripts as Record<string, string>;

const blocks = documents.flatMap((name) =>
  Array.from(textOf(name).matchAll(/^```ts\n([\s\S]*?)^```$/gm), ([, code], i) => ({ name, i, code: code! })),
);

/** A folder in which the package is installed under its name. */
function appFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "robots-wasm-docs-"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "imports": {} }');
  const modules = join(folder, "node_modules");
  spawnSync("mkdir", ["-p", modules]);
  symlinkSync(root, join(modules, "robots-wasm"), "dir");
  return folder;
}

describe("code in documents runs", () => {
  it("there is some", () => expect(blocks.length).toBeGreaterThan(1));

  /** `expression; // value` becomes a check that it has that value. */
  const checked = (code: string): string =>
    code.replaceAll(/^(.*[^;\s]); \/\/ (true|false|\[.*\]|".*"|Uint8Array \[.*\])$/gm, (_, expression, value) =>
      `equal(${expression}, ${value.replace("Uint8Array ", "Uint8Array.of")});`.replaceAll(
        /Uint8Array\.of\[(.*)\]/g,
        "Uint8Array.of($1)",
      ),
    );

  it.each(blocks)("$name, block $i", ({ code }) => {
    const file = join(appFolder(), "block.mjs");
    const asserts =
      'import { deepEqual as equal } from "node:assert/strict";\nconsole.assert = (ok) => { if (!ok) throw new Error("false"); };\n';
    writeFileSync(file, asserts + checked(code));
    const { status, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });
});

it.each(documents)("%s: links and commands exist", (name) => {
  for (const [, target] of textOf(name).matchAll(/\]\(([^)#:]+)\)/g))
    expect(existsSync(join(root, dirname(name), target!)), target!).toBe(true);
  for (const [, script] of textOf(name).matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty(script!);
  for (const [, path] of textOf(name).matchAll(
    /`((?:assembly|bindings|test|bench|scripts|docs|examples)\/[\w./-]+\.\w+)`/g,
  ))
    expect(existsSync(join(root, path!)), path!).toBe(true);
});

it("the README's list leads to every document, once", () => {
  const [, list] = textOf("README.md").split("\n## More\n") as [string, string];
  const linked = Array.from(list.matchAll(/\]\(([^)#]+)/g), ([, target]) => target!);
  const others = documents.filter((name) => name !== "README.md");
  expect(linked.filter((target) => !target.startsWith("examples/")).sort()).toEqual(others.sort());
});

it("the README's sample command runs", () => {
  const command = /npm run build && (node .*)$/m.exec(textOf("README.md"))![1]!;
  const { status, stdout } = spawnSync("sh", ["-c", command], { cwd: root, encoding: "utf8" });
  expect(status).toBe(0);
  expect(stdout).toContain("Allow: /reviews/top/print");
});

describe("docs/dialects.md", () => {
  const rows = Array.from(
    textOf("docs/dialects.md").matchAll(/^\| (\w+)\.(\w+) \| (.*) \|$/gm),
    ([, group, key, cells]) => ({ group: group!, key: key!, cells: cells!.split(" | ") }),
  );
  const columns = /^\| \| (.*) \|$/m.exec(textOf("docs/dialects.md"))![1]!.split(" | ");

  it.each(rows)("$group.$key is what the data says", ({ group, key, cells }) => {
    for (const dialect of dialects) {
      const value = (dialect as unknown as Record<string, Record<string, unknown>>)[group]![key];
      expect(cells[columns.indexOf(dialect.name)]).toBe(typeof value === "boolean" ? (value ? "yes" : "no") : value);
    }
  });

  it("has a row for every column of the data", () => {
    const isShown = (value: unknown): boolean => typeof value === "boolean" || typeof value === "string";
    const columnsOf = (group: "lines" | "agents" | "rules"): string[] =>
      Object.entries(dialects[0]![group])
        .filter(([, value]) => isShown(value))
        .map(([key]) => `${group}.${key}`);
    const shown = rows.map(({ group, key }) => `${group}.${key}`);
    expect(shown).toEqual(
      expect.arrayContaining([...columnsOf("lines"), ...columnsOf("agents"), ...columnsOf("rules")]),
    );
  });
});
