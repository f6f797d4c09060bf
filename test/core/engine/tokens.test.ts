/** The product tokens of a caller (RFC 9309 §2.2.1): cut where the dialect cuts them, and kept for the next file. */
import { expect, it } from "vitest";
import { dialectNamed } from "../../../bindings/core/dialects.ts";
import { packTokens } from "../../../bindings/core/engine/tokens.ts";
import { callerToken } from "../../../bindings/core/reader/agents.ts";

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

it.each([
  ["rfc9309", "FooBot/1.0", "foobot"],
  ["rfc9309", "/1.0", ""],
  ["google", "FooBot/1.0", "foobot/1.0"],
] as const)("%s: the token of '%s' is '%s'", (name, agent, token) => {
  expect(text(callerToken(agent, dialectNamed(name)))).toBe(token);
});

it.each([
  [["FooBot", "B"], "rfc9309", "\x06\0\0\0foobot\x01\0\0\0b"],
  [["FooBot", ""], "rfc9309", "\x06\0\0\0foobot"],
  [[], "rfc9309", ""],
  [["", "Foo"], "google", "\0\0\0\0\x03\0\0\0foo"],
] as const)("%j in %s: each token after its length", (agents, name, packed) => {
  expect(text(packTokens(agents, dialectNamed(name)))).toBe(packed);
});

it("the same agent in another dialect has the token of that dialect", () => {
  const [cutting, whole] = [dialectNamed("rfc9309"), dialectNamed("google")];
  const packed = [cutting, whole, cutting].map((dialect) => text(packTokens(["FooBot/1.0"], dialect)));
  expect(packed[0]).not.toBe(packed[1]);
  expect(packed[2]).toBe(packed[0]);
});

it("several agents do not replace the one that is kept", () => {
  const dialect = dialectNamed("google");
  const kept = packTokens(["FooBot"], dialect);
  packTokens(["A", "B"], dialect);
  expect(packTokens(["FooBot"], dialect)).toBe(kept);
  expect(text(packTokens(["FooBot", "B"], dialect))).toBe("\x06\0\0\0foobot\x01\0\0\0b");
  expect(text(packTokens(["FooBot"], dialect))).toBe("\x06\0\0\0foobot");
  expect(text(packTokens([], dialect))).toBe("");
});
