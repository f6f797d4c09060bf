/**
 * Redirects into private networks (docs/client.md, "URLs from strangers"): one guard decides for politeFetch and politeAgent. All
 * servers listen on loopback. `::ffff:127.0.0.1` reaches them and does not count as local, so it stands for a public server.
 */

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, isIP, type LookupFunction } from "node:net";
import sax from "sax";
import { Agent, type Dispatcher, fetch, getGlobalDispatcher, interceptors, request } from "undici";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type Fetch, RobotsClient } from "../../../bindings/crawl/client/index.ts";
import { nodeFetch } from "../../../bindings/crawl/client/node/index.ts";
import { Pace } from "../../../bindings/crawl/pace/index.ts";
import { politeFetch } from "../../../bindings/crawl/polite/index.ts";
import { politeAgent } from "../../../bindings/crawl/polite/node/index.ts";
import { readSitemaps, type SitemapOptions } from "../../../bindings/crawl/sitemaps/index.ts";

/** What was requested, and where: the address that the server was reached by. */
const asked: string[] = [];
let connections: string[] = [];
let server: Server;
let port = 0;
let redirects: Record<string, string> = {};
let bodies: Record<string, string> = {};

beforeAll(async () => {
  server = createServer((one, response) => {
    asked.push(`${addressOf(one.socket.localAddress)}${one.url}`);
    const location = redirects[one.url!];
    if (location !== undefined)
      response
        .writeHead(
          302,
          location.split("\n").flatMap((to) => ["location", to]),
        )
        .end();
    else response.end(bodies[one.url!] ?? (one.url === "/robots.txt" ? "User-agent: *\nAllow: /\n" : "body"));
  });
  server.on("connection", (socket) => connections.push(addressOf(socket.localAddress)));
  await once(server.listen(0, "::"), "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked.length = 0;
  connections = [];
  redirects = {};
  bodies = {};
});

const addressOf = (address = ""): string => address.replace("::ffff:", "");

const INNER = "127.0.0.2";
/** What names resolve to, look-up by look-up; the last answer stays. Others are private. Nobody answers at the public addresses. */
const NAMES: Record<string, string[][]> = {
  "public.test": [["8.8.8.8"]],
  "turning.test": [["8.8.8.8"], [INNER]],
  "mixed.test": [[INNER, "8.8.8.8"]],
  "mixed6.test": [["8.8.8.8", "::1"]],
  "mapped.test": [["8.8.8.8", `::ffff:${INNER}`]],
  "joining.test": [["8.8.8.8"], ["8.8.8.8", INNER]],
  "swapping.test": [["8.8.8.8"], [INNER], ["8.8.8.8"]],
};
const resolver = (): LookupFunction => {
  const times = new Map<string, number>();
  return (host, _, callback) => {
    const n = times.get(host) ?? 0;
    times.set(host, n + 1);
    const answers = NAMES[host] ?? [[INNER]];
    const found = answers[Math.min(n, answers.length - 1)]!;
    callback(
      null,
      found.map((address) => ({ address, family: isIP(address) })),
    );
  };
};
/** Gives public addresses up soon: nobody answers there. */
const named = (): Fetch => nodeFetch({ lookup: resolver(), connectTimeoutMs: 50 });

interface Way {
  readonly client: RobotsClient;
  readonly dispatcher?: Dispatcher;
}

/** Each of them returns the body, or rejects with the error that refused. */
const ways: Record<string, (url: string, way: Way) => Promise<string>> = {
  politeFetch: async (url, { client }) => (await politeFetch(client, { minIntervalMs: 0 })(url)).text(),
  "undici request with politeAgent": async (url, { client, dispatcher }) =>
    (
      await request(url, {
        dispatcher: closed(politeAgent(client, { minIntervalMs: 0, ...(dispatcher && { dispatcher }) })),
      })
    ).body.text(),
  "undici fetch with politeAgent": async (url, { client, dispatcher }) =>
    (
      await fetch(url, {
        dispatcher: closed(politeAgent(client, { minIntervalMs: 0, ...(dispatcher && { dispatcher }) })),
      })
    ).text(),
  "undici request, redirected outside of politeAgent": async (url, { client, dispatcher }) => {
    const agent = closed(politeAgent(client, { minIntervalMs: 0, maxRedirects: 0, ...(dispatcher && { dispatcher }) }));
    const outer = agent.compose(interceptors.redirect({ maxRedirections: 9 }));
    return (await request(url, { dispatcher: outer })).body.text();
  },
};

function closed<T extends Dispatcher>(agent: T): T {
  onTestFinished(() => agent.destroy());
  return agent;
}

const codeOf = ({ code, cause }: { code?: string; cause?: { code?: string } }): string | undefined =>
  cause?.code ?? code;
const outcomeOf = (body: Promise<string>): Promise<string | undefined> => body.catch(codeOf);
const clientWith = (options: { fetch?: Fetch; addresses?: "any" } = {}): RobotsClient =>
  new RobotsClient({ agent: "ExampleBot", ...options });

const stranger = (): string => `http://[::ffff:127.0.0.1]:${port}`;

describe.each(Object.keys(ways))("%s", (name) => {
  const get = (url: string, way: Way): Promise<string | undefined> => outcomeOf(ways[name]!(url, way));

  it.each([
    ["an address", () => `http://127.0.0.2:${port}/admin`],
    ["another spelling of an address", () => `http://0x7f.2:${port}/admin`],
    ["a mapped address", () => `http://[::ffff:7f00:2]:${port}/admin`],
    ["the loopback address of IPv6", () => `http://[::1]:${port}/admin`],
    ["a name under localhost", () => `http://x.localhost:${port}/admin`],
    ["the service of a cloud", () => "http://169.254.169.254/latest/meta-data"],
  ])("refuses a redirect from a public server to %s, and asks nothing there", async (_, target) => {
    redirects = { "/a": target() };
    expect(await get(`${stranger()}/a`, { client: clientWith() })).toBe("ERR_ADDRESS_REFUSED");
    expect(asked).toEqual(["127.0.0.1/robots.txt", "127.0.0.1/a"]);
  });

  it("refuses it after further redirects", async () => {
    redirects = { "/a": "/b", "/b": "/c", "/c": `http://127.0.0.2:${port}/admin` };
    expect(await get(`${stranger()}/a`, { client: clientWith() })).toBe("ERR_ADDRESS_REFUSED");
    expect(asked.filter((one) => one.startsWith("127.0.0.2"))).toEqual([]);
  });

  it("refuses a redirect to a name that resolves to a private address, and asks nothing there", async () => {
    redirects = { "/a": `http://private.test:${port}/admin` };
    const fetchWith = nodeFetch({ lookup: resolver() });
    expect(await get(`${stranger()}/a`, { client: clientWith({ fetch: fetchWith }) })).toBe("ERR_ADDRESS_REFUSED");
    expect(connections.filter((one) => one === "127.0.0.2")).toEqual([]);
  });

  it.each(Object.keys(NAMES).filter((name) => name !== "public.test"))(
    "no request reaches a private address of a name that has a public one too: %s",
    async (host) => {
      redirects = { "/a": `http://${host}:${port}/admin` };
      expect(await get(`${stranger()}/a`, { client: clientWith({ fetch: named() }) })).toBe("ERR_ADDRESS_REFUSED");
      expect(asked).toEqual(["127.0.0.1/robots.txt", "127.0.0.1/a"]);
    },
  );

  it("a redirect that was refused does not change what the caller may request", async () => {
    const target = `http://mixed.test:${port}/admin`;
    redirects = { "/a": target };
    const client = clientWith({ fetch: named() });
    expect(await get(`${stranger()}/a`, { client })).toBe("ERR_ADDRESS_REFUSED");
    expect(await get(target, { client })).toBe("body");
  });

  it("follows a redirect between servers that the caller could have named", async () => {
    redirects = { "/a": `http://127.0.0.2:${port}/b` };
    expect(await get(`http://127.0.0.1:${port}/a`, { client: clientWith() })).toBe("body");
    expect(await get(`http://private.test:${port}/a`, { client: clientWith({ fetch: named() }) })).toBe("body");
  });

  it('follows any redirect with addresses: "any"', async () => {
    redirects = { "/a": `http://127.0.0.2:${port}/b` };
    expect(await get(`${stranger()}/a`, { client: clientWith({ addresses: "any" }) })).toBe("body");
  });

  it.each([
    ["127.0.0.2", () => `http://127.0.0.2:${port}/a`],
    ["a mapped address", () => `http://[::ffff:127.0.0.2]:${port}/a`],
    ["a name", () => `http://private.test:${port}/a`],
  ])('nodeFetch({ addresses: "public" }) connects to public addresses only: %s', async (_, url) => {
    const client = clientWith({ fetch: nodeFetch({ addresses: "public", lookup: resolver() }) });
    await client.seed(url(), "User-agent: *\nAllow: /\n");
    expect(await get(url(), { client })).toBe("ERR_ADDRESS_REFUSED");
    expect(connections).toEqual([]);
  });

  it("resolves names by nodeFetch's lookup, and asks its predicate", async () => {
    const asks: string[] = [];
    const addresses = (address: string): boolean => asks.push(address) > 0;
    const client = clientWith({ fetch: nodeFetch({ addresses, lookup: resolver() }) });
    expect(await get(`http://private.test:${port}/a`, { client })).toBe("body");
    expect(new Set(asks)).toEqual(new Set(["127.0.0.2"]));
  });
});

describe.each(Object.keys(ways).filter((name) => name !== "politeFetch"))("the caller's dispatcher: %s", (name) => {
  /** Connects wherever it is told to; `lookup` knows its names. */
  const own = (): Dispatcher => closed(new Agent({ connect: { lookup: resolver() } as never }));
  const get = (url: string, way: Way): Promise<string | undefined> => outcomeOf(ways[name]!(url, way));
  const seeded = async (options: Parameters<typeof clientWith>[0], ...urls: string[]): Promise<RobotsClient> => {
    const client = clientWith(options);
    for (const url of urls) await client.seed(url, "User-agent: *\nAllow: /\n");
    return client;
  };

  it("refuses a redirect to a private address", async () => {
    redirects = { "/a": `http://127.0.0.2:${port}/admin` };
    expect(await get(`${stranger()}/a`, { client: clientWith(), dispatcher: own() })).toBe("ERR_ADDRESS_REFUSED");
    expect(asked).toEqual(["127.0.0.1/robots.txt", "127.0.0.1/a"]);
  });

  it("sends nothing over a connection to a private address, whoever resolved the name", async () => {
    const target = `http://private.test:${port}/admin`;
    redirects = { "/a": target };
    const client = await seeded({}, target);
    expect(await get(`${stranger()}/a`, { client, dispatcher: own() })).toBe("ERR_ADDRESS_REFUSED");
    expect(asked).toEqual(["127.0.0.1/robots.txt", "127.0.0.1/a"]);
  });

  it("sends nothing over a connection that is kept alive since the caller named its host", async () => {
    const target = `http://private.test:${port}/admin`;
    redirects = { "/a": target };
    const client = await seeded({}, target);
    const dispatcher = own();
    expect(await get(target, { client, dispatcher })).toBe("body");
    expect(await get(`${stranger()}/a`, { client, dispatcher })).toBe("ERR_ADDRESS_REFUSED");
    expect(asked).toEqual(["127.0.0.2/admin", "127.0.0.1/robots.txt", "127.0.0.1/a"]);
  });

  it("obeys nodeFetch's addresses", async () => {
    const url = `http://private.test:${port}/a`;
    const client = await seeded({ fetch: nodeFetch({ addresses: "public" }) }, url);
    expect(await get(url, { client, dispatcher: own() })).toBe("ERR_ADDRESS_REFUSED");
    expect(asked).toEqual([]);
  });
});

describe("undici fetch, which follows redirects by itself", () => {
  const getWith = async (agent: Dispatcher, url: string): Promise<string | undefined> =>
    outcomeOf(fetch(url, { dispatcher: agent }).then((one) => one.text()));

  it.each([
    ["with a name and a password", () => `http://user:password@127.0.0.2:${port}/b`],
    ["with a fragment", () => `http://127.0.0.2:${port}/b#part`],
    ["without a scheme", () => `//127.0.0.2:${port}/b`],
    ["as UTF-8", () => Buffer.from(`http://127.0.0.2:${port}/ü`).toString("latin1")],
    ["said twice", () => `http://127.0.0.2:${port}/b\nhttp://127.0.0.2:${port}/b`],
    ["one of two", () => `http://127.0.0.2:${port}/b\nhttp://127.0.0.3:${port}/c`],
  ])("recognises a Location %s", async (_, location) => {
    redirects = { "/a": location() };
    const agent = closed(politeAgent(clientWith(), { minIntervalMs: 0 }));
    await getWith(agent, `${stranger()}/a`);
    expect(asked).toEqual(["127.0.0.1/robots.txt", "127.0.0.1/a"]);
  });

  it("refuses each of several that were led to the same URL", async () => {
    redirects = { "/a": `http://127.0.0.2:${port}/b` };
    const agent = closed(politeAgent(clientWith(), { minIntervalMs: 0 }));
    const bodies = await Promise.all(Array.from({ length: 8 }, () => getWith(agent, `${stranger()}/a`)));
    expect(new Set(bodies)).toEqual(new Set(["ERR_ADDRESS_REFUSED"]));
  });

  it("refuses a redirect that the caller follows later, once: then the caller names the URL", async () => {
    const target = `http://127.0.0.2:${port}/b`;
    redirects = { "/a": target };
    const agent = closed(politeAgent(clientWith(), { minIntervalMs: 0 }));
    const { status, body } = await fetch(`${stranger()}/a`, { dispatcher: agent, redirect: "manual" });
    await body?.cancel();
    expect([status, await getWith(agent, target), await getWith(agent, target)]).toEqual([
      302,
      "ERR_ADDRESS_REFUSED",
      "body",
    ]);
  });

  it("also the fetch of Node", async () => {
    redirects = { "/a": `http://127.0.0.2:${port}/admin` };
    const dispatcher = closed(politeAgent(clientWith(), { minIntervalMs: 0 }));
    const body = globalThis.fetch(`${stranger()}/a`, { dispatcher } as never).then((one) => one.text());
    expect(await outcomeOf(body)).toBe("ERR_ADDRESS_REFUSED");
  });
});

it("repeats a request on the route of the first", async () => {
  const client = clientWith({ fetch: nodeFetch({ lookup: resolver() }) });
  const agent = closed(politeAgent(client, { minIntervalMs: 0, maxRetries: 2 }));
  redirects = { "/a": `http://turning.test:${port}/admin` };
  // The name is public when the redirect is checked, and private when the request connects.
  await client.seed(`http://turning.test:${port}/`, "User-agent: *\nAllow: /\n");
  const body = request(`${stranger()}/a`, { dispatcher: agent }).then((one) => one.body.text());
  expect(await outcomeOf(body)).toBe("ERR_ADDRESS_REFUSED");
  expect(asked).toEqual(["127.0.0.1/robots.txt", "127.0.0.1/a"]);
});

it("leaves the requests of other dispatchers alone", async () => {
  redirects = { "/a": `http://127.0.0.2:${port}/admin` };
  const agent = closed(politeAgent(clientWith(), { minIntervalMs: 0 }));
  await outcomeOf(request(`${stranger()}/a`, { dispatcher: agent }).then(({ body }) => body.text()));
  const { body } = await request(`http://127.0.0.2:${port}/mine`, { dispatcher: getGlobalDispatcher() });
  expect(await body.text()).toBe("body");
});

describe("readSitemaps", () => {
  const listed = async (source: string | Uint8Array, options: Partial<SitemapOptions> = {}): Promise<string[]> => {
    const urls: string[] = [];
    const own = { xml: sax, pace: new Pace({ minIntervalMs: 0 }), onSkip: () => undefined, ...options };
    const client = clientWith({ fetch: named() });
    for await (const { url } of readSitemaps(client, source, own)) urls.push(url);
    return urls;
  };
  const inner = (): string[] => asked.filter((one) => one.startsWith(INNER) || one.startsWith("::1"));
  const bytes = (...urls: string[]): Uint8Array => new TextEncoder().encode(urls.join("\n"));
  const HOSTS = [INNER, "private.test", "mixed.test", "turning.test", "[::1]"];

  it.each(HOSTS)("asks %s for nothing that a public site's robots.txt lists", async (host) => {
    bodies = { "/robots.txt": `Sitemap: http://${host}:${port}/s.txt\n` };
    expect([await listed(stranger()), inner()]).toEqual([[], []]);
  });

  it.each(HOSTS)("asks %s for no robots.txt, whatever a public site's sitemap lists", async (host) => {
    bodies = { "/robots.txt": `Sitemap: ${stranger()}/s.txt\n`, "/s.txt": `http://${host}:${port}/a\n` };
    expect([await listed(stranger()), inner()]).toEqual([[], []]);
  });

  it.each(HOSTS)("asks %s for nothing that bytes list, unless they come from there", async (host) => {
    const page = `http://${host}:${port}/a`;
    await listed(bytes(page));
    await listed(bytes(page), { url: `${stranger()}/s.txt` });
    expect(inner()).toEqual([]);
    // A name that was public a moment ago is a stranger's.
    expect(await listed(bytes(page), { url: page })).toEqual(host === "turning.test" ? [] : [page]);
  });

  it("reads what a site in one's own network lists, also when its robots.txt is known", async () => {
    const site = `http://private.test:${port}/`;
    bodies = { "/robots.txt": `Sitemap: ${site}s.txt\n`, "/s.txt": `${site}a\nhttp://${INNER}:${port}/b\n` };
    bodies["/robots.txt"] += `Sitemap: ${site}t.txt\n`;
    expect(await listed(site)).toEqual([`${site}a`, `http://${INNER}:${port}/b`]);
  });
});
