/** Modules of the runtime are taken where there are some. */
import { afterEach, expect, it, vi } from "vitest";
import { builtinModule } from "../../bindings/base/runtime.ts";

afterEach(() => vi.unstubAllGlobals());

it("a module of Node is the one that an import gives", async () =>
  expect(builtinModule("node:zlib")).toBe((await import("node:zlib")).default));

it.each([
  ["no process", undefined],
  ["a process without getBuiltinModule", {}],
  ["a process that lacks the module", { getBuiltinModule: () => undefined }],
  [
    "a process that throws if it is asked, as Next's Edge Runtime has",
    {
      getBuiltinModule: () => {
        throw new Error("A Node.js API is used which is not supported in the Edge Runtime.");
      },
    },
  ],
])("a runtime with %s has none", (_, process) => {
  vi.stubGlobal("process", process);
  expect(builtinModule("node:zlib")).toBeUndefined();
});
