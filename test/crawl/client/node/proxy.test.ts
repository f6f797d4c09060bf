/** nodeFetch through a proxy: it gets the address that was checked, its own is exempt, and nothing goes past it. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createServer as createSecure } from "node:https";
import { type AddressInfo, connect, type LookupFunction } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { environmentProxy } from "../../../../bindings/cli/proxies.ts";
import { RobotsClient } from "../../../../bindings/crawl/client/index.ts";
import { nodeFetch } from "../../../../bindings/crawl/client/node/index.ts";
import { politeFetch } from "../../../../bindings/crawl/polite/index.ts";
import { CERTIFICATE } from "../../../slow/crawl/client/certificate.ts";
import { tablesOf } from "../../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

let site: Server;
let proxy: Server;
const asked: string[] = [];
const credentials: (string | undefined)[] = [];
let refusal: string | undefined;
let target: number | undefined;

beforeAll(async () => {
  site = createServer((request, response) =>
    request.url === "/robots.txt"
      ? response.end("User-agent: *\nDisallow: /private\n")
      : response.end(`${request.headers.host}${request.url}`),
  );
  proxy = createServer((_, response) => response.writeHead(400).end());
  proxy.on("connect", (request, socket) => {
    asked.push(request.url!);
    credentials.push(request.headers["proxy-authorization"]);
    if (refusal !== undefined) return socket.end(`HTTP/1.1 ${refusal}\r\n\r\n`);
    // Whatever it is asked for, this proxy leads to the site.
    const inner = connect(target ?? (site.address() as AddressInfo).port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      inner.pipe(socket).pipe(inner);
    });
    for (const one of [socket, inner]) one.on("error", () => undefined);
  });
  for (const server of [site, proxy]) await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => {
  for (const server of [site, proxy]) server.close();
});
beforeEach(() => {
  asked.length = 0;
  credentials.length = 0;
  refusal = undefined;
});

const proxyUrl = (user = ""): string => `http://${user}127.0.0.1:${(proxy.address() as AddressInfo).port}`;
const resolvingTo =
  (address: string): LookupFunction =>
  (_, __, callback) =>
    callback(null, [{ address, family: address.includes(":") ? 6 : 4 }]);
const failing: LookupFunction = (host, _, callback) =>
  callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: "ENOTFOUND" }), []);

it("the proxy is told the address that was checked, not the name", async () => {
  const fetch = nodeFetch({ proxy: proxyUrl(), addresses: "public", lookup: resolvingTo("93.184.216.34") });
  for (const path of ["/a", "/b"])
    expect(await (await fetch(`http://shop.example${path}`)).text()).toBe(`shop.example${path}`);
  expect(asked).toEqual(["93.184.216.34:80"]);
});

it("a name that the proxy resolves has no address that hosts could share", async () => {
  const fetch = nodeFetch({ proxy: proxyUrl(), addresses: "any", lookup: failing });
  const addresses: unknown[] = [];
  const acquire = async (url: string | URL, call?: { readonly address?: string }) => {
    addresses.push(call?.address);
    return { origin: String(url), waitedMs: 0, release: () => undefined };
  };
  const pace = { acquire, limit: () => undefined };
  const polite = politeFetch(new RobotsClient({ agent: "ExampleBot", fetch }), { pace });
  for (const path of ["/a", "/b"])
    expect(await (await polite(`http://shop.example${path}`)).text()).toBe(`shop.example${path}`);
  expect(new Set(asked)).toEqual(new Set(["shop.example:80"]));
  expect(addresses).toEqual([undefined, undefined]);
});

it.each([
  ["10.0.0.1", "10.0.0.1"],
  ["::1", "::1"],
])(
  "a name that resolves to %s is refused with addresses: public, although the proxy itself is private",
  async (address) => {
    const fetch = nodeFetch({ proxy: proxyUrl(), addresses: "public", lookup: resolvingTo(address) });
    await expect(fetch("http://inside.example/")).rejects.toMatchObject({ cause: { code: "ERR_ADDRESS_REFUSED" } });
    await expect(fetch("http://127.0.0.1/")).rejects.toMatchObject({ cause: { code: "ERR_ADDRESS_REFUSED" } });
    expect(asked).toEqual([]);
  },
);

it("a redirect from a public site into a private network reaches no proxy", async () => {
  const lookup: LookupFunction = (host, _, callback) =>
    callback(null, [{ address: host === "shop.example" ? "93.184.216.34" : "10.0.0.1", family: 4 }]);
  const fetch = nodeFetch({ proxy: proxyUrl(), lookup });
  const moving: typeof fetch = Object.assign(async (url: string, init: Parameters<typeof fetch>[1]) => {
    const response = await fetch(url, init);
    if (!url.endsWith("/moved")) return response;
    await response.body?.cancel();
    return new Response(null, { status: 302, headers: { location: "http://inside.example/" } });
  }, fetch);
  const polite = politeFetch(new RobotsClient({ agent: "ExampleBot", fetch: moving }), { minIntervalMs: 0 });
  await expect(polite("http://shop.example/moved")).rejects.toMatchObject({ code: "ERR_ADDRESS_REFUSED" });
  expect(new Set(asked)).toEqual(new Set(["93.184.216.34:80"]));
});

it("a name that cannot be resolved here is left to the proxy only with addresses: any", async () => {
  const any = nodeFetch({ proxy: proxyUrl(), lookup: failing });
  expect(await (await any("http://shop.example/a")).text()).toBe("shop.example/a");
  expect(asked).toEqual(["shop.example:80"]);
  const publicOnly = nodeFetch({ proxy: proxyUrl(), addresses: "public", lookup: failing });
  await expect(publicOnly("http://shop.example/a")).rejects.toMatchObject({ cause: { code: "ENOTFOUND" } });
  expect(asked).toHaveLength(1);
});

it("it sends the user name and the password, and asks a function for each URL", async () => {
  const user = nodeFetch({ proxy: proxyUrl("me:p%40ss@"), lookup: resolvingTo("93.184.216.34") });
  await (await user("http://shop.example/")).text();
  expect(credentials).toEqual([`Basic ${btoa("me:p@ss")}`]);
  const port = (site.address() as AddressInfo).port;
  const some = nodeFetch({ proxy: ({ hostname }) => (hostname === "127.0.0.1" ? undefined : proxyUrl()) });
  expect(await (await some(`http://127.0.0.1:${port}/x`)).text()).toBe(`127.0.0.1:${port}/x`);
  expect(asked).toHaveLength(1);
});

it("a proxy that refuses is an outage of the site, which allows nothing", async () => {
  refusal = "407 Proxy Authentication Required";
  const fetch = nodeFetch({ proxy: proxyUrl(), lookup: resolvingTo("93.184.216.34") });
  const { access } = await new RobotsClient({ agent: "ExampleBot", fetch }).get("http://shop.example/");
  expect(access).toMatchObject({ status: "unreachable", verdict: "refused" });
  expect(access.error).toMatch(/proxy 127\.0\.0\.1:\d+: expected a tunnel by CONNECT; got status 407/);
});

it("TLS is spoken with the site, through the proxy", async () => {
  const secure = createSecure(CERTIFICATE, (_, response) => response.end("secure"));
  await once(secure.listen(0, "127.0.0.1"), "listening");
  const { port } = secure.address() as AddressInfo;
  target = port;
  const url = `https://localhost:${port}/`;
  const fetch = nodeFetch({ proxy: proxyUrl() });
  const { access } = await new RobotsClient({ agent: "ExampleBot", fetch }).get(url);
  expect(access.errorCode).toBe("tls");
  process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
  expect(await (await fetch(url)).text()).toBe("secure");
  expect(await (await fetch(url)).text()).toBe("secure");
  delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
  expect(asked).toHaveLength(2);
  target = undefined;
  secure.close();
});

it("robots.txt is read through it", async () => {
  const fetch = nodeFetch({ proxy: proxyUrl(), lookup: resolvingTo("93.184.216.34") });
  const client = new RobotsClient({ agent: "ExampleBot", fetch });
  expect(await client.isAllowed("http://shop.example/private")).toBe(false);
  expect(await client.isAllowed("http://shop.example/")).toBe(true);
});

it.each(["socks5://p.example", "p.example:80", 5, {}])("%j is not a proxy", (given) =>
  expect(() => nodeFetch({ proxy: given as string })).toThrow(/^proxy: expected /),
);

describe("the environment (HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, NO_PROXY)", () => {
  const hostFor = (env: Record<string, string>, url: string): string | undefined =>
    environmentProxy(env)?.(new URL(url))?.host;
  itEach<[Record<string, string>, string, string | undefined]>("%j for %s: %s", (env, url, host) =>
    expect(hostFor(env, url)).toBe(host),
  );

  it.each(["socks5://p.example:1", "http://", "::"])("%s is a wrong call, whose password is not shown", (value) =>
    expect(() => environmentProxy({ https_proxy: value })).toThrow(
      "expected https_proxy of the environment to be the URL of an HTTP proxy; got another text",
    ),
  );
});
