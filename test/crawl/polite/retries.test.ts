/**
 * A retry is a turn of the pace, for every transport (RFC 9110 §9.2.2): a server that closes a kept connection when the next request arrives is
 * asked once more, one interval later, and the host is not paused.
 */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Agent, request, fetch as undiciFetch } from "undici";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { type Fetch, RobotsClient } from "../../../bindings/crawl/client/index.ts";
import { nodeFetch } from "../../../bindings/crawl/client/node/index.ts";
import { Pace } from "../../../bindings/crawl/pace/index.ts";
import { politeFetch } from "../../../bindings/crawl/polite/index.ts";
import { politeAgent } from "../../../bindings/crawl/polite/node/index.ts";

const INTERVAL_MS = 60;
const asked: { readonly path: string; readonly atMs: number }[] = [];
let server: Server;
let origin = "";
/** How many requests of a path are cut off as they arrive. */
let cuts: Record<string, number> = {};
const used = new WeakSet<Socket>();

beforeAll(async () => {
  server = createServer((one, response) => {
    const path = one.url!;
    asked.push({ path, atMs: performance.now() });
    const isKept = used.has(one.socket);
    used.add(one.socket);
    if ((cuts[path] ?? 0) > 0 && (isKept || path === "/new")) {
      cuts[path]!--;
      one.socket.destroy();
    } else response.end(path === "/robots.txt" ? "User-agent: *\nAllow: /\n" : "page");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked.length = 0;
  cuts = {};
});

interface Way {
  readonly pace: Pace;
  readonly client: RobotsClient;
  get(path: string, method?: string): Promise<string>;
}

function way(fetch: Fetch | undefined): Way {
  const pace = new Pace({ minIntervalMs: INTERVAL_MS, jitter: 0 });
  const client = new RobotsClient({ agent: "ExampleBot", pace, ...(fetch && { fetch }) });
  const polite = politeFetch(client);
  return { pace, client, get: async (path, method = "GET") => (await polite(origin + path, { method })).text() };
}

function agentWay(): Way {
  const pace = new Pace({ minIntervalMs: INTERVAL_MS, jitter: 0 });
  const client = new RobotsClient({ agent: "ExampleBot", pace, fetch: nodeFetch() });
  const dispatcher = politeAgent(client);
  onTestFinished(() => dispatcher.destroy());
  return {
    pace,
    client,
    get: async (path, method = "GET") =>
      (await request(origin + path, { dispatcher, method: method as "GET" })).body.text(),
  };
}

const ways: Record<string, () => Way> = {
  "the built-in fetch": () => way(undefined),
  "fetch of undici": () => {
    const dispatcher = new Agent();
    onTestFinished(() => dispatcher.destroy());
    return way(((url: string, init: object) => undiciFetch(url, { ...init, dispatcher })) as never);
  },
  nodeFetch: () => way(nodeFetch()),
  politeAgent: agentWay,
};

const gaps = (): number[] => asked.slice(1).map(({ atMs }, i) => atMs - asked[i]!.atMs);
const paths = (): string[] => asked.map(({ path }) => path);
const later = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 10));

it.each(Object.keys(ways))("%s: a lost request is asked once more, one interval later", async (name) => {
  const { get, pace } = ways[name]!();
  await get("/a");
  await later();
  cuts = { "/b": 1 };
  expect(await get("/b")).toBe("page");
  expect(paths()).toEqual(["/robots.txt", "/a", "/b", "/b"]);
  // Timers count whole milliseconds.
  for (const gap of gaps()) expect(gap).toBeGreaterThanOrEqual(INTERVAL_MS - 1);
  expect(pace.paused()).toEqual([]);
});

it.each(Object.keys(ways))("%s: a POST is not asked again, nor a connection that was never used", async (name) => {
  const { get, pace } = ways[name]!();
  await get("/a");
  await later();
  cuts = { "/post": 1 };
  await expect(get("/post", "POST")).rejects.toThrow();
  expect(paths().filter((path) => path === "/post")).toHaveLength(1);
  expect(pace.paused()).toMatchObject([{ host: origin, reason: "error" }]);

  const other = ways[name]!();
  cuts = { "/new": 9 };
  asked.length = 0;
  await expect(other.get("/new")).rejects.toThrow();
  expect(paths().filter((path) => path === "/new").length).toBe(1);
});

it.each(["the built-in fetch", "nodeFetch"])("%s: a robots.txt too, and its file decides", async (name) => {
  const { get, pace, client } = ways[name]!();
  await get("/a");
  await later();
  cuts = { "/robots.txt": 1 };
  expect((await client.refresh(origin)).access.status).toBe("success");
  expect(paths()).toEqual(["/robots.txt", "/a", "/robots.txt", "/robots.txt"]);
  for (const gap of gaps()) expect(gap).toBeGreaterThanOrEqual(INTERVAL_MS - 1);
  expect(pace.paused()).toEqual([]);
});

it("nodeFetch by itself repeats at once: nobody paces it", async () => {
  const fetch = nodeFetch();
  await (await fetch(`${origin}/a`)).text();
  await later();
  cuts = { "/b": 1 };
  expect(await (await fetch(`${origin}/b`)).text()).toBe("page");
});
