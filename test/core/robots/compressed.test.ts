/**
 * Compressed bytes that no header declared hold rules that nobody knows: everything is refused, with a reason of its own, in every
 * dialect and in both engines (docs/dialects.md, "Compressed files").
 */
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { dialects } from "../../../bindings/core/dialects.ts";
import { AgentRules, parse } from "../../../bindings/core/index.ts";

const RULES = "User-agent: *\nAllow: /\n";
const gzip = gzipSync(RULES);
const zstd = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x04]);

const files: readonly (readonly [string, string | Uint8Array])[] = [
  ["gzip", gzip],
  ["gzip in a buffer", new Uint8Array(gzip)],
  ["gzip that ends early", gzip.subarray(0, 12)],
  ["the first bytes of gzip alone", gzip.subarray(0, 2)],
  ["gzip of gzip", gzipSync(gzip)],
  ["gzip, then rules", Buffer.concat([gzip, Buffer.from(`\n${RULES}`)])],
  ["gzip as text", new TextDecoder().decode(gzip)],
  ["gzip as text in Latin-1", gzip.toString("latin1")],
  ["gzip as text, in bytes again", Buffer.from(new TextDecoder().decode(gzip))],
  ["zstd", zstd],
  ["zstd as text", new TextDecoder().decode(zstd)],
  ["zstd as text in Latin-1", zstd.toString("latin1")],
  ["zstd as text, in bytes again", Buffer.from(new TextDecoder().decode(zstd))],
  ["zstd as text in Latin-1, in bytes again", Buffer.from(zstd.toString("latin1"))],
  ["ZIP", Buffer.from("PK\x03\x04robots.txtUser-agent: *\nAllow: /")],
];

describe.each(files)("%s", (_, file) => {
  it.each(dialects)("in $name", ({ name: dialect }) => {
    const robots = parse(file, { dialect });
    const rules = robots.agent("ExampleBot");
    expect(robots.isAllowed("/a", "ExampleBot")).toBe(false);
    expect(robots.isAllowed("/a", "ExampleBot")).toBe(false);
    expect(rules.explain("/a")).toMatchObject({ allowed: false, reason: "compressed", dialect });
    expect(rules.explain("/a").rule).toBeUndefined();
    expect(robots.sitemaps).toEqual([]);
    const kept = AgentRules.fromBytes(rules.toBytes());
    expect(kept.explain("/a")).toMatchObject({ allowed: false, reason: "compressed" });
    expect(rules.explain("/robots.txt").allowed).toBe(
      parse("User-agent: *\nDisallow: /", { dialect }).agent("ExampleBot").isAllowed("/robots.txt"),
    );
  });
});

it.each([
  ["text that begins with a bracket", "(User-agent: *)\nUser-agent: *\nDisallow: /a"],
  ["text that begins with P", "PK: 1\nUser-agent: *\nDisallow: /a"],
  ["text that begins with the unit separator", "\x1f\nUser-agent: *\nDisallow: /a"],
])("%s is text", (_, file) => {
  expect(parse(file).agent("ExampleBot").explain("/a")).toMatchObject({
    reason: "rule",
    rule: { line: file.split("\n").length },
  });
});
