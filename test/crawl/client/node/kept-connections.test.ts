/** nodeFetch keeps connections alive, and no request gets one to an address that it may not use. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo, LookupFunction, Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { nodeFetch } from "../../../../bindings/crawl/client/node/index.ts";

let server: Server;
let port = 0;
let paths: string[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    paths.push(request.url!);
    if (request.url === "/endless") return void response.write("page");
    response.end("page");
    // The server gives the connection up after it has answered, and the client does not know yet.
    if (request.url === "/last") request.socket.end();
  });
  server.on("connection", (socket) => sockets.push(socket));
  await once(server.listen(0, "127.0.0.1"), "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  paths = [];
  sockets.length = 0;
});

let lookups = 0;
const lookup = ((_: string, __: object, callback: (error: null, found: object[]) => void) => {
  lookups++;
  callback(null, [{ address: "127.0.0.1", family: 4 }]);
}) as LookupFunction;
const at = (path: string): string => `http://shop.example:${port}${path}`;

it("30 requests to one origin share a connection", async () => {
  lookups = 0;
  const fetch = nodeFetch({ lookup });
  for (let n = 0; n < 30; n++) expect(await (await fetch(at(`/${n}`))).text()).toBe("page");
  // A connection is free a moment after its body has ended.
  expect(sockets.length).toBeLessThanOrEqual(3);
  expect(lookups).toBe(sockets.length);
});

it("requests at the same time get connections of their own", async () => {
  const fetch = nodeFetch({ lookup });
  const all = await Promise.all(Array.from({ length: 5 }, async (_, n) => (await fetch(at(`/${n}`))).text()));
  expect(all).toEqual(Array(5).fill("page"));
});

it("a kept connection is asked for: a request that may not use its address is not sent", async () => {
  const fetch = nodeFetch({ lookup });
  await (await fetch(at("/allowed"))).text();
  const asked: string[] = [];
  const mayConnect = (address: string): boolean => asked.push(address) === 0;
  await expect(fetch(at("/refused"), { mayConnect })).rejects.toMatchObject({ cause: { code: "ERR_ADDRESS_REFUSED" } });
  expect(asked).toEqual(["127.0.0.1", "127.0.0.1"]);
  expect(paths).toEqual(["/allowed"]);
});

it("the predicate of nodeFetch is asked for each request too", async () => {
  let isOpen = true;
  const fetch = nodeFetch({ lookup, addresses: () => isOpen });
  await (await fetch(at("/a"))).text();
  isOpen = false;
  await expect(fetch(at("/b"))).rejects.toMatchObject({ cause: { code: "ERR_ADDRESS_REFUSED" } });
  expect(paths).toEqual(["/a"]);
});

it("a connection that the server has closed is replaced", async () => {
  const fetch = nodeFetch({ lookup });
  for (const path of ["/last", "/next", "/last", "/next"]) expect(await (await fetch(at(path))).text()).toBe("page");
  expect(paths).toEqual(["/last", "/next", "/last", "/next"]);
});

it("a body that is cancelled opens no connection for nobody, and the next request gets a new one", async () => {
  const fetch = nodeFetch({ lookup });
  const { body } = await fetch(at("/endless"));
  await body!.cancel();
  await once(sockets[0]!, "close");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sockets.length).toBe(1);
  expect(await (await fetch(at("/next"))).text()).toBe("page");
  expect(sockets.length).toBe(2);
});
