/** Which engine is in use where a module compiles and where none does, and the bound of its memory. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { DEFAULT_MEMORY_BYTES, MAX_MEMORY_BYTES, MIN_MEMORY_BYTES } from "../../../bindings/core/limits.ts";
import { readModule } from "../../support/modules.ts";

const engineModule = new WebAssembly.Module(readModule("node"));
/** A module without exports, and one that imports a function. */
const empty = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
const importing = new WebAssembly.Module(
  Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 2, 7, 1, 1, 0x61, 1, 0x62, 0, 0),
);

afterEach(() => {
  vi.doUnmock("#wasm");
  vi.resetModules();
});

/** The choice as it is made by an import where the host gives this module. */
async function choose(wasmModule: unknown) {
  vi.resetModules();
  vi.doMock("#wasm", () => ({ wasmModule, writeUtf16: undefined, writeAscii: undefined }));
  const choice = await import("../../../bindings/core/engine/choose-engine.ts");
  const { fallback } = await import("../../../bindings/core/program/fallback.ts");
  const { dialects } = await import("../../../bindings/core/dialects.ts");
  /** Compiles as many files, and returns how long the memory is then. */
  const fill = (files: number, rules: number): number => {
    const file = `User-agent: *\n${"Disallow: /a\n".repeat(rules)}`;
    for (let i = 0; i < files; i++) choice.wasm!.compile(file, ["x"], dialects[0]!);
    return choice.wasm!.memoryBytes;
  };
  return { ...choice, choice, fallback, fill };
}

describe("WebAssembly is in use", () => {
  it("where there is a module", async () => {
    const { engineInUse, choice } = await choose(engineModule);
    expect([engineInUse(), choice.engine === choice.wasm]).toEqual(["wasm", true]);
  });

  it.each([
    ["no module", undefined],
    ["a module without the exports", empty],
    ["a module that cannot be instantiated", importing],
  ])("otherwise the fallback is: %s", async (_, module) => {
    const { engineInUse, choice, fallback } = await choose(module);
    expect([engineInUse(), choice.engine === fallback, choice.wasm]).toEqual(["fallback", true, undefined]);
  });

  it("once the user brings the module, and the first instance is kept", async () => {
    const { useModule, useEngine, engineInUse, choice, fallback } = await choose(undefined);
    useModule(engineModule);
    const first = choice.wasm;
    expect([engineInUse(), choice.engine === first]).toEqual(["wasm", true]);
    useEngine(fallback);
    expect(engineInUse()).toBe("fallback");
    useModule(engineModule);
    expect([engineInUse(), choice.engine === first, choice.wasm === first]).toEqual(["wasm", true, true]);
  });

  it("and not by a module of others, which throws and changes nothing", async () => {
    const { useModule, engineInUse } = await choose(undefined);
    const error = { name: "TypeError", code: "ERR_INVALID_ARG_VALUE", message: "module: expected an export decideUrl" };
    expect(() => useModule(empty)).toThrow(expect.objectContaining(error));
    expect(() => useModule(importing)).toThrow(TypeError);
    expect(() => useModule(undefined)).toThrow(TypeError);
    expect(engineInUse()).toBe("fallback");
  });
});

describe("the bound of the memory", () => {
  const bound = 2 ** 20;

  it("holds for the engine in use", async () => {
    const { configure, fill } = await choose(engineModule);
    configure({ maxMemoryBytes: bound });
    expect(fill(200, 400)).toBe(bound);
  });

  it("holds for a module that comes later", async () => {
    const { configure, useModule, fill } = await choose(undefined);
    configure({ maxMemoryBytes: bound });
    useModule(engineModule);
    expect(fill(200, 400)).toBe(bound);
  });

  it("is 16 MiB by default, and stays if it is left out", async () => {
    const { configure, fill } = await choose(engineModule);
    configure({});
    expect(fill(1, 30_000)).toBeGreaterThan(4 * bound);
    expect(DEFAULT_MEMORY_BYTES).toBe(16 * bound);
  });

  it.each([MIN_MEMORY_BYTES - 1, MAX_MEMORY_BYTES + 1, MIN_MEMORY_BYTES + 0.5, Number.NaN])(
    "is not %s",
    async (bytes) => {
      const { configure } = await choose(engineModule);
      expect(() => configure({ maxMemoryBytes: bytes })).toThrow(
        expect.objectContaining({ name: "RangeError", code: "ERR_INVALID_ARG_VALUE" }),
      );
    },
  );

  it.each([MIN_MEMORY_BYTES, MAX_MEMORY_BYTES])("may be %s", async (maxMemoryBytes) => {
    const { configure } = await choose(engineModule);
    expect(() => configure({ maxMemoryBytes })).not.toThrow();
  });
});
