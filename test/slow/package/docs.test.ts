/** The code and the commands of the documents run. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { describe, expect, it } from "vitest";
import { documents, root, textOf } from "../../support/documents.ts";

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
    writeFileSync(file, transformSync(asserts + checked(code), { loader: "ts" }).code);
    const { status, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });
});

it("the README's sample command runs", () => {
  const command = /npm run build && (node .*)$/m.exec(textOf("README.md"))![1]!;
  const { status, stdout } = spawnSync("sh", ["-c", command], { cwd: root, encoding: "utf8" });
  expect(status).toBe(0);
  expect(stdout).toContain("Allow: /reviews/top/print");
});
