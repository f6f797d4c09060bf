/** Redirects into private networks: what the client lets a `fetch` connect to, hop by hop. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLocalAddress } from "../../../bindings/base/addresses.ts";
import { type Access, type ClientOptions, type Fetch, RobotsClient } from "../../../bindings/crawl/client/index.ts";
import { nodeFetch } from "../../../bindings/crawl/client/node/index.ts";
import { tablesOf } from "../../support/tables.ts";

const { itEach } = tablesOf(import.meta.url);

/** A `fetch` whose hosts resolve to these addresses, and that is redirected from each URL to the next. */
function redirecting(chain: readonly (readonly [url: string, ...addresses: string[]])[], asked: string[]): Fetch {
  return async (url, { mayConnect }) => {
    const at = chain.findIndex(([one]) => one === url);
    if (chain[at]!.slice(1).filter((address) => mayConnect!(address)).length === 0)
      throw Object.assign(new Error("address refused: by fetch"), { code: "ERR_ADDRESS_REFUSED" });
    asked.push(url);
    const next = chain[at + 1]?.[0];
    return next === undefined ? new Response("User-agent: *\nAllow: /\n") : Response.redirect(next, 302);
  };
}

async function walk(
  chain: readonly (readonly [url: string, ...addresses: string[]])[],
  options: Partial<ClientOptions> = {},
): Promise<{ access: Access; asked: number }> {
  const asked: string[] = [];
  const client = new RobotsClient({ agent: "x", fetch: redirecting(chain, asked), ...options });
  return { access: (await client.get(chain[0]![0])).access, asked: asked.length };
}

const PUBLIC = ["http://a.test/robots.txt", "1.2.3.4"] as const;
const INNER = ["http://inner.test/robots.txt", "10.0.0.5"] as const;

describe("with the addresses that fetch reports", () => {
  it.each([
    ["a URL that the caller gave is private", [INNER]],
    ["private to private", [INNER, ["http://other.test/robots.txt", "127.0.0.1"]]],
    ["private to public", [INNER, PUBLIC]],
    ["public to public", [PUBLIC, ["http://b.test/robots.txt", "2606:4700::1111"]]],
    ["public to a name of which one address is public", [PUBLIC, ["http://b.test/r", "10.0.0.1", "8.8.8.8"]]],
  ] as const)("works: %s", async (_, chain) => {
    expect((await walk(chain)).access.status).toBe("success");
  });

  it.each([
    ["public to private", [PUBLIC, INNER], 1],
    ["public to private, by way of a public one", [PUBLIC, ["http://b.test/r", "8.8.8.8"], INNER], 2],
    ["private to public and back", [INNER, PUBLIC, ["http://x.test/r", "192.168.1.1"]], 2],
    [
      "from a name with a private and a public address",
      [["http://a.test/robots.txt", "10.0.0.1", "1.2.3.4"], INNER],
      1,
    ],
    [
      "from a name with a public and a private address",
      [["http://a.test/robots.txt", "1.2.3.4", "10.0.0.1"], INNER],
      1,
    ],
    ["from an address that carries another", [["http://a.test/robots.txt", "::ffff:1.2.3.4"], INNER], 1],
    ["from a translated address", [["http://a.test/robots.txt", "64:ff9b::102:304"], INNER], 1],
    ["to a documentation address", [PUBLIC, ["http://x.test/r", "203.0.113.1"]], 1],
  ] as const)("is unreachable, without a request: %s", async (_, chain, requests) => {
    const { access, asked } = await walk(chain);
    expect([access.status, access.verdict, asked]).toEqual(["unreachable", "refused", requests]);
    expect(access).toMatchObject({ error: expect.stringContaining("address refused: "), errorCode: "address" });
  });

  it('addresses: "any" follows redirects anywhere', async () => {
    expect((await walk([PUBLIC, INNER], { addresses: "any" })).access.status).toBe("success");
  });
});

describe("a fetch that reports nothing: addresses in URLs are checked, names are not", () => {
  const silent =
    (location: string): Fetch =>
    async (url) =>
      url.endsWith("/robots.txt") ? Response.redirect(location, 302) : new Response("");
  const statusOf = async (from: string, to: string): Promise<string> =>
    (await new RobotsClient({ agent: "x", fetch: silent(to) }).get(from)).access.status;

  itEach<[from: string, to: string, status: string]>(
    "a fetch that reports nothing: addresses in URLs are checked, names are not: %s to %s: %s",
    async (from, to, status) => expect(await statusOf(from, to)).toBe(status),
  );
});

it("a store's entries are kept apart by `addresses`", async () => {
  const keys = new Set<string>();
  const store = { get: () => undefined, set: (key: string) => void keys.add(key), delete: () => undefined };
  await walk([PUBLIC], { store });
  await walk([PUBLIC], { store, addresses: "any" });
  expect(keys.size).toBe(2);
});

describe("nodeFetch", () => {
  const server = createServer((request, response) =>
    request.url === "/robots.txt"
      ? response.writeHead(302, { location: `http://127.0.0.2:${port}/admin` }).end()
      : response.end("User-agent: *\nAllow: /\n"),
  );
  let port = 0;
  let connections = 0;
  server.on("connection", () => connections++);
  beforeAll(async () => {
    // Every loopback address, so that a request to 127.0.0.2 would be seen.
    await once(server.listen(0, "0.0.0.0"), "listening");
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => void server.close());

  itEach<[status: string, host: string, expected: number]>(
    "%s: a redirect from %s to 127.0.0.2",
    async (status, host, expected) => {
      connections = 0;
      const { access } = await new RobotsClient({ agent: "x", fetch: nodeFetch() }).get(`http://${host}:${port}/`);
      expect([access.status, connections]).toEqual([status, expected]);
      if (status === "unreachable") expect(access.error).toBe("address refused: 127.0.0.2");
    },
  );

  it("asks about every address of a name, and connects only to those permitted", async () => {
    const asked: string[] = [];
    const fetch = nodeFetch({
      lookup: (_, __, callback) =>
        callback(
          null,
          ["127.0.0.3", "127.0.0.1"].map((address) => ({ address, family: 4 })),
        ),
    });
    const mayConnect = (address: string): boolean => asked.push(address) > 0 && address === "127.0.0.1";
    const response = await fetch(`http://shop.test:${port}/`, { mayConnect });
    expect([response.status, asked]).toEqual([200, ["127.0.0.3", "127.0.0.1"]]);
    await expect(fetch(`http://127.0.0.2:${port}/`, { mayConnect })).rejects.toMatchObject({
      cause: { code: "ERR_ADDRESS_REFUSED" },
    });
  });
});

it("local addresses are those of this machine and of networks of one's own", () => {
  const local = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.0.1",
    "169.254.1.1",
    "100.64.0.1",
    "0.0.0.0",
    "::1",
    "::",
  ];
  expect([...local, "fd00::1", "fe80::1"].filter((one) => !isLocalAddress(one))).toEqual([]);
  const others = [
    "8.8.8.8",
    "::2",
    "::ffff:127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "203.0.113.1",
    "2606::1",
    "x",
  ];
  expect(others.filter(isLocalAddress)).toEqual([]);
});
