/** A server that closes its connection while the body is read slowly (nodejs/undici#5360): no reader ends the process, or loses a byte. */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { request, fetch as undiciFetch } from "undici";
import { afterAll, beforeAll, expect, it } from "vitest";
import { RobotsClient } from "../../../../bindings/crawl/client/index.ts";
import { nodeFetch } from "../../../../bindings/crawl/client/node/index.ts";
import { politeFetch } from "../../../../bindings/crawl/polite/index.ts";
import { politeAgent } from "../../../../bindings/crawl/polite/node/index.ts";

let server: Server;
let origin = "";

/** The path says how long the body is, and whether its length is in the head. */
beforeAll(async () => {
  server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (head) => {
      const [, framing, size] = /\/(\w+)\/(\d+)/.exec(head.toString("latin1")) ?? [];
      const length = framing === "length" ? `Content-Length: ${size}\r\n` : "";
      if (size === undefined)
        return socket.end("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
      socket.write(`HTTP/1.1 200 OK\r\n${length}Connection: close\r\n\r\n`);
      return socket.end(Buffer.alloc(Number(size), "a"));
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

async function slowly(body: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return bytes;
}

const client = new RobotsClient({ agent: "ExampleBot", fetch: nodeFetch() });
const ways: Record<string, (url: string) => Promise<AsyncIterable<Uint8Array>>> = {
  "politeFetch with nodeFetch": async (url) => (await politeFetch(client)(url)).body as never,
  "politeFetch with the fetch of Node": async (url) =>
    (await politeFetch(new RobotsClient({ agent: "ExampleBot" }))(url)).body as never,
  "politeFetch with the fetch of undici": async (url) =>
    (await politeFetch(client, { fetch: undiciFetch as never })(url)).body as never,
  politeAgent: async (url) => (await request(url, { dispatcher: politeAgent(client) })).body,
};

it.each(
  Object.keys(ways).flatMap((way) =>
    ["length", "close"].flatMap((framing) =>
      [65_536, 1_048_576, 2_000_000].map((size) => [way, framing, size] as const),
    ),
  ),
)("%s, %s, %i bytes", async (way, framing, size) =>
  expect(await slowly(await ways[way]!(`${origin}/${framing}/${size}`))).toBe(size),
);
