/** The engine with names and a source map (docs/debugging.md): for people with a debugger, and in the repository alone. */
import { readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { dialects } from "../../../../bindings/core/dialects.ts";
import { WasmEngine } from "../../../../bindings/core/engine/wasm.ts";
import { fallback } from "../../../../bindings/core/program/fallback.ts";
import { buildWasm } from "../../../../scripts/build-wasm.mjs";
import { written } from "../../../support/written.ts";

const at = (path: string): URL => new URL(`../../../../${path}`, import.meta.url);
const FILE = "build/engine.debug.wasm";
let module: WebAssembly.Module;

beforeAll(async () => {
  await buildWasm(["debug"]);
  module = new WebAssembly.Module(readFileSync(at(FILE)));
}, 120_000);

it("has the names of functions, and says where its map is", () => {
  const [names] = WebAssembly.Module.customSections(module, "name");
  for (const name of ["match/decide/decide", "match/scan/scan", "spell/plain/spellingOf"])
    expect(Buffer.from(names!).includes(`assembly/${name}`)).toBe(true);
  const [address] = WebAssembly.Module.customSections(module, "sourceMappingURL");
  expect(Buffer.from(address!).subarray(1).toString()).toBe(`${at(FILE)}.map`);
});

it("has a map with the sources as they are", () => {
  const { sources, sourcesContent } = JSON.parse(readFileSync(at(`${FILE}.map`), "utf8"));
  const own = sources.flatMap((name: string, i: number) =>
    name.startsWith("assembly/") ? [[name, sourcesContent[i]]] : [],
  );
  expect(own.length).toBeGreaterThan(20);
  for (const [name, content] of own) expect(content).toBe(readFileSync(at(name), "utf8"));
});

it("decides as the fallback does", () => {
  const engine = new WasmEngine(module, fallback, 2 ** 20);
  const file = "User-agent: *\nDisallow: /private\nAllow: /private/open\nDisallow: /*.pdf$\n";
  const paths = ["/", "/private", "/private/open/x", "/a.pdf", "/%70rivate", "/robots.txt", "cart"];
  for (const dialect of dialects.map(written)) {
    const { program } = engine.compile(file, ["x"], dialect);
    for (let round = 0; round < 20; round++)
      for (const path of paths) expect(engine.decide(program, path, true)).toBe(fallback.decide(program, path, true));
  }
});
