/**
 * From bytes to a program: the WebAssembly module reads lines, selects groups and compiles in one call, the TypeScript
 * fallback step by step, and the programs are equal byte for byte. From bytes to one verdict: the module compiles only the
 * rules that could match, and the verdict is that of the program. On long files; ROBOTS_LINES sets their lines.
 */

import { describe, expect, it } from "vitest";
import { type Dialect, dialects } from "../../../bindings/core/dialects.ts";
import type { Engine } from "../../../bindings/core/program/engine.ts";
import { wasmEngine } from "../../support/engines.ts";
import { sized } from "../../support/sized.ts";
import { written } from "../../support/written.ts";
import { agentLists, differenceOf, latin1, longFiles, variants } from "./differences.ts";

const LINES = Number(process.env["ROBOTS_LINES"] ?? sized(300, 30_000));

/** Leniency options change how short lines are read, which compile-random.test.ts compares. */
const plainLists = sized(agentLists, agentLists, agentLists.slice(0, 2));
const lenientLists = sized([], agentLists);
const listsOf = (dialect: Dialect): typeof agentLists => (dialects.includes(dialect) ? plainLists : lenientLists);

describe.each(variants.filter(([, dialect]) => listsOf(dialect).length > 0))("%s", (_, dialect) => {
  it.each(longFiles(LINES))("compiles %s alike", (__, text) => {
    for (const agents of listsOf(dialect)) expect(differenceOf(latin1(text), agents, dialect, ["/b"])).toBeUndefined();
  });
});

it.each(dialects)("$name: the last rule decides a URL that spends the budget of turns, asked once", (dialect) => {
  const vain = Array.from({ length: 60 }, (_, i) => `Disallow: /*b${i}`).join("\n");
  const file = latin1(`User-agent: x\n${vain}\nDisallow: /a\n`);
  for (const letter of ["a", "c"]) {
    const path = `/${letter.repeat(8000)}`;
    expect(wasmEngine.decideFile(file, ["x"], written(dialect), path), path.slice(0, 2)).toBe(Number(letter === "c"));
  }
});

it("a difference is told with its dialect, agents, bytes, URL, both answers and file", () => {
  const [, dialect] = variants[0]!;
  const file = latin1("User-agent: x\nDisallow: /a\n");
  const other = latin1("User-agent: x\nDisallow: /b\n");
  const lying = { compile: () => wasmEngine.compile(other, ["x"], dialect) } as unknown as Engine;
  expect(differenceOf(file, ["x"], dialect, ["/a"], lying)).toMatch(
    /^rfc9309, agents \["x"\]: the programs differ: byte \d+ differs: got \d+ bytes, .*; expected \d+ bytes, .* by the fallback; file "User/,
  );
  const compile = wasmEngine.compile.bind(wasmEngine);
  const blind = {
    compile,
    readRecords: (bytes: Uint8Array) => ({ bytes, table: new Int32Array() }),
  } as unknown as Engine;
  expect(differenceOf(file, ["x"], dialect, ["/a"], blind)).toMatch(
    /the records differ at 0: 0 numbers, 12 by the fallback/,
  );
  const readRecords = wasmEngine.readRecords.bind(wasmEngine);
  const hasty = { compile, readRecords, decideFile: () => 1 } as unknown as Engine;
  expect(differenceOf(file, ["x"], dialect, ["/a"], hasty)).toBe(
    'rfc9309, agents ["x"]: URL "/a": wasm allows; fallback refuses; file "User-agent: x\\nDisallow: /a\\n"',
  );
});
