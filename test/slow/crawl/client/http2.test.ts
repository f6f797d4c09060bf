/** Bodies over HTTP/2 that RST_STREAM cuts, through undici: Node's own fetch speaks HTTP/2 from Node 26 on. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Server, type TLSSocket } from "node:tls";
import { Agent, fetch as undiciFetch } from "undici";
import { afterEach, describe, expect, it } from "vitest";
import { isSilentNode } from "../../../../bindings/crawl/client/http2.ts";
import { type Access, type Fetch, RobotsClient } from "../../../../bindings/crawl/client/index.ts";
import { CERTIFICATE } from "./certificate.ts";

const RULES = "User-agent: *\nDisallow: /private\n";

/** RFC 9113 §4.1 */
function frame(type: number, flags: number, stream: number, payload: Uint8Array = new Uint8Array()): Buffer {
  const bytes = Buffer.alloc(9 + payload.length);
  bytes.writeUIntBE(payload.length, 0, 3);
  bytes[3] = type;
  bytes[4] = flags;
  bytes.writeUInt32BE(stream, 5);
  bytes.set(payload, 9);
  return bytes;
}
const [DATA, HEADERS, RST_STREAM, SETTINGS] = [0, 1, 3, 4];
const [END_STREAM, ACK, END_HEADERS] = [1, 1, 4];
const uint32 = (value: number): Uint8Array => new Uint8Array(new Uint32Array([value]).buffer).reverse();

/** HPACK (RFC 7541): `:status: 200`, and a length if there is one. */
const head = (length?: number): Buffer =>
  length === undefined
    ? Buffer.of(0x88)
    : Buffer.concat([Buffer.of(0x88, 0x0f, 0x0d, String(length).length), Buffer.from(String(length))]);

type End = (socket: TLSSocket, stream: number) => unknown;
const whole: End = (socket, stream) => socket.write(frame(DATA, END_STREAM, stream));
const reset =
  (code: number): End =>
  (socket, stream) =>
    socket.write(frame(RST_STREAM, 0, stream, uint32(code)));

let server: Server;
const sockets = new Set<TLSSocket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** Answers each request with RULES and then with `end`; returns its origin. */
async function serverOf(end: End, length?: number): Promise<string> {
  server = createServer({ ...CERTIFICATE, ALPNProtocols: ["h2"] }, (socket) => {
    sockets.add(socket.on("error", () => undefined).on("close", () => sockets.delete(socket)));
    socket.write(frame(SETTINGS, 0, 0));
    let received = Buffer.alloc(0);
    let start = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".length;
    socket.on("data", (bytes) => {
      received = Buffer.concat([received, bytes]);
      while (received.length >= start + 9) {
        const next = start + 9 + received.readUIntBE(start, 3);
        if (received.length < next) return;
        const [type, flags, stream] = [received[start + 3], received[start + 4]!, received.readUInt32BE(start + 5)];
        start = next;
        if (type === SETTINGS && (flags & ACK) === 0) socket.write(frame(SETTINGS, ACK, 0));
        if (type !== HEADERS) continue;
        socket.write(frame(HEADERS, END_HEADERS, stream, head(length)));
        socket.write(frame(DATA, 0, stream, Buffer.from(RULES)));
        setTimeout(() => end(socket, stream), 30);
      }
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

async function accessOf(origin: string): Promise<Access> {
  const dispatcher = new Agent({ allowH2: true, connect: { rejectUnauthorized: false } });
  const fetch: Fetch = (url, init) => undiciFetch(url, { ...init, dispatcher } as never) as never;
  const client = new RobotsClient({ agent: "ExampleBot", fetch, firstByteTimeoutMs: 5000, bodyTimeoutMs: 5000 });
  const { access, rules } = await client.get(origin);
  expect(rules.isAllowed("/")).toBe(access.status === "success");
  await dispatcher.destroy();
  return access;
}

const RESET = { status: "unreachable", verdict: "refused", errorCode: "reset" };
const isSilent = isSilentNode(process.versions);

describe("a body over HTTP/2", () => {
  it.each([1, 2, 5, 7, 8, 11])("that RST_STREAM with code %i cuts is an outage", async (code) => {
    expect(await accessOf(await serverOf(reset(code)))).toMatchObject(RESET);
  });

  it("shorter than its Content-Length is an outage, whatever the code", async () => {
    for (const code of [0, 8]) expect(await accessOf(await serverOf(reset(code), 1000))).toMatchObject(RESET);
  });

  it("with a Content-Length is read", async () => {
    expect((await accessOf(await serverOf(whole, RULES.length))).status).toBe("success");
  });

  it.runIf(isSilent)("without one is an outage in a Node that does not tell whether it was cut", async () => {
    const access = await accessOf(await serverOf(whole));
    expect(access).toMatchObject({ ...RESET, error: expect.stringMatching(/^body: HTTP\/2 without Content-Length/) });
  });

  it.skipIf(isSilent)("without one is read in a Node that tells", async () => {
    expect((await accessOf(await serverOf(whole))).status).toBe("success");
  });
});

it("Node tells from 22.17 and 24.2 on, and other runtimes do not need to", () => {
  const silent = ["20.20.2", "22.16.0", "23.11.0", "24.1.0"].map((node) => isSilentNode({ node }));
  const telling = ["22.17.0", "22.23.3", "24.2.0", "26.10.0"].map((node) => isSilentNode({ node }));
  expect([...silent, ...telling]).toEqual([...Array(4).fill(true), ...Array(4).fill(false)]);
  expect([isSilentNode({ node: "20.0.0", bun: "1.4.5" }), isSilentNode({ node: "20.0.0", deno: "2.9.5" })]).toEqual([
    false,
    false,
  ]);
  expect(isSilentNode({})).toBe(false);
});
