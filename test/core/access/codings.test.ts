/** Bodies that arrive coded hold no rules, which would allow everything: they are outages. Misnamed text is read. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { undecodedCoding } from "../../../bindings/core/access/codings.ts";
import { RobotsClient } from "../../../bindings/crawl/client/index.ts";
import { nodeFetch } from "../../../bindings/crawl/client/node/index.ts";

const TEXT = "User-agent: *\nDisallow: /private\n";
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
/** What zstd and LZW make of TEXT, as far as it matters: their first bytes, and a length. */
const ZSTD = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x22, 0x11, 1, 0, ...utf8(TEXT));
const LZW = Uint8Array.of(0x1f, 0x9d, 0x90, 0x55, 0xe6, 0x94, 0x11, 0x53, 0x26);
const UTF16 = Uint8Array.of(0xff, 0xfe, ...Array.from(TEXT, (one) => [one.charCodeAt(0), 0]).flat());

describe("a body is taken for coded", () => {
  it.each<[string, Record<string, string>, Uint8Array]>([
    ["zstd that was not undone", { "content-encoding": "zstd" }, ZSTD],
    ["compress", { "content-encoding": "compress" }, LZW],
    ["gzip within an unknown coding", { "content-encoding": "gzip, foo" }, gzipSync(TEXT)],
    ["gzip in a transfer coding", { "transfer-encoding": "gzip, chunked" }, gzipSync(TEXT)],
    ["gzip that was coded twice", { "content-encoding": "gzip" }, gzipSync(TEXT)],
    ["deflate that was not undone", { "content-encoding": "deflate" }, deflateSync(TEXT.repeat(20))],
    ["deflate without a wrapper", { "content-encoding": "foo" }, deflateRawSync(TEXT)],
    ["br that was not undone", { "content-encoding": "BR" }, brotliCompressSync(TEXT)],
    ["br under another name", { "content-encoding": "foo" }, brotliCompressSync(TEXT)],
    ["base64, which looks like text", { "content-encoding": "base64" }, utf8(btoa(TEXT))],
    ["base64 under gzip, which was undone", { "content-encoding": "base64, gzip" }, utf8(btoa(TEXT))],
    ["text in a coding that nobody knows", { "content-encoding": "foo" }, utf8(TEXT)],
    ["text in a transfer coding that nobody knows", { "transfer-encoding": "foo, chunked" }, utf8(TEXT)],
    ["zstd, which nobody asked for, undone or not", { "content-encoding": "zstd" }, utf8(TEXT)],
    ["bytes under the name of a charset", { "content-encoding": "iso-8859-1" }, gzipSync(TEXT)],
  ])("%s", (_, headers, body) => expect(undecodedCoding(headers, body)).toMatch(/^(content|transfer)-encoding: /));
});

it("of a body under the name of a charset, the control characters that no text uses tell", () => {
  for (let byte = 0; byte < 256; byte++) {
    const isControl = byte < 9 || (byte > 13 && byte < 32);
    const found = undecodedCoding({ "content-encoding": "iso-8859-1" }, Uint8Array.of(...utf8(TEXT), byte));
    expect([byte, found !== undefined]).toEqual([byte, isControl]);
  }
});

describe("a body is taken for text", () => {
  it.each<[string, Record<string, string>, Uint8Array]>([
    ["no coding, whatever the bytes", {}, gzipSync(TEXT)],
    ["identity", { "content-encoding": "identity" }, gzipSync(TEXT)],
    ["chunks", { "transfer-encoding": "chunked" }, utf8(TEXT)],
    ["gzip that was undone", { "content-encoding": "gzip" }, utf8(TEXT)],
    ["gzip that was undone, with odd bytes", { "content-encoding": "x-gzip" }, utf8(`${TEXT}\0\x01`)],
    ["a charset by mistake", { "content-encoding": "utf-8" }, utf8(`${TEXT}Disallow: /日\n`)],
    ["a charset by mistake, in Latin-1", { "content-encoding": "ISO-8859-1" }, Buffer.from("/caf\xe9", "latin1")],
    ["a coding of MIME that changes nothing", { "content-encoding": "8bit" }, utf8(TEXT)],
    ["none by mistake", { "content-encoding": "none" }, utf8(TEXT)],
    ["UTF-16 with its mark", { "content-encoding": "utf-16" }, UTF16],
    ["UTF-16 with its mark, unzipped", { "content-encoding": "gzip" }, UTF16],
    [
      "UTF-16 by its charset, unzipped",
      { "content-encoding": "gzip", "content-type": "a/b; charset=utf-16le" },
      UTF16.subarray(2),
    ],
    ["a character that the limit cut in two", { "content-encoding": "none" }, utf8("日").subarray(0, 2)],
    ["nothing", { "content-encoding": "foo" }, new Uint8Array()],
  ])("%s", (_, headers, body) => expect(undecodedCoding(headers, body)).toBeUndefined());
});

describe.each([
  ["Node's fetch", globalThis.fetch],
  ["nodeFetch", nodeFetch()],
])("through %s", (_, fetch) => {
  let server: Server;
  afterEach(() => server.close());
  const askedOf = async (headers: Record<string, string>, body: Uint8Array): Promise<unknown[]> => {
    server = createServer((_, response) => {
      response.writeHead(200, headers).end(body);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { access, rules } = await new RobotsClient({ agent: "ExampleBot", fetch }).get(origin);
    return [access.status, rules.isAllowed("/"), rules.isAllowed("/private")];
  };
  const DOWN = ["unreachable", false, false];
  const READ = ["success", true, false];

  it.each<[string, Record<string, string>, Uint8Array, unknown[]]>([
    ["compress", { "content-encoding": "compress" }, LZW, DOWN],
    ["gzip, foo", { "content-encoding": "gzip, foo" }, gzipSync(TEXT), DOWN],
    ["gzip", { "content-encoding": "gzip" }, gzipSync(TEXT), READ],
    ["br", { "content-encoding": "br" }, brotliCompressSync(TEXT), READ],
    ["deflate", { "content-encoding": "deflate" }, deflateSync(TEXT), READ],
    ["utf-8", { "content-encoding": "utf-8" }, utf8(TEXT), READ],
    ["none", { "content-encoding": "none" }, utf8(TEXT), READ],
  ])("Content-Encoding: %s", async (_, headers, body, expected) => {
    expect(await askedOf(headers, body)).toEqual(expected);
  });

  it("Transfer-Encoding: gzip, chunked", async () => {
    expect(await askedOf({ "transfer-encoding": "gzip, chunked" }, gzipSync(TEXT))).toEqual(DOWN);
  });
});
