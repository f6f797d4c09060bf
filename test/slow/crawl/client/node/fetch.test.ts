/** nodeFetch: which addresses are connected to, whatever a URL, a resolver or a redirect says; and how long connecting may take. */
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import {
  type AddressInfo,
  createServer as createTcpServer,
  type LookupFunction,
  type Server as TcpServer,
} from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type FetchEvent, RobotsClient } from "../../../../../bindings/crawl/client/index.ts";
import { type NodeFetchOptions, nodeFetch } from "../../../../../bindings/crawl/client/node/index.ts";
import { tablesOf } from "../../../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

const RULES = "User-agent: *\nDisallow: /private\n";

let servers: (Server | TcpServer)[] = [];
afterEach(() => {
  for (const server of servers) server.close();
  servers = [];
  vi.unstubAllGlobals();
});

/** Its port, and how often it was connected to. */
async function listening(
  server: Server | TcpServer,
  host = "127.0.0.1",
): Promise<{ port: number; connections: () => number }> {
  let count = 0;
  server.on("connection", () => count++);
  servers.push(server.listen(0, host));
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, connections: () => count };
}

const serving = (answer: RequestListener = (_, response) => response.end(RULES)): Server => createServer(answer);

/** A resolver that gives these answers in turn, and then the last one for ever. */
function resolving(...answers: string[][]): LookupFunction {
  let at = 0;
  return (_, __, callback) => {
    const addresses = answers[Math.min(at++, answers.length - 1)]!;
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  };
}

const clientOf = (options: NodeFetchOptions, more: object = {}): RobotsClient =>
  new RobotsClient({ agent: "ExampleBot", fetch: nodeFetch(options), ...more });

const refusal = (error: string): object => ({
  status: "unreachable",
  verdict: "refused",
  error: expect.stringContaining(error),
});

describe('addresses: "public"', () => {
  itEach<string>("http://%s is not connected to", async (host) => {
    const { port, connections } = await listening(serving());
    const { access, rules } = await clientOf({ addresses: "public" }).get(`http://${host}:${port}/`);
    expect(access).toMatchObject(refusal("address refused: "));
    expect(rules.isAllowed("/")).toBe(false);
    expect(connections()).toBe(0);
  });

  it("a name that resolves only to refused addresses is not connected to, and the error names them", async () => {
    const { port, connections } = await listening(serving());
    const events: FetchEvent[] = [];
    const lookup = resolving(["127.0.0.1", "10.0.0.1", "::1"]);
    const client = clientOf({ addresses: "public", lookup }, { onEvent: (event: FetchEvent) => events.push(event) });
    const { access } = await client.get(`http://shop.test:${port}/`);
    const error = "address refused: 127.0.0.1, 10.0.0.1, ::1 of shop.test";
    expect(access).toMatchObject(refusal(error));
    expect(events.at(-1)).toMatchObject({ type: "error", error });
    expect(connections()).toBe(0);
  });

  it("is kept without redirects of ours too: undici's own are checked", async () => {
    const { port, connections } = await listening(serving());
    const inner = await listening(
      serving((_, response) => response.writeHead(302, { location: `http://127.0.0.2:${port}/` }).end()),
    );
    const fetch = nodeFetch({ addresses: (address) => address === "127.0.0.1" });
    await expect(fetch(`http://127.0.0.1:${inner.port}/`, { redirect: "follow" })).rejects.toThrow();
    expect([inner.connections(), connections()]).toEqual([1, 0]);
  });
});

/** 127.0.0.1 stands for what is public, so that a connection can be seen. */
describe("addresses: a predicate", () => {
  const addresses = (address: string): boolean => address === "127.0.0.1";

  it("a predicate that returns a promise permits nothing", async () => {
    const { port, connections } = await listening(serving());
    const client = clientOf({ addresses: (async () => true) as never, lookup: resolving(["127.0.0.1"]) });
    for (const host of ["127.0.0.1", "shop.test"])
      expect((await client.get(`http://${host}:${port}/`)).access).toMatchObject(refusal("address refused: "));
    expect(connections()).toBe(0);
  });

  it("only the permitted addresses of a name are connected to", async () => {
    const { port } = await listening(serving());
    const lookup = resolving(["10.0.0.1", "127.0.0.1"]);
    expect(await clientOf({ addresses, lookup }).isAllowed(`http://shop.test:${port}/private`)).toBe(false);
    const { access } = await clientOf({ addresses, lookup }).get(`http://shop.test:${port}/`);
    expect(access.status).toBe("success");
  });

  it("the address that was checked is the one connected to: a name is resolved once a connection (DNS rebinding)", async () => {
    const { port, connections } = await listening(serving());
    let asked = 0;
    const rebinding = resolving(["127.0.0.1"], ["127.0.0.2"]);
    const lookup: LookupFunction = (...words) => {
      asked++;
      rebinding(...words);
    };
    const fetch = nodeFetch({ addresses, lookup });
    // Otherwise the next request takes the connection to the address that was checked.
    const headers = { connection: "close" };
    expect(await (await fetch(`http://shop.test:${port}/`, { headers })).text()).toBe(RULES);
    expect([asked, connections()]).toEqual([1, 1]);
    const refused = { cause: { name: "AddressRefused", host: "shop.test", addresses: ["127.0.0.2"] } };
    await expect(fetch(`http://shop.test:${port}/`, {})).rejects.toMatchObject(refused);
    expect([asked, connections()]).toEqual([2, 1]);
  });

  itEach<[title: string, target: string]>("a redirect to %s that is refused ends there", async (_, target) => {
    const inner = await listening(serving(), "127.0.0.2");
    const outer = await listening(
      serving((_, response) => response.writeHead(301, { location: `${target}:${inner.port}/robots.txt` }).end()),
    );
    const lookup = resolving(["127.0.0.2"]);
    const { access } = await clientOf({ addresses, lookup }).get(`http://127.0.0.1:${outer.port}/`);
    expect(access).toMatchObject(refusal("address refused: 127.0.0.2"));
    expect(access.redirects).toHaveLength(1);
    expect([outer.connections(), inner.connections()]).toEqual([1, 0]);
  });
});

describe("connecting", () => {
  it.each([
    ["a name that is never resolved", "http://shop.test/", { lookup: () => undefined }],
    ["a TLS handshake that never ends", undefined, {}],
  ])("%s ends with connectTimeoutMs", async (_, url, options) => {
    const { port } = await listening(createTcpServer(() => undefined));
    const fetch = nodeFetch({ connectTimeoutMs: 200, ...options });
    const client = new RobotsClient({
      agent: "ExampleBot",
      fetch,
      firstByteTimeoutMs: 100_000,
      bodyTimeoutMs: 100_000,
    });
    const { access } = await client.get(url ?? `https://127.0.0.1:${port}/`);
    expect(access).toMatchObject(refusal("Connect Timeout"));
  });

  it("a server that accepts has the time of firstByteTimeoutMs", async () => {
    const { port } = await listening(serving((_, response) => setTimeout(() => response.end(RULES), 5000)));
    const { access } = await clientOf({ connectTimeoutMs: 4000 }).get(`http://127.0.0.1:${port}/`);
    expect(access.status).toBe("success");
  });

  it("a connection ends with a request that asks for it, as those for robots.txt do", async () => {
    const server = serving();
    const { port, connections } = await listening(server);
    const fetch = nodeFetch();
    const headers = { connection: "close" };
    for (let i = 0; i < 3; i++)
      expect(await (await fetch(`http://127.0.0.1:${port}/`, { headers })).text()).toBe(RULES);
    expect(connections()).toBe(3);
    const open = (): Promise<number> => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
    while ((await open()) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  });
});

describe("gzip that the server cut short is an outage, unlike with `fetch`", () => {
  const whole = gzipSync(`${RULES}${"Disallow: /x\n".repeat(2000)}`);
  it.each<[string, Buffer, string]>([
    ["whole", whole, "success"],
    ["of two members", Buffer.concat([gzipSync(RULES), gzipSync("Disallow: /x\n")]), "success"],
    ["without its second half", whole.subarray(0, whole.length >> 1), "unreachable"],
    ["without its last byte", whole.subarray(0, -1), "unreachable"],
    ["without its end", whole.subarray(0, -8), "unreachable"],
    ["two bytes of it", whole.subarray(0, 2), "unreachable"],
  ])("%s", async (_, body, status) => {
    const headers = { "content-encoding": "gzip", "content-length": body.length };
    const { port } = await listening(serving((_request, response) => response.writeHead(200, headers).end(body)));
    const { access } = await clientOf({}).get(`http://127.0.0.1:${port}/`);
    expect([access.status, access.errorCode]).toEqual([status, status === "success" ? undefined : "reset"]);
  });
});

describe("is refused at once", () => {
  itEach<[options: { addresses?: string | null; connectTimeoutMs?: number }, message: string]>(
    "is refused at once: %j",
    (options, message) => {
      expect(() => nodeFetch(options as NodeFetchOptions)).toThrow(message);
    },
  );

  it.each(["Bun/1.4.5", "Deno/2.9.5", "Cloudflare-Workers"])("in %s", (userAgent) => {
    vi.stubGlobal("navigator", { userAgent });
    expect(() => nodeFetch({ addresses: "public" })).toThrow(`nodeFetch: expected to run in Node; got ${userAgent}`);
  });

  it.each([
    ["none", undefined],
    ["one of others", globalThis.fetch],
    ["one that refuses none", nodeFetch()],
  ])('a client for addresses: "public" with a fetch: %s', (_, fetch) => {
    const options = { agent: "ExampleBot", addresses: "public", ...(fetch && { fetch }) } as const;
    expect(() => new RobotsClient(options)).toThrow(/^fetch: expected nodeFetch\(\{ addresses: "public" \}\)/);
  });

  it("but the same option with nodeFetch is accepted", () => {
    const fetch = nodeFetch({ addresses: "public" });
    expect(new RobotsClient({ agent: "ExampleBot", addresses: "public", fetch })).toBeInstanceOf(RobotsClient);
    expect(() => new RobotsClient({ agent: "ExampleBot", addresses: "private" as "public", fetch })).toThrow(
      "addresses: expected public or any; got private",
    );
  });
});
