/** How the command line writes, and what it loads. */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withCode } from "../../bindings/base/errors.ts";
import { pluralise } from "../../bindings/base/numbers.ts";
import { toUserError, usageError } from "../../bindings/cli/errors.ts";
import { jsonLine, printable, wantsColour } from "../../bindings/cli/output.ts";
import { tablesOf } from "../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

describe("colour", () => {
  beforeEach(() => vi.stubEnv("FORCE_COLOR", undefined));
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ["1", {}, true],
    ["", {}, true],
    ["0", { hasColors: () => true }, false],
    ["false", { hasColors: () => true }, false],
  ])("FORCE_COLOR=%s decides for terminals, pipes and files", (value, stream, expected) => {
    vi.stubEnv("FORCE_COLOR", value);
    expect(wantsColour(stream)).toBe(expected);
  });
  it.each([
    ["a terminal with colours", { hasColors: () => true }, true],
    ["a terminal without, or with NO_COLOR", { hasColors: () => false }, false],
    ["a pipe or a file", {}, false],
  ])("%s", (_, stream, expected) => expect(wantsColour(stream)).toBe(expected));
});

itEach<[title: string, text: string, shown: string]>(
  "text of strangers cannot change what a terminal shows around it: %s",
  (_, text, shown) => {
    expect(printable(text)).toBe(shown);
    const json = jsonLine({ text });
    expect(JSON.parse(json)).toEqual({ text });
    expect(json.trimEnd()).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
  },
);

itEach<[count: number, text: string]>("the plural of %i", (count, text) => expect(pluralise(count, "line")).toBe(text));

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
    "bindings/base/errors.ts",
    "bindings/base/numbers.ts",
    "bindings/base/options.ts",
    "bindings/base/printable.ts",
    "bindings/cli/commands.ts",
    "bindings/cli/errors.ts",
    "bindings/cli/main.ts",
    "bindings/cli/output.ts",
    "node:fs",
    "node:util",
  ]);
});
