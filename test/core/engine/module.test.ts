/** The module as each kind of host gets it, and undefined where compiling is blocked. */
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { base64 } from "../../../bindings/core/engine/module/base64.ts";
import { compileModule } from "../../../bindings/core/engine/module/compile.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

type Host = "inline" | "node" | "none";

/** What a host imports, and the bytes that it compiles. */
async function load(name: Host) {
  vi.resetModules();
  const compiled: unknown[] = [];
  const { Module } = WebAssembly;
  class Recorder {
    constructor(bytes: Uint8Array<ArrayBuffer>) {
      compiled.push(bytes);
      // biome-ignore lint/correctness/noConstructorReturn: the caller gets a real module.
      return new Module(bytes);
    }
  }
  vi.stubGlobal("WebAssembly", { Module: Recorder });
  const host: { wasmModule: unknown; writeUtf16: unknown; writeAscii: unknown } = await import(
    `../../../bindings/core/engine/module/${name}.ts`
  );
  return { ...host, compiled };
}

const engineFor = (name: Host): Buffer =>
  name === "inline" ? readFileSync("build/engine.wasm") : Buffer.from(base64, "base64");

it.each<[host: Host, hasBuffer: boolean]>([
  ["inline", true],
  ["node", true],
  ["node", false],
])("%s.ts compiles the bytes of the engine once, with Buffer: %s", async (name, hasBuffer) => {
  if (!hasBuffer) vi.stubGlobal("Buffer", undefined);
  const { wasmModule, compiled } = await load(name);
  vi.unstubAllGlobals();
  expect(wasmModule).toBeInstanceOf(WebAssembly.Module);
  expect(compiled.map((bytes) => engineFor(name).equals(bytes as Uint8Array))).toEqual([true]);
});

it("no module is loaded where compiling it or reading its bytes throws, nor for the slim entry", async () => {
  expect(compileModule(() => Uint8Array.of(1, 2, 3, 4))).toBeUndefined();
  const noBytes = (): never => {
    throw new Error("no bytes");
  };
  expect(compileModule(noBytes)).toBeUndefined();
  expect((await load("none")).wasmModule).toBeUndefined();
});

it.each<[title: string, process: unknown, isWritten: boolean]>([
  ["Node.js 20", { versions: { node: "20.19.0" } }, true],
  ["Node.js 24", { versions: { node: "24.99.99" } }, true],
  ["Node.js 25", { versions: { node: "25.0.0" } }, false],
  ["Bun", { versions: { node: "24.3.0", bun: "1.3.0" } }, false],
  ["Deno", { versions: { node: "24.2.0", deno: "2.5.0" } }, false],
  ["a bundle with a process of its own", {}, false],
  ["a browser", undefined, false],
])("text is copied as UTF-16, which the engine encodes, only where that is faster: %s", async (_, host, isWritten) => {
  vi.stubGlobal("process", host);
  const { writeUtf16 } = await load("node");
  vi.unstubAllGlobals();
  expect(typeof writeUtf16).toBe(isWritten ? "function" : "undefined");
});

it("it is copied to where the view starts, in little-endian order", async () => {
  vi.stubGlobal("process", { versions: { node: "20.19.0" } });
  const write = (await load("node")).writeUtf16 as (text: string, view: Uint8Array) => void;
  vi.unstubAllGlobals();
  const memory = new Uint8Array(12).fill(7);
  write("aé\u{1f600}", memory.subarray(2));
  expect([...memory]).toEqual([7, 7, 0x61, 0, 0xe9, 0, 0x3d, 0xd8, 0, 0xde, 7, 7]);
  for (const host of ["inline", "none"] as const) expect((await load(host)).writeUtf16).toBeUndefined();
});

describe("the text of a URL object is written as Latin-1", () => {
  type Write = (text: string, to: Uint8Array) => void;
  const writerIn = async (versions: object | undefined): Promise<Write | undefined> => {
    vi.stubGlobal("process", versions && { versions });
    const { writeAscii } = await load("node");
    vi.unstubAllGlobals();
    return writeAscii as Write | undefined;
  };

  it.each<[title: string, versions: object | undefined, isWritten: boolean]>([
    ["not in Node.js 20", { node: "20.19.0" }, false],
    ["in Node.js 22", { node: "22.0.0" }, true],
    ["in Node.js 26", { node: "26.1.0" }, true],
    ["not in Bun", { node: "24.3.0", bun: "1.3.0" }, false],
    ["not in Deno", { node: "24.2.0", deno: "2.5.0" }, false],
    ["not in a browser", undefined, false],
  ])("%s", async (_, versions, isWritten) => {
    expect(typeof (await writerIn(versions))).toBe(isWritten ? "function" : "undefined");
  });

  it("not without Buffer, nor where a Buffer has another method of that name", async () => {
    vi.stubGlobal("Buffer", undefined);
    expect(await writerIn({ node: "24.0.0" })).toBeUndefined();
    vi.stubGlobal("Buffer", class {});
    expect(await writerIn({ node: "24.0.0" })).toBeUndefined();
  });

  it("as the same bytes that TextEncoder writes, and no others", async () => {
    const write = (await writerIn({ node: "22.0.0" }))!;
    const ascii = String.fromCharCode(...Array(128).keys());
    const urls = [
      "https://h.example/gr\u00f6\u00dfe?q=\u{1f600}",
      "http://\u00fc.example/\ud800",
      "mailto:\u00e9",
      "data:,\u0161#\u0161",
    ];
    for (const text of ["", "a", ascii, ascii.repeat(64), ...urls.map((url) => new URL(url).href)]) {
      const memory = new Uint8Array(text.length + 20).fill(7);
      write(text, memory.subarray(10));
      const expected = [...Array(10).fill(7), ...new TextEncoder().encode(text), ...Array(10).fill(7)];
      expect([...memory]).toEqual(expected);
    }
  });
});
