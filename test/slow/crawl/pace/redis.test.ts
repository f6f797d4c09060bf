/** The pace of several processes in a real Redis, through each client library. Skipped where redis-server is not installed. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Pace, type PaceStore, redisPaceStore } from "../../../../bindings/crawl/pace/index.ts";
import { type Connection, libraries, startCluster } from "../client/redis-clients.ts";
import { hasRedis, type RedisServer } from "../client/redis-server.ts";

const host = "https://shop.example";

describe.skipIf(!hasRedis).each(libraries)("%s (skipped without redis-server)", (_, connect) => {
  let server: RedisServer;
  let raw: Redis;
  let store: PaceStore;
  let close: Connection["close"];
  beforeAll(async () => {
    ({ server, raw } = await startCluster());
    const connection = await connect(server.port);
    ({ close } = connection);
    store = redisPaceStore(connection.client);
  });
  afterAll(async () => {
    await close?.();
    raw?.disconnect();
    await server?.kill();
  });
  beforeEach(async () => void (await raw.flushall()));
  afterEach(async () => expect((await raw.keys("*")).every((key) => key.includes("robots-wasm:pace:"))).toBe(true));

  it("one holder has a host, and may renew its hold", async () => {
    expect(await store.hold(host, "first", 60_000)).toBe(0);
    expect(await store.hold(host, "second", 60_000)).toBe("held");
    expect(await store.hold(host, "first", 90_000)).toBe(0);
    const [key] = await raw.keys("*:held");
    expect(await raw.pttl(key!)).toBeGreaterThan(60_000);
  });

  it("a holder that crashes loses the host", async () => {
    await store.hold(host, "first", 50);
    while ((await store.hold(host, "second", 60_000)) !== 0) await sleep(10);
  });

  it("a host that is given back is closed for its interval, for everyone, and free afterwards", async () => {
    await store.hold(host, "first", 60_000);
    await store.release(host, "first", 200);
    expect(await store.hold(host, "first", 60_000)).toBeGreaterThan(0);
    expect(await store.hold(host, "second", 0)).toBeGreaterThan(0);
    while ((await store.hold(host, "second", 60_000)) !== 0) await sleep(10);
    await store.release(host, "second", 0);
    expect(await raw.dbsize()).toBe(0);
  });

  it("another holder lengthens the pause and takes nothing away", async () => {
    await store.hold(host, "first", 60_000);
    await store.release(host, "second", 50_000);
    await store.release(host, "third", 10);
    expect(await store.hold(host, "first", 60_000)).toBe(0);
    await store.release(host, "first", 0);
    expect(await store.hold(host, "second", 60_000)).toBeGreaterThan(40_000);
  });

  it("keys of others with our names hold nobody up", async () => {
    await raw.rpush(`{robots-wasm:pace:${host}}:held`, "x");
    await raw.rpush(`{robots-wasm:pace:${host}}:closed`, "x");
    expect(await store.hold(host, "first", 60_000)).toBe(0);
    await store.release(host, "first", 60_000);
    expect(await store.hold(host, "second", 0)).toBeGreaterThan(0);
  });

  it("two paces keep the interval together, by Redis' clock", async () => {
    const paces = [1, 2].map(() => new Pace({ store, processes: 2, jitter: 0, storeTimeoutMs: 60_000 }));
    const spans: { from: number; to: number }[] = [];
    const one = async (pace: Pace): Promise<void> => {
      for (let n = 0; n < 4; n++) {
        const lease = await pace.acquire(host, { limits: { intervalMs: 100 } });
        const from = performance.now();
        await sleep(10);
        spans.push({ from, to: performance.now() });
        lease.release();
      }
    };
    await Promise.all(paces.map(one));
    spans.sort((a, b) => a.from - b.from);
    expect(spans).toHaveLength(8);
    // Redis counts whole milliseconds.
    for (let i = 1; i < spans.length; i++) expect(spans[i]!.from - spans[i - 1]!.to).toBeGreaterThanOrEqual(99);
  });
});
