/** A robots.txt in gzip on disk: commands read its content and say so; what is compressed otherwise is refused (docs/dialects.md). */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { call, run } from "./process.ts";

const folder = mkdtempSync(join(tmpdir(), "robots-wasm-gzip-files-"));
afterAll(() => rmSync(folder, { recursive: true }));

const RULES = "User-agent: *\nDisallow: /private\n";
const file = (name: string, bytes: Uint8Array): string => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
const gz = file("robots.txt.gz", Buffer.concat([gzipSync(RULES), Buffer.from("\n")]));
const twice = file("twice.txt.gz", gzipSync(gzipSync(RULES)));
const cut = file("cut.txt.gz", gzipSync(RULES).subarray(0, 25));
const zip = file("robots.zip", Buffer.from("PK\x03\x04"));

describe("gzip is read as its content, with a warning", () => {
  it.each([
    ["check", [gz, "/private", "/", "-a", "x"], 1, /refused {2}\/private\nallowed {2}\/\n/],
    ["explain", [gz, "/private", "-a", "x"], 1, /line 2: Disallow: \/private/],
    ["agents", [gz], 0, /./],
    ["lint", [gz], 0, /^/],
    ["diff", [gz, gz], 0, /^/],
  ] as const)("%s", async (command, words, code, out) => {
    const ended = await call([command, ...words]);
    expect(ended.err).toContain("is gzip: it is read as its content");
    expect([ended.code, ended.out]).toEqual([code, expect.stringMatching(out)]);
  });

  it("standard input", () => {
    const { code, out, err } = run(["check", "-", "/private", "-a", "x"], gzipSync(RULES));
    expect([code, out]).toEqual([1, "refused  /private\n"]);
    expect(err).toContain("is gzip");
  });
});

describe.each([
  ["gzip in gzip", twice],
  ["gzip that ends early", cut],
  ["ZIP", zip],
])("%s is refused, with the reason", (_, path) => {
  it("explain", async () => {
    const { code, out } = await call(["explain", path, "/", "-a", "x"]);
    expect([code, out]).toEqual([1, expect.stringContaining("the file is compressed, so its rules are not known")]);
  });

  it("lint", async () => expect((await call(["lint", path])).out).toContain("compressed"));
  it("lint --fix changes nothing", async () => {
    const { out } = await call(["lint", "--fix", path]);
    expect(out).toContain("compressed");
  });
});
