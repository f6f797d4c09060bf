/** Rules that version 0.1.0 saved still load, with the verdicts that they had then. */
import { expect, it } from "vitest";
import { AgentRules } from "../../../bindings/index.ts";

/**
 * Saved by 0.1.0 for FooBot from a file with the records FooBot-Images/2.0 (Disallow: /a, Allow: /a/b), FooBot (Disallow: /c)
 * and * (Disallow: /). It called draft-koster-robots-00 koster1996.
 */
const saved = [
  ["rfc9309", "UldQMQEBBwAwAAAAk7qU7AEAAAACAAAAAAAAAAYAAAACAAAAgAEAAC9jRm9vQm90", [true, true, false, true]],
  ["google", "UldQMQECBgAwAAAAR5oaLAEAAAACAAAAAAAAAAYAAAACAAAAgAEAAC9jRm9vQm90", [true, true, false, true]],
  [
    "norobots1996",
    "UldQMQEDBwBHAAAA52CUVQIAAAAGAAAAAAAAABEAAAACAAAAgAAAAAYAAADDAAAAL2EvYS9iRm9vQm90LUltYWdlcy8yLjA=",
    [false, false, true, true],
  ],
  [
    "original1994",
    "UldQMQEEBgBNAAAASvqTqAEAAAACAAAAAAAAABEAAAACAAAAgAAAAC9hRm9vQm90LUltYWdlcy8yLjAFQWxsb3cDAAAABAAAAC9hL2I=",
    [false, false, true, true],
  ],
] as const;

it.each(saved)("%s", (dialect, base64, verdicts) => {
  const rules = AgentRules.fromBytes(new Uint8Array(Buffer.from(base64, "base64")));
  expect(rules.dialect).toBe(dialect);
  expect(["/a", "/a/b", "/c", "/robots.txt"].map((url) => rules.isAllowed(url))).toEqual(verdicts);
});
