/** The client libraries of Redis that stores take, and a server for them that is a cluster of one. */
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { createClient } from "redis";
import { createClient as createClient4 } from "redis-4";
import type { IoRedisLike, NodeRedisLike } from "../../../../bindings/crawl/client/index.ts";
import { RedisServer } from "./redis-server.ts";

export interface Connection {
  readonly client: IoRedisLike | NodeRedisLike;
  readonly close: () => unknown;
}

export const libraries: [string, (port: number) => Promise<Connection>][] = [
  [
    "node-redis 5",
    async (port) => {
      const client = await createClient({ socket: { port } }).connect();
      return { client, close: () => client.close() };
    },
  ],
  [
    "node-redis 5, RESP3",
    async (port) => {
      const client = await createClient({ socket: { port }, RESP: 3 }).connect();
      return { client, close: () => client.close() };
    },
  ],
  [
    "node-redis 4",
    async (port) => {
      const client = await createClient4({ socket: { port } }).connect();
      return { client, close: () => client.disconnect() };
    },
  ],
  [
    "ioredis",
    async (port) => {
      const client = new Redis({ port });
      return { client, close: () => client.disconnect() };
    },
  ],
];

/** In a cluster the keys of one script must lie in one slot. */
export async function startCluster(): Promise<{ readonly server: RedisServer; readonly raw: Redis }> {
  // A node that has met no other does not know its own address.
  const server = await RedisServer.start("--cluster-enabled", "yes", "--cluster-announce-ip", "127.0.0.1");
  const raw = new Redis({ port: server.port });
  await raw.call("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
  while (!String(await raw.call("CLUSTER", "INFO")).includes("cluster_state:ok")) await sleep(20);
  return { server, raw };
}
