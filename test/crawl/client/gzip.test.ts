/**
 * Gzip that no header declares, and gzip with other bytes after it (RFC 1952 §2.2): one whole layer is read, whoever asks; what
 * is cut, damaged, or compressed twice is refused.
 */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { gunzipStart } from "../../../bindings/base/gunzip.ts";
import { fetchLiveRobots } from "../../../bindings/cli/fetch-robots.ts";
import { crc32ByTable } from "../../../bindings/crawl/archive/crc32.ts";
import { RobotsClient } from "../../../bindings/crawl/client/index.ts";
import { nodeFetch } from "../../../bindings/crawl/client/node/index.ts";
import { answer, RawServer, withLength } from "./raw-server.ts";

const RULES = "User-agent: *\nDisallow: /private\n";
const gzip = gzipSync(RULES);
const and = (...parts: readonly (string | Uint8Array)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array)));

const server = new RawServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

/** The optional fields of the header (RFC 1952 §2.3): extra, name, comment, checksum. */
const header = and(
  [0x1f, 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3] as never,
  [2, 0, 9, 9] as never,
  "robots.txt\0a comment\0",
);
const checksum = crc32ByTable(header) & 0xffff;
const withFields = and(header, [checksum & 0xff, checksum >> 8] as never, gzip.subarray(10));

const whole: readonly (readonly [string, Buffer])[] = [
  ["one member", gzip],
  ["without compression", gzipSync(RULES, { level: 0 })],
  ["with all optional fields", withFields],
  ["two members", and(gzipSync("User-agent: *\n"), gzipSync("Disallow: /private\n"))],
  ["of UTF-16", gzipSync(Buffer.from(`\ufeff${RULES}`, "utf16le"))],
  ["then a line feed", and(gzip, "\n")],
  ["then CRLF", and(gzip, "\r\n")],
  ["then spaces", and(gzip, "   ")],
  ["then zeros", and(gzip, Buffer.alloc(512))],
  ["then a comment of the server", and(gzip, "<!-- cached -->")],
  ["then one byte of gzip", and(gzip, [0x1f] as never)],
];

const notWhole: readonly (readonly [string, Buffer, string])[] = [
  ["that ends in its header", gzip.subarray(0, 5), "coding"],
  ["that ends early", gzip.subarray(0, 30), "coding"],
  ["that ends in its checksum", gzip.subarray(0, -3), "coding"],
  ["with a wrong checksum", and(gzip.subarray(0, -8), [1, 2, 3, 4] as never, gzip.subarray(-4)), "coding"],
  ["then another that ends early", and(gzip, gzip.subarray(0, 25)), "coding"],
  ["of gzip", gzipSync(gzip), "coding"],
  ["of zstd", gzipSync(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1])), "coding"],
];

const clientOf = (fetch?: typeof globalThis.fetch): RobotsClient =>
  new RobotsClient({ agent: "ExampleBot", ...(fetch && { fetch }) });
const fetches = [
  ["Node's fetch", globalThis.fetch],
  ["nodeFetch", nodeFetch() as unknown as typeof globalThis.fetch],
] as const;

describe.each(fetches)("gzip that no header declares, with %s", (_, fetch) => {
  it.each(whole)("%s: its content is the file", async (_, bytes) => {
    server.set("/robots.txt", answer("200 OK", ["Content-Type: text/plain", withLength(bytes)], bytes));
    const { access, rules, undeclaredGzip, hash } = await clientOf(fetch).get(server.origin);
    expect([access.status, undeclaredGzip, rules.isAllowed("/private"), rules.isAllowed("/")]).toEqual([
      "success",
      true,
      false,
      true,
    ]);
    if (bytes === gzip) expect(hash).toBe(createHash("sha256").update(RULES).digest("hex"));
  });

  it.each([
    ...notWhole,
    ["ZIP", Buffer.from("PK\x03\x04robots.txt"), "coding"] as const,
    ["zstd", Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1]), "coding"] as const,
  ])("%s: unreachable", async (_, bytes, errorCode) => {
    server.set("/robots.txt", answer("200 OK", [withLength(bytes)], bytes));
    const { access, rules } = await clientOf(fetch).get(server.origin);
    expect([access.status, access.errorCode, rules.isAllowed("/")]).toEqual(["unreachable", errorCode, false]);
  });

  it("a bomb is read up to the limit", async () => {
    const bomb = gzipSync(`${RULES}${"#\n".repeat(2 ** 24)}`);
    server.set("/robots.txt", answer("200 OK", [withLength(bomb)], bomb));
    const { rules, truncated } = await clientOf(fetch).get(server.origin);
    expect([truncated, rules.isAllowed("/private"), rules.isAllowed("/")]).toEqual([true, false, true]);
  });
});

describe("gzip that Content-Encoding declares, with nodeFetch", () => {
  const headers = ["Content-Encoding: gzip"];
  it.each(whole)("%s", async (_, bytes) => {
    for (const fields of [headers, [...headers, withLength(bytes)]]) {
      server.set("/robots.txt", answer("200 OK", fields, bytes));
      const { access, rules } = await clientOf(fetches[1][1]).get(server.origin);
      expect([access.status, rules.isAllowed("/private"), rules.isAllowed("/")]).toEqual(["success", false, true]);
      const live = await fetchLiveRobots(server.origin, { fetch: nodeFetch() });
      expect(live.status).toBe("success");
    }
  });

  it.each(notWhole)("%s: unreachable", async (_, bytes) => {
    for (const fields of [headers, [...headers, withLength(bytes)]]) {
      server.set("/robots.txt", answer("200 OK", fields, bytes));
      const { access, rules } = await clientOf(fetches[1][1]).get(server.origin);
      expect([access.status, rules.isAllowed("/")]).toEqual(["unreachable", false]);
      expect(["coding", "reset"]).toContain(access.errorCode);
    }
  });

  it("a page is the content, whatever follows the gzip", async () => {
    const page = "line\n".repeat(100_000);
    server.set("/page", answer("200 OK", headers, and(gzipSync(page), "\r\n")));
    expect(await (await nodeFetch()(`${server.origin}/page`)).text()).toBe(page);
  });
});

it("without zlib, DecompressionStream reads whole gzip alone", async () => {
  const hidden = vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never);
  expect(new TextDecoder().decode(await gunzipStart(gzip, 100))).toBe(RULES);
  expect((await gunzipStart(gzipSync("#".repeat(1000)), 100)).length).toBe(100);
  await expect(gunzipStart(gzip.subarray(0, 30), 100)).rejects.toThrow();
  hidden.mockRestore();
});
