/** docs/meta.md is correct: its code runs, values after an arrow are right, its tables are complete. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { flags, valueNames } from "../../../bindings/core/meta/directives.ts";
import * as meta from "../../../bindings/core/meta/index.ts";

const text = readFileSync(new URL("../../../docs/meta.md", import.meta.url), "utf8");
/** Blocks with a second import, and those that fetch a page, do not run here. */
const blocks = Array.from(text.matchAll(/```ts\n(.*?)```/gs), ([, code]) => code!).filter(
  (code) => code.match(/^import /gm)?.length === 1 && !code.includes("await "),
);

/** Runs the code with the module for its import; every `expression; // → value` becomes a pair. */
function run(code: string): [actual: unknown, expected: unknown][] {
  const body = code
    .replace(/import (\{[^}]*\}) from "robots-wasm\/meta";/, "const $1 = meta;")
    .replace(/^(.*); \/\/ → (.*)$/gm, "pairs.push([$1, $2]);");
  const pairs: [unknown, unknown][] = [];
  new Function("meta", "pairs", body)(meta, pairs);
  return pairs;
}

describe("the code", () => {
  it("is there", () => expect(blocks.length).toBeGreaterThan(3));

  it.each(blocks)("%s", (code) => {
    const pairs = run(code);
    expect(pairs.length).toBeGreaterThan(0);
    for (const [actual, expected] of pairs) expect(actual).toEqual(expected);
  });
});

it("every directive is in the table", () => {
  for (const name of [...flags.keys(), ...valueNames])
    expect(text).toMatch(new RegExp(`^\\|.*\`${name}\\b.*\\|$`, "m"));
});
