/**
 * The lease in a real Redis, through each client library: one holder at a time, a holder that lost it writes nothing, and
 * foreign keys of our names are replaced. Skipped where redis-server is not installed.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RobotsClient, redisStore, type SharedStore } from "../../../../bindings/crawl/client/index.ts";
import { type Connection, libraries, startCluster } from "./redis-clients.ts";
import { hasRedis, type RedisServer } from "./redis-server.ts";

const BODY = "User-agent: *\nDisallow: /private\n";
const KEY = "rfc9309:rfc9309:ExampleBot:512000:ExampleBot:http://a.test";
const LEASE_KEY = `{robots-wasm:${KEY}}:lease`;
const [value, later] = [Uint8Array.of(0, 13, 10, 255), Uint8Array.of(2)];
const [first, second] = [{ token: "first" }, { token: "second" }];

describe.skipIf(!hasRedis).each(libraries)("%s (skipped without redis-server)", (_, connect) => {
  let server: RedisServer;
  let raw: Redis;
  let store: SharedStore;
  let close: Connection["close"];
  beforeAll(async () => {
    ({ server, raw } = await startCluster());
    const connection = await connect(server.port);
    ({ close } = connection);
    store = redisStore(connection.client);
  });
  afterAll(async () => {
    await close?.();
    raw?.disconnect();
    await server?.kill();
  });
  beforeEach(async () => void (await raw.flushall()));
  afterEach(async () => expect((await raw.keys("*")).every((key) => key.includes("robots-wasm:"))).toBe(true));

  it("values come back byte for byte, and expire", async () => {
    await store.set(KEY, value, 60_000);
    expect(await store.get(KEY)).toEqual(Buffer.from(value));
    await store.set(KEY, value, 50);
    while ((await store.get(KEY)) !== undefined) await sleep(10);
  });

  it("one process holds the lease, and can acquire it twice", async () => {
    expect(await store.acquire(KEY, 10_000, first)).toBe(true);
    expect(await store.acquire(KEY, 10_000, first)).toBe(true);
    expect(await store.acquire(KEY, 10_000, second)).toBe(false);
    await store.release(KEY, second);
    expect(await store.acquire(KEY, 10_000, second)).toBe(false);
    await store.release(KEY, first);
    expect(await store.acquire(KEY, 10_000, second)).toBe(true);
  });

  it("a value is written with the lease that allows it, once", async () => {
    await store.acquire(KEY, 10_000, first);
    expect(await store.commit(KEY, value, 10_000, first)).toBe(true);
    expect(await store.commit(KEY, later, 10_000, first)).toBe(false);
    expect(await store.get(KEY)).toEqual(Buffer.from(value));
    expect(await store.acquire(KEY, 10_000, second)).toBe(true);
  });

  it("a holder whose lease has expired replaces nothing, during and after the next holder's fetch", async () => {
    await store.acquire(KEY, 20, first);
    await sleep(40);
    expect(await store.acquire(KEY, 10_000, second)).toBe(true);
    expect(await store.renew(KEY, 10_000, first)).toBe(false);
    // Nobody knows anything newer.
    expect(await store.commit(KEY, value, 10_000, first)).toBe(false);
    expect(await store.get(KEY)).toEqual(Buffer.from(value));
    expect(await store.commit(KEY, later, 10_000, second)).toBe(true);
    expect(await store.commit(KEY, value, 10_000, first)).toBe(false);
    await store.release(KEY, first);
    expect(await store.get(KEY)).toEqual(Buffer.from(later));
  });

  it("a lease that is renewed lasts", async () => {
    await store.acquire(KEY, 60_000, first);
    expect(await store.renew(KEY, 600_000, first)).toBe(true);
    expect(await raw.pttl(LEASE_KEY)).toBeGreaterThan(60_000);
  });

  const clientOf = (fetch: () => Promise<Response>, said: unknown[], leaseMs = 10_000): RobotsClient =>
    new RobotsClient({ agent: "ExampleBot", store, fetch, leaseMs, onStoreError: (error) => said.push(error) });

  it.each<[string, (key: string) => Promise<unknown>]>([
    ["a list", (key) => raw.rpush(key, "x")],
    ["a hash", (key) => raw.hset(key, "x", "y")],
    ["text", (key) => raw.set(key, "x")],
  ])("%s in the place of an entry or of a lease is replaced, and is not an outage", async (_, put) => {
    await put(LEASE_KEY);
    await put(`robots-wasm:${KEY}`);
    const said: unknown[] = [];
    let fetches = 0;
    const fetch = async (): Promise<Response> => {
      fetches++;
      return new Response(BODY);
    };
    for (let client = 0; client < 2; client++)
      expect(await clientOf(fetch, said).isAllowed("http://a.test/private")).toBe(false);
    expect({ fetches, said }).toEqual({ fetches: 1, said: [] });
  });

  it("a holder whose lease is lost with the store before it has fetched waits for the next one", async () => {
    const said: unknown[] = [];
    let fetches = 0;
    const fetch = async (): Promise<Response> => {
      fetches++;
      return new Response(BODY);
    };
    await clientOf(fetch, said).isAllowed("http://a.test/");
    const entry = (await store.get(KEY))!;
    await raw.flushall();
    let looks = 0;
    const get = async (key: string): Promise<Uint8Array | undefined> => {
      // The second look is the holder's.
      if (++looks === 2) {
        await raw.flushall();
        await store.acquire(KEY, 10_000, second);
        setTimeout(() => void store.commit(KEY, entry, 10_000, second), 100);
      }
      return store.get(key);
    };
    const client = new RobotsClient({ agent: "ExampleBot", store: { ...store, get }, fetch });
    expect(await client.isAllowed("http://a.test/private")).toBe(false);
    expect({ fetches, said }).toEqual({ fetches: 1, said: [] });
  });

  it("a fetch that takes longer than the lease is still made once", async () => {
    let fetches = 0;
    const slow = createServer((_, response) => {
      fetches++;
      setTimeout(() => response.end(BODY), 5000);
    }).listen(0, "127.0.0.1");
    await once(slow, "listening");
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/robots.txt`;
    const said: unknown[] = [];
    const clients = Array.from({ length: 4 }, () => clientOf(() => fetch(url), said, 4000));
    const verdicts = await Promise.all(clients.map((client) => client.isAllowed("http://a.test/private")));
    slow.close();
    expect({ verdicts, fetches, said }).toEqual({ verdicts: Array(4).fill(false), fetches: 1, said: [] });
  });
});
