/** How the command line writes, and what it loads. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { toUserError, usageError } from "../../bindings/cli/errors.ts";
import { wantsColour } from "../../bindings/cli/output.ts";
import { withCode } from "../../bindings/core/errors.ts";
import { pluralise } from "../../bindings/node/format-number.ts";

describe("colour", () => {
  it.each([
    ["a terminal with colours", { hasColors: () => true }, true],
    ["a terminal without, or with NO_COLOR", { hasColors: () => false }, false],
    ["a pipe or a file", {}, false],
  ])("%s", (_, stream, expected) => expect(wantsColour(stream)).toBe(expected));
});

it.each([
  [0, "0 lines"],
  [1, "1 line"],
  [2000, "2,000 lines"],
])("the plural of %i", (count, text) => expect(pluralise(count, "line")).toBe(text));

describe("errors are sorted by code", () => {
  it.each([
    ["a wrong call", usageError("expected a FILE"), "expected a FILE"],
    ["an input", withCode(new Error("x: broken"), "ERR_INPUT"), "x: broken"],
    ["an archive", withCode(new RangeError("archive: broken"), "ERR_ARCHIVE"), "archive: broken"],
    [
      "the system",
      Object.assign(new Error("ENOSPC: no space left on device, write"), {
        code: "ENOSPC",
        errno: -28,
        syscall: "write",
      }),
      "could not write: no space left on device",
    ],
    ["a bug with a telling message", new RangeError("archive: broken"), undefined],
    ["a bug with a code of Node", Object.assign(new TypeError("x"), { code: "ERR_INVALID_ARG_TYPE" }), undefined],
  ])("%s", (_, error, message) => expect(toUserError(error)?.message).toBe(message));
});

it("--version and --help load no command, no engine and no package", () => {
  const reached = new Set(["bindings/cli/main.ts"]);
  for (const file of reached) {
    if (!file.endsWith(".ts")) continue;
    const imports = readFileSync(file, "utf8").matchAll(/^import (?!type )[^;]*?from "([^"]+)"/gm);
    for (const [, name] of imports)
      reached.add(name!.startsWith(".") ? new URL(name!, `file:///${file}`).pathname.slice(1) : name!);
  }
  expect([...reached].sort()).toEqual([
    "bindings/cli/errors.ts",
    "bindings/cli/main.ts",
    "bindings/cli/output.ts",
    "bindings/core/errors.ts",
    "node:fs",
    "node:util",
  ]);
});
