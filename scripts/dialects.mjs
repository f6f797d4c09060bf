// Writes assembly/embed/dialects.ts: the dialects of bindings/core/dialects.ts as data of embed.wasm.
import { join } from "node:path";
import { writeChanged } from "./files.mjs";

/** The exports of TypeScript files, whose types are erased. */
async function importTypeScript(root, files) {
  const contents = files.map((file) => `export * from "./${file}";`).join("\n");
  const stdin = { contents, resolveDir: root };
  const { build } = await import("esbuild");
  const { outputFiles } = await build({ stdin, bundle: true, format: "esm", write: false, logLevel: "error" });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

const SOURCES = ["dialects", "engine/dialect-bytes", "layout"].map((name) => `bindings/core/${name}.ts`);

/** The TypeScript that makes the profiles for JavaScript makes these too. */
export async function writeDialects(root) {
  const { dialects, encodeDialect, DIALECT_BYTES } = await importTypeScript(root, SOURCES);
  const bytes = new Uint8Array((Math.max(...dialects.map(({ id }) => id)) + 1) * DIALECT_BYTES);
  for (const dialect of dialects) bytes.set(encodeDialect(dialect), dialect.id * DIALECT_BYTES);
  const lines = [
    "// Made by scripts/dialects.mjs from bindings/core/dialects.ts.",
    "/** A bit for each identifier. */",
    `export const KNOWN_DIALECTS: u32 = ${dialects.reduce((bits, { id }) => bits | (1 << id), 0)};`,
    `export const DIALECT_DATA_BYTES: usize = ${bytes.length};`,
    `export const DIALECT_DATA: usize = memory.data<u8>([${bytes.join(",")}]);`,
  ];
  writeChanged(join(root, "assembly/embed/dialects.ts"), `${lines.join("\n")}\n`);
}
