/** URLs that are longer than the engine's input, alone and among others. */
import { expect, it } from "vitest";
import { dialectNamed } from "../../../bindings/core/dialects.ts";
import { fallback } from "../../../bindings/core/program/fallback.ts";
import { wasmEngine } from "../../support/engines.ts";

const rfc9309 = dialectNamed("rfc9309");
const { program } = fallback.compile("User-agent: *\nDisallow: /*xyz$\nAllow: /*%C3%A9q$", ["x"], rfc9309);

it.each([
  ["of bytes that stay", "a", "xyz"],
  ["of escapes that become bytes", "%61", "xyz"],
  ["of characters that become escapes", "é", "éq"],
  ["that nothing matches", "é", "xy"],
])("a long URL %s is decided to its last byte", (_, letter, end) => {
  const url = `http://a.b/${letter.repeat(70_000)}${end}`;
  expect(wasmEngine.decide(program, url)).toBe(fallback.decide(program, url));
});

it("a batch goes on behind a URL that is longer than the input", () => {
  const urls = ["/xyz", `/${"a".repeat(70_000)}xyz`, "/a", `/${"a".repeat(70_000)}`, "/xyz"];
  expect([...wasmEngine.decideMany(program, urls)]).toEqual([0, 0, 1, 1, 0]);
});
