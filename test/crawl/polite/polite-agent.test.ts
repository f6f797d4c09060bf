/** politeAgent: undici's requests, redirects and retries are decided and take turns, whoever makes them. */

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fetch, getGlobalDispatcher, request, setGlobalDispatcher } from "undici";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RobotsClient } from "../../../bindings/crawl/client/index.ts";
import { nodeFetch } from "../../../bindings/crawl/client/node/index.ts";
import { Pace, type PaceOptions } from "../../../bindings/crawl/pace/index.ts";
import { politeAgent } from "../../../bindings/crawl/polite/node/index.ts";

type Answer = (response: ServerResponse, request: IncomingMessage) => unknown;

const ROBOTS = "User-agent: *\nDisallow: /private\n";
const asked: string[] = [];
let pages: Record<string, Answer> = {};
let servers: Server[] = [];
let origin = "";
let other = "";

beforeAll(async () => {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (request.url === "/robots.txt") return void response.end(ROBOTS);
    asked.push(`${request.headers.host === new URL(origin).host ? "" : "other"}${request.url}`);
    (pages[request.url!] ?? ((one: ServerResponse) => one.end("page")))(response, request);
  };
  servers = [createServer(answer), createServer(answer)];
  for (const server of servers) await once(server.listen(0, "127.0.0.1"), "listening");
  [origin, other] = servers.map((one) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`) as [string, string];
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  asked.length = 0;
  pages = {};
});

const redirectTo =
  (location: string): Answer =>
  (response) =>
    response.writeHead(302, { location }).end();
const clientWith = (options: PaceOptions = {}): RobotsClient =>
  new RobotsClient({
    agent: "ExampleBot",
    fetch: nodeFetch(),
    pace: new Pace({ firstBackoffMs: 5, minIntervalMs: 0, ...options }),
  });

describe("request", () => {
  it("refuses what robots.txt refuses", async () => {
    const dispatcher = politeAgent(clientWith());
    const refused = request(`${origin}/private/x`, { dispatcher });
    await expect(refused).rejects.toMatchObject({ code: "ERR_ROBOTS_REFUSED", decision: { rule: { line: 2 } } });
    const { body } = await request(`${origin}/a`, { dispatcher });
    expect(await body.text()).toBe("page");
    expect(asked).toEqual(["/a"]);
  });

  it("decides every redirect, also to another host", async () => {
    pages["/a"] = redirectTo(`${other}/private/x`);
    pages["/b"] = redirectTo(`${other}/c`);
    const dispatcher = politeAgent(clientWith());
    await expect(request(`${origin}/a`, { dispatcher })).rejects.toMatchObject({ code: "ERR_ROBOTS_REFUSED" });
    expect(await (await request(`${origin}/b`, { dispatcher })).body.text()).toBe("page");
    expect(asked).toEqual(["/a", "/b", "other/c"]);
  });

  it("follows five redirects", async () => {
    for (let n = 0; n < 9; n++) pages[`/${n}`] = redirectTo(`/${n + 1}`);
    expect((await request(`${origin}/0`, { dispatcher: politeAgent(clientWith()) })).statusCode).toBe(302);
    expect(asked).toHaveLength(6);
  });

  it("retries in turns: each one waits for the pause of the host", async () => {
    let times = 0;
    pages["/a"] = (response) => (++times < 3 ? response.writeHead(503).end() : response.end("at last"));
    let [turns, running, most] = [0, 0, 0];
    const pace = new Pace({ firstBackoffMs: 5, minIntervalMs: 0 });
    const counting = {
      limit: pace.limit.bind(pace),
      acquire: async (...words: Parameters<Pace["acquire"]>) => {
        const lease = await pace.acquire(...words);
        turns++;
        most = Math.max(most, ++running);
        const release = (outcome?: object): void => {
          running--;
          lease.release(outcome);
        };
        return { ...lease, release };
      },
    };
    const dispatcher = politeAgent(clientWith(), { maxRetries: 5, pace: counting as unknown as Pace });
    const { body } = await request(`${origin}/a`, { dispatcher });
    expect(await body.text()).toBe("at last");
    expect({ turns, most }).toEqual({ turns: 3, most: 1 });
  });

  it("sends what was decided: a path like //host stays a path, and the query belongs to it", async () => {
    const dispatcher = politeAgent(clientWith());
    const path = { origin, method: "GET", dispatcher } as const;
    await (await request(`${origin}/`, { ...path, path: "//other.example/x" } as never)).body.dump();
    await (await request(`${origin}/a`, { dispatcher, query: { q: "1 2" } })).body.dump();
    await expect(request(`${origin}/`, { ...path, path: "/a/../private/x" } as never)).rejects.toMatchObject({
      code: "ERR_ROBOTS_REFUSED",
    });
    expect(asked).toEqual(["//other.example/x", "/a?q=1%202"]);
  });

  it("names the crawler, and gives the headers of pages on", async () => {
    const agents: (string | undefined)[] = [];
    pages["/a"] = (response, { headers }) => {
      agents.push(headers["user-agent"]);
      response.writeHead(200, { "x-robots-tag": "noindex" }).end();
    };
    const policies: boolean[] = [];
    const dispatcher = politeAgent(clientWith(), { onResponse: ({ policy }) => policies.push(policy.index) });
    await (await request(`${origin}/a`, { dispatcher })).body.dump();
    await (await request(`${origin}/a`, { dispatcher, headers: ["User-Agent", "Other"] })).body.dump();
    await (await fetch(`${origin}/a`, { dispatcher })).text();
    expect(agents).toEqual(["ExampleBot", "Other", "ExampleBot"]);
    expect(policies).toEqual([false, false, false]);
  });

  it("a caller who gives up leaves the line", async () => {
    const client = clientWith();
    const pace = new Pace({ minIntervalMs: 0 });
    const dispatcher = politeAgent(client, { pace });
    await client.get(origin);
    const held = await pace.acquire(origin);
    const controller = new AbortController();
    const given = request(`${origin}/a`, { dispatcher, signal: controller.signal });
    given.catch(() => undefined);
    while (pace.waiting === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    controller.abort();
    await expect(given).rejects.toThrow();
    while (pace.waiting > 0) await new Promise((resolve) => setTimeout(resolve, 1));
    held.release();
    expect(asked).toEqual([]);
  });
});

describe("fetch", () => {
  it("decides its own redirects too, and has the refusal as the cause", async () => {
    pages["/a"] = redirectTo(`${other}/private/x`);
    const failed = await fetch(`${origin}/a`, { dispatcher: politeAgent(clientWith()) }).catch((error) => error);
    expect(failed.cause).toMatchObject({ code: "ERR_ROBOTS_REFUSED" });
    expect(asked).toEqual(["/a"]);
  });

  it("ends the turn with the body: the next request waits for it", async () => {
    const pace = new Pace({ minIntervalMs: 0 });
    let finish = (): unknown => undefined;
    pages["/a"] = (response) => {
      response.write("first half");
      finish = () => response.end();
    };
    const dispatcher = politeAgent(clientWith(), { pace });
    const first = await fetch(`${origin}/a`, { dispatcher });
    const second = fetch(`${origin}/b`, { dispatcher });
    while (pace.waiting === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(asked).toEqual(["/a"]);
    finish();
    await first.text();
    await (await second).text();
    expect(asked).toEqual(["/a", "/b"]);
  });
});

it("as the global dispatcher it needs a client with a fetch of its own", async () => {
  const before = getGlobalDispatcher();
  const client = new RobotsClient({ agent: "ExampleBot" });
  setGlobalDispatcher(politeAgent(client));
  try {
    await expect(request(`${origin}/a`)).rejects.toMatchObject({ code: "ERR_UNSUPPORTED" });
    setGlobalDispatcher(politeAgent(clientWith()));
    expect(await (await request(`${origin}/a`)).body.text()).toBe("page");
  } finally {
    setGlobalDispatcher(before);
  }
});

it("keeps to public addresses if the client does", async () => {
  const client = new RobotsClient({
    agent: "ExampleBot",
    addresses: "public",
    fetch: nodeFetch({ addresses: "public" }),
  });
  await client.seed(origin, "User-agent: *\nAllow: /");
  const refused = request(`${origin}/a`, { dispatcher: politeAgent(client) });
  await expect(refused).rejects.toMatchObject({ code: "ERR_ADDRESS_REFUSED" });
  expect(asked).toEqual([]);
});
