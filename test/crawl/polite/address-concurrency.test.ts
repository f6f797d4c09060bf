/** Hosts behind one address share `addressConcurrency`, which the server measures. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo, LookupFunction } from "node:net";
import sax from "sax";
import { request } from "undici";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { RobotsClient } from "../../../bindings/crawl/client/index.ts";
import { nodeFetch } from "../../../bindings/crawl/client/node/index.ts";
import { Pace } from "../../../bindings/crawl/pace/index.ts";
import { politeFetch } from "../../../bindings/crawl/polite/index.ts";
import { politeAgent } from "../../../bindings/crawl/polite/node/index.ts";
import { readSitemaps } from "../../../bindings/crawl/sitemaps/index.ts";

const HOSTS = 30;
const LIMIT = 2;

let server: Server;
let running = 0;
let most = 0;
let asked = 0;

beforeAll(async () => {
  server = createServer((incoming, response) => {
    asked++;
    most = Math.max(most, ++running);
    response.on("close", () => running--);
    const { host } = incoming.headers;
    const files: Record<string, string> = {
      "/robots.txt": `User-agent: *\nAllow: /\nSitemap: http://${host}/sitemap.txt\n`,
      "/sitemap.txt": `http://${host}/a\n`,
    };
    setTimeout(() => response.end(files[incoming.url!] ?? "page"), 3);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  [running, most, asked] = [0, 0, 0];
});

const lookup = ((_: string, __: object, callback: (error: null, found: object[]) => void) =>
  callback(null, [{ address: "127.0.0.1", family: 4 }])) as LookupFunction;

const urls = (): string[] =>
  Array.from({ length: HOSTS }, (_, n) => `http://h${n}.example:${(server.address() as AddressInfo).port}/`);

const clientWith = (): RobotsClient => {
  const pace = new Pace({ addressConcurrency: LIMIT, minIntervalMs: 0 });
  return new RobotsClient({ agent: "ExampleBot", fetch: nodeFetch({ lookup }), pace });
};

const ways: Record<string, (client: RobotsClient, url: string) => Promise<unknown>> = {
  politeFetch: async (client, url) => (await politeFetch(client)(url)).text(),
  politeAgent: async (client, url) => {
    const dispatcher = politeAgent(client);
    await (await request(url, { dispatcher })).body.text();
    await dispatcher.close();
  },
  readSitemaps: async (client, url) => {
    for await (const { allowed } of readSitemaps(client, url, { xml: sax })) expect(allowed).toBe(true);
  },
};

it.each(Object.entries(ways))("%s", async (_, visit) => {
  const client = clientWith();
  await Promise.all(urls().map((url) => visit(client, url)));
  expect({ most, asked }).toEqual({ most: LIMIT, asked: 2 * HOSTS });
});

it("says once where the fetch knows no addresses", async () => {
  const warn = vi.spyOn(process, "emitWarning").mockReturnValue(undefined);
  const fetch = async (): Promise<Response> => new Response("");
  const client = new RobotsClient({ agent: "ExampleBot", fetch, pace: new Pace({ addressConcurrency: 2 }) });
  await Promise.all([client.get("https://a.example"), client.get("https://b.example")]);
  const silent = new RobotsClient({ agent: "ExampleBot", fetch, pace: new Pace() });
  await silent.get("https://a.example");
  const calls = warn.mock.calls.map(([, options]) => (options as { code?: string }).code);
  warn.mockRestore();
  expect(calls).toEqual(["ROBOTS_WASM_ADDRESSES"]);
});
