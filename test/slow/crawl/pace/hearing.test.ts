/** Whoever gives a host back has the next in line told (`listen` of the store), through each client. Skipped where redis-server is not installed. */
import { setTimeout as sleep } from "node:timers/promises";
import { Cluster, type Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PaceStore, redisPaceStore } from "../../../../bindings/crawl/pace/index.ts";
import { type Connection, libraries, startCluster } from "../client/redis-clients.ts";
import { hasRedis, type RedisServer } from "../client/redis-server.ts";

const INTERVAL_MS = 300;

const clients: typeof libraries = [
  ...libraries,
  [
    "ioredis, a cluster",
    async (port) => {
      const client = new Cluster([{ host: "127.0.0.1", port }]);
      return { client: client as never, close: () => client.disconnect() };
    },
  ],
];

describe.skipIf(!hasRedis).each(clients)("%s (skipped without redis-server)", (_, connected) => {
  let server: RedisServer;
  let raw: Redis;
  let store: PaceStore;
  let close: Connection["close"];
  beforeAll(async () => {
    ({ server, raw } = await startCluster());
    const connection = await connected(server.port);
    ({ close } = connection);
    store = redisPaceStore(connection.client, { timeoutMs: 60_000 });
    // Each slot of a cluster grants nothing in its first second.
    for (const name of ["a", "b", "c"])
      while ((await store.hold(`https://${name}.example`, "warm", 0)) !== 0) await sleep(100);
  });
  afterAll(async () => {
    await close?.();
    raw?.disconnect();
    await server?.kill();
  });

  const channels = async (): Promise<number> => ((await raw.call("PUBSUB", "CHANNELS", "*")) as string[]).length;

  /** A process that waits for its turn of a host. */
  function waiting(name: string): { readonly turns: [host: string, inMs: number][]; readonly stop: () => void } {
    const turns: [string, number][] = [];
    return { turns, stop: store.listen!(name, (host, inMs) => turns.push([host, inMs])) };
  }

  /** One process has the host and another waits; the first gives it back. */
  async function handOver(host: string, name: string): Promise<void> {
    expect(await store.hold(host, "holder:0", 60_000, INTERVAL_MS)).toBe(0);
    expect(await store.hold(host, `${name}:0`, 60_000, INTERVAL_MS)).toBeGreaterThan(0);
    await store.release(host, "holder:0", INTERVAL_MS);
  }

  it("the first in line is told when its turn comes, and has it then", async () => {
    const { turns, stop } = waiting("told");
    while ((await channels()) === 0) await sleep(10);
    await handOver("https://a.example", "told");
    while (turns.length === 0) await sleep(5);
    const [[host, inMs]] = turns as [[string, number]];
    expect(host).toBe("https://a.example");
    expect(inMs).toBeGreaterThanOrEqual(INTERVAL_MS);
    await sleep(inMs);
    expect(await store.hold(host, "other:0", 60_000, INTERVAL_MS)).toBeGreaterThan(0);
    expect(await store.hold(host, "told:1", 60_000, INTERVAL_MS)).toBe(0);
    await store.release(host, "told:1", 0);
    stop();
    while ((await channels()) > 0) await sleep(10);
  });

  it("also after the connection was lost over which it hears", async () => {
    const { turns, stop } = waiting("lost");
    while ((await channels()) === 0) await sleep(10);
    await raw.call("CLIENT", "KILL", "TYPE", "pubsub");
    while ((await channels()) === 0) await sleep(10);
    await handOver("https://b.example", "lost");
    while (turns.length === 0) await sleep(5);
    expect(turns[0]![0]).toBe("https://b.example");
    await store.release("https://b.example", "-", 0);
    stop();
    while ((await channels()) > 0) await sleep(10);
  });

  it("who hears nothing has its turn by asking", async () => {
    const host = "https://c.example";
    await handOver(host, "deaf");
    for (;;) {
      const answer = await store.hold(host, "deaf:1", 60_000, INTERVAL_MS);
      if (answer === 0) break;
      await sleep(Number(answer));
    }
    await store.release(host, "deaf:1", 0);
  });
});
