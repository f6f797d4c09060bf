/** The code and the commands of the documents run. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { transformSync } from "esbuild";
import { describe, expect, it } from "vitest";
import { documents, root, textOf } from "../../support/documents.ts";

const blocks = [...documents, "docs/index.md"].flatMap((name) =>
  Array.from(textOf(name).matchAll(/^```ts\n([\s\S]*?)^```$/gm), ([, code], i) => ({ name, i, code: code! })),
);

/** A folder in which the package is installed under its name. */
function appFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "robots-wasm-docs-"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "imports": {} }');
  const modules = join(folder, "node_modules");
  spawnSync("mkdir", ["-p", modules]);
  symlinkSync(root, join(modules, "robots-wasm"), "dir");
  symlinkSync(join(root, "node_modules/undici"), join(modules, "undici"), "dir");
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

/** The files that commands in documents are about. */
const SAMPLES: Readonly<Record<string, string>> = {
  "robots.txt": "User-agent: *\nDisallow: /cart\n",
  "public/robots.txt": "User-agent: *\nDisallow: /cart\n",
  "urls.txt": "https://shop.example/\nhttps://shop.example/cart\n",
  "robots.assertions.yaml": "robots: robots.txt\ntests:\n  - agent: ExampleBot\n    refused: /cart\n",
  "robots/shop.example": "User-agent: *\nDisallow: /cart\n",
};

/** Blocks of commands of this package alone; what they install is there already. */
const commandBlocks = documents.flatMap((name) =>
  Array.from(textOf(name).matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, text], i) => {
    const lines = text!.split("\n").filter((line) => line !== "" && !/^npm install /.test(line));
    return { name, i, lines: lines.map((line) => line.replace(/^npx /, "")) };
  }).filter(({ lines }) => lines.length > 0 && lines.every((line) => line.startsWith("robots-wasm "))),
);

describe("shell commands in documents run", () => {
  it("there are some", () => expect(commandBlocks.length).toBeGreaterThan(1));

  it.each(commandBlocks)("$name, block $i", ({ lines }) => {
    const folder = appFolder();
    for (const [file, text] of Object.entries(SAMPLES)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const command = `robots_wasm() { "${process.execPath}" "${join(root, "dist/cli/main.js")}" "$@"; }`;
    for (const line of lines) {
      const script = `${command}\n${line.replaceAll("robots-wasm ", "robots_wasm ")}`;
      const { status, stderr } = spawnSync("sh", ["-c", script], { cwd: folder, encoding: "utf8" });
      // 1 says that a URL is refused, or that something was found.
      expect([0, 1], `${line}: ${stderr}`).toContain(status);
    }
  });
});
