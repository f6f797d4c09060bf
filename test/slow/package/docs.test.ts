/** The code and the commands of the documents run. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { transformSync } from "esbuild";
import { describe, expect, it } from "vitest";
import { documents, root, textOf } from "../../support/documents.ts";
import { installedCommand } from "../../support/packed.ts";

const blocks = [...documents, "docs/index.md"].flatMap((name) =>
  Array.from(textOf(name).matchAll(/^```ts\n([\s\S]*?)^```$/gm), ([, code], i) => ({ name, i, code: code! })),
);

/** Every site under .example, as the examples say: what answers `fetch` there. Nothing else can be reached. */
const NETWORK = `
const robots = "User-agent: *\\nDisallow: /cart\\nCrawl-delay: 0.1\\nSitemap: https://shop.example/sitemap.txt\\n";
const files = { "/robots.txt": robots, "/sitemap.txt": "https://shop.example/lamps\\n" };
globalThis.fetch = async (input) => {
  const { host, pathname } = new URL(input);
  if (!host.endsWith(".example")) throw new Error("an example requested " + input);
  return new Response(files[pathname] ?? "a page", { headers: { "content-type": "text/plain" } });
};
`;

const command = await installedCommand();

/** A folder in which the package is installed under its name, with the installed command in bin/. */
function appFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "robots-wasm-docs-"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "imports": {} }');
  const modules = join(folder, "node_modules");
  spawnSync("mkdir", ["-p", modules]);
  symlinkSync(root, join(modules, "robots-wasm"), "dir");
  for (const name of ["undici", "sax", "structured-headers"])
    symlinkSync(join(root, "node_modules", name), join(modules, name), "dir");
  writeFileSync(join(folder, "network.mjs"), NETWORK);
  mkdirSync(join(folder, "bin"));
  const script = `#!/bin/sh\nexec "${process.execPath}" "${command}" "$@"\n`;
  writeFileSync(join(folder, "bin/robots-wasm"), script, { mode: 0o755 });
  return folder;
}

/** Blocks of CommonJS, each a file that `require` reads. */
const commonJs = documents.flatMap((name) =>
  Array.from(textOf(name).matchAll(/^```js\n([\s\S]*?)^```$/gm), ([, code], i) => ({ name, i, code: code! })),
);

describe("code in documents runs", () => {
  it("there is some", () => expect(blocks.length).toBeGreaterThan(50));

  it("signatures apart, it is TypeScript, which consumers.test.ts compiles, or CommonJS", () => {
    const others = documents
      .filter((name) => !name.startsWith("docs/api/"))
      .flatMap((name) => Array.from(textOf(name).matchAll(/^```(typescript|javascript|mjs|tsx).*$/gm), () => name));
    expect(others).toEqual([]);
    for (const { code } of commonJs) expect(code).toMatch(/\brequire\(/);
  });

  it.each(commonJs)("$name, CommonJS $i", ({ code }) => {
    const folder = appFolder();
    writeFileSync(join(folder, "block.cjs"), code);
    const { status, stderr } = spawnSync(process.execPath, ["block.cjs"], { encoding: "utf8", cwd: folder });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  /** `expression; // value`, also `expression; // value: why`, becomes a check that it has that value. */
  const VALUE = String.raw`true|false|undefined|-?\d[\d_.]*|\[.*\]|\{.*\}|"[^"]*"|Uint8Array \[.*\]`;
  const COMMENTED = new RegExp(`^ *(?!const |let |import |[}])(.*[^;\\s]); // (?:→ )?(${VALUE})(?:$|[,:;] .*$)`, "gm");
  const checked = (code: string): string =>
    code.replaceAll(COMMENTED, (_, expression, value) =>
      `equal(${expression}, ${value.replace("Uint8Array ", "Uint8Array.of")});`.replaceAll(
        /Uint8Array\.of\[(.*)\]/g,
        "Uint8Array.of($1)",
      ),
    );
  it("checks the values in their comments", () => {
    const values = blocks.flatMap(({ code }) => Array.from(checked(code).matchAll(/^equal\(/gm)));
    expect(values.length).toBeGreaterThan(100);
    expect(checked('a.b; // 3, the third\nc.d; // "no": why\nconst e = f; // 1')).toBe(
      'equal(a.b, 3);\nequal(c.d, "no");\nconst e = f; // 1',
    );
  });

  it.each(blocks)("$name, block $i", ({ code }) => {
    const folder = appFolder();
    const file = join(folder, "block.mjs");
    const asserts =
      'import { deepEqual as equal } from "node:assert/strict";\nconsole.assert = (ok) => { if (!ok) throw new Error("false"); };\n';
    writeFileSync(file, transformSync(asserts + checked(code), { loader: "ts" }).code);
    const { status, stderr } = spawnSync(process.execPath, ["--import", "./network.mjs", file], {
      encoding: "utf8",
      cwd: folder,
    });
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

/** Blocks of commands of this package, by itself or under GNU parallel; what they install is there already. */
const commandBlocks = documents.flatMap((name) =>
  Array.from(textOf(name).matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, text], i) => {
    const lines = text!.replaceAll("\\\n", " ").split("\n");
    const commands = lines.filter((line) => line !== "" && !/^(npm install|deno add) /.test(line));
    return { name, i, lines: commands.map((line) => line.replace(/^npx robots-wasm-cli /, "robots-wasm ")) };
  }).filter(({ lines }) => lines.length > 0 && lines.every((line) => /^(robots-wasm|parallel) /.test(line))),
);

describe("shell commands in documents run", () => {
  it("there are some", () => expect(commandBlocks.length).toBeGreaterThan(2));

  it.each(commandBlocks)("$name, block $i", ({ lines }) => {
    const folder = appFolder();
    for (const [file, text] of Object.entries(SAMPLES)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const env = { ...process.env, PATH: `${join(folder, "bin")}:${process.env["PATH"]}` };
    for (const line of lines) {
      const { status, stderr } = spawnSync("sh", ["-c", line], { cwd: folder, encoding: "utf8", env });
      // 1 says that a URL is refused, or that something was found.
      expect([0, 1], `${line}: ${stderr}`).toContain(status);
    }
  });
});
