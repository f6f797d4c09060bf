/**
 * Two processes that share hosts through Redis keep every interval together, and when one is killed the other goes on. Skipped
 * where redis-server is not installed. Needs the build.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hasRedis, RedisServer } from "../client/redis-server.ts";

const script = fileURLToPath(new URL("pace-worker.mjs", import.meta.url));
const INTERVAL_MS = 60;
const HOSTS = 40;

interface Request {
  readonly worker: string;
  readonly startMs: number;
  endMs: number;
}

let redis: RedisServer;
let server: Server;
let requests: Request[][] = [];
const children: ChildProcess[] = [];

const all = (): Request[] => requests.flat();

function start(worker: string, count: number): ChildProcess {
  const { port: serverPort } = server.address() as AddressInfo;
  const words = { redisPort: redis.port, serverPort, hosts: HOSTS, requests: count, intervalMs: INTERVAL_MS, worker };
  const child = spawn(process.execPath, [script, JSON.stringify(words)], { stdio: ["ignore", "inherit", "inherit"] });
  children.push(child);
  return child;
}

/** Gaps from the end of a request to the start of the next. Redis counts whole milliseconds. */
const shortGaps = (): number[] =>
  requests.flatMap((list) =>
    list
      .slice(1)
      .flatMap(({ startMs }, i) => (startMs - list[i]!.endMs < INTERVAL_MS - 1 ? [startMs - list[i]!.endMs] : [])),
  );

describe.skipIf(!hasRedis)("two processes that share a Redis (skipped without redis-server)", () => {
  beforeAll(async () => {
    redis = await RedisServer.start();
    server = createServer((request, response) => {
      const words = new URL(request.url!, "http://127.0.0.1").searchParams;
      const record = { worker: words.get("worker")!, startMs: performance.now(), endMs: 0 };
      requests[Number(words.get("host"))]!.push(record);
      setTimeout(() => {
        record.endMs = performance.now();
        response.end("page");
      }, 5);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
  });
  beforeEach(() => {
    requests = Array.from({ length: HOSTS }, () => []);
  });
  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await redis?.kill();
    server?.closeAllConnections();
    server?.close();
  });

  it("keep every interval together", async () => {
    await Promise.all(["a", "b"].map((worker) => once(start(worker, 6), "exit")));
    expect(shortGaps()).toEqual([]);
    expect(requests.map((list) => list.length)).toEqual(Array(HOSTS).fill(12));
  });

  it("go on when one of them is killed: its hosts are free again, and no interval is shorter", async () => {
    const [killed, other] = [start("killed", 1000), start("other", 8)];
    while (all().filter(({ worker }) => worker === "killed").length < 2 * HOSTS)
      await new Promise((resolve) => setTimeout(resolve, 10));
    killed.kill("SIGKILL");
    await once(other, "exit");
    expect(shortGaps()).toEqual([]);
    for (const list of requests) expect(list.filter(({ worker }) => worker === "other")).toHaveLength(8);
  });
});
