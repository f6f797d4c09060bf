/**
 * Processes that share a real Redis on loopback: one of them fetches for all, even if processes or Redis are killed. Skipped
 * where redis-server is not installed.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { Redis } from "ioredis";
import { createClient } from "redis";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RobotsClient, redisStore } from "../../../../bindings/crawl/client/index.ts";
import { sized } from "../../../support/sized.ts";
import { DURABLE, hasRedis, RedisServer } from "./redis-server.ts";

const worker = fileURLToPath(new URL("redis-worker.mjs", import.meta.url));
const BODY = "User-agent: *\nDisallow: /private\n";

let redis: RedisServer;

/** Fetches by origin, and what the server does with a request beside answering. */
let fetches: Map<string, number>;
let onFetch: (origin: string, worker: string) => boolean;
let delayMs: number;
let server: Server;
const serverPort = (): number => (server.address() as AddressInfo).port;

interface Report {
  readonly asked: number;
  readonly wrong: number;
  readonly errors: readonly string[];
  readonly recoveries: number;
}

/** A machine under load stops processes for seconds: what is not about waiting waits for long. */
const PATIENT = { leaseMs: 60_000, storeTimeoutMs: 60_000 };

function startWorker(options: object): { readonly child: ChildProcess; readonly report: Promise<Report> } {
  const words = JSON.stringify({ redisPort: redis.port, serverPort: serverPort(), ...PATIENT, ...options });
  const child = spawn(process.execPath, [worker, words], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const report = once(child, "close").then(() => JSON.parse(output || "null") as Report);
  return { child, report };
}

const libraryOf = (worker: number): string => (worker % 2 === 0 ? "redis" : "ioredis");
/** The weekly run has more of all. */
const PROCESSES = sized(4, 8);
const ORIGINS = sized(300, 1000);
const startWorkers = (options: object) =>
  Array.from({ length: PROCESSES }, (_, i) => startWorker({ library: libraryOf(i), seed: i, ...options }));

/**
 * Rarely, node-redis mixes up its replies when Redis is killed (redis-replies.test.ts): its process goes on without Redis, and if the
 * replies look alike, the last command gets none.
 */
const isMixedUp = (error: string): boolean =>
  error.endsWith("the reply to another command") || error.includes("the store took longer than");
const counts = (): number[] => [...fetches.values()];

describe.skipIf(!hasRedis)("processes that share a Redis (skipped without redis-server)", () => {
  beforeAll(async () => {
    redis = await RedisServer.start(...DURABLE);
    server = createServer((request, response) => {
      const words = new URL(request.url!, "http://127.0.0.1").searchParams;
      const origin = words.get("origin")!;
      fetches.set(origin, (fetches.get(origin) ?? 0) + 1);
      if (onFetch(origin, words.get("worker")!)) setTimeout(() => response.end(BODY), delayMs);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
  });

  beforeEach(async () => {
    fetches = new Map();
    onFetch = () => true;
    delayMs = 0;
    const client = new Redis({ host: "127.0.0.1", port: redis.port });
    await client.flushall();
    client.disconnect();
  });

  afterAll(() => {
    redis?.kill();
    server?.closeAllConnections();
    server?.close();
  });

  it(`fetch each of ${ORIGINS} origins exactly once, ${PROCESSES} of them at a time`, async () => {
    const workers = startWorkers({ origins: ORIGINS });
    const reports = await Promise.all(workers.map(({ report }) => report));
    expect(reports).toEqual(Array(PROCESSES).fill({ asked: ORIGINS, wrong: 0, errors: [], recoveries: 0 }));
    expect(fetches.size).toBe(ORIGINS);
    expect(counts().filter((count) => count !== 1)).toEqual([]);
  });

  it("go on when one of them is killed while it fetches: what it had begun is fetched once more", async () => {
    const workers = startWorkers({ origins: ORIGINS, leaseMs: 20_000 });
    const victim = workers[0]!.child;
    const begun = new Set<string>();
    const unanswered = new Set<string>();
    onFetch = (origin, worker) => {
      if (worker !== "0") return true;
      begun.add(origin);
      if (fetches.size < ORIGINS / 5) return true;
      unanswered.add(origin);
      // So few that it still fetches as many, whichever process is the fastest.
      if (unanswered.size === 3) victim.kill("SIGKILL");
      return false;
    };
    const reports = await Promise.all(workers.map(({ report }) => report));
    const survivor = { asked: ORIGINS, wrong: 0, errors: [], recoveries: 0 };
    expect(reports).toEqual([null, ...Array(PROCESSES - 1).fill(survivor)]);
    const twice = [...fetches.keys()].filter((origin) => fetches.get(origin) !== 1);
    expect(Math.max(...counts())).toBe(2);
    expect(twice).toEqual(expect.arrayContaining([...unanswered]));
    expect(twice.filter((origin) => !begun.has(origin))).toEqual([]);
  });

  it.each([
    ["with what it knew", DURABLE],
    ["empty", []],
  ])("go on when Redis is killed and comes back %s: one extra fetch an origin at most", async (_, words) => {
    const server = await RedisServer.start(...words);
    let restarted: Promise<void> | undefined;
    onFetch = () => {
      if (fetches.size >= 100) restarted ??= server.kill().then(() => server.start());
      return true;
    };
    const workers = startWorkers({ redisPort: server.port, origins: 300 });
    const reports = await Promise.all(workers.map(({ report }) => report));
    await restarted;
    await server.kill();
    const serious = reports.map((report, i) => ({
      ...report,
      errors: report.errors.filter((error) => libraryOf(i) === "ioredis" || !isMixedUp(error)),
    }));
    expect(serious).toMatchObject(Array(PROCESSES).fill({ asked: 300, wrong: 0, errors: [] }));
    expect(fetches.size).toBe(300);
    // A process that goes on without Redis fetches for itself.
    const alone = reports.filter((report) => report!.errors.length > 0).length;
    expect(Math.max(...counts())).toBeLessThanOrEqual(2 + alone);
  });

  it.each(["redis", "ioredis"])(
    "do without it while it hangs, and say so once, and when it is back: %s",
    async (library) => {
      onFetch = () => {
        if (fetches.size === 100) redis.signal("SIGSTOP");
        if (fetches.size === 300) redis.signal("SIGCONT");
        // Slow from here on, so that there are origins left to ask for when it is back.
        if (fetches.size >= 300) delayMs = 250;
        return true;
      };
      const { report } = startWorker({ library, origins: 700, seed: 0, storeTimeoutMs: 10_000 });
      const { errors, ...rest } = await report;
      expect(rest).toEqual({ asked: 700, wrong: 0, recoveries: 1 });
      expect(errors).toHaveLength(1);
      expect(counts().every((count) => count === 1)).toBe(true);
    },
  );

  it("continue without Redis while it is down, and report it once", async () => {
    await redis.kill();
    const { report } = startWorker({ library: "ioredis", origins: 50, seed: 0, storeTimeoutMs: 200 });
    const { asked, wrong, errors } = await report;
    expect({ asked, wrong }).toEqual({ asked: 50, wrong: 0 });
    expect(errors).toHaveLength(1);
    expect(counts().every((count) => count === 1)).toBe(true);
    await redis.start();
  });

  it.each(["redis", "ioredis"])("replace entries that they cannot trust: %s", async (library) => {
    const connection =
      library === "ioredis"
        ? new Redis({ host: "127.0.0.1", port: redis.port })
        : await createClient({ socket: { host: "127.0.0.1", port: redis.port } }).connect();
    const client = (): RobotsClient =>
      new RobotsClient({
        agent: "ExampleBot",
        store: redisStore(connection),
        fetch: async () => new Response(BODY),
      });
    expect(await client().isAllowed("http://a.test/private")).toBe(false);
    const raw = new Redis({ host: "127.0.0.1", port: redis.port });
    const [key] = await raw.keys("robots-wasm:*");
    const good = await raw.getBuffer(key!);
    const flipped = Buffer.from(good!);
    flipped[20]! ^= 1;
    for (const bad of [
      flipped,
      good!.subarray(0, 30),
      "nonsense",
      Buffer.alloc(0),
      JSON.stringify({ status: "success" }),
    ]) {
      await raw.set(key!, bad);
      expect(await client().isAllowed("http://a.test/private")).toBe(false);
      expect(await client().isAllowed("http://a.test/")).toBe(true);
    }
    raw.disconnect();
    await (connection as Redis).quit();
  });
});

it("a client of another kind is refused", () => {
  expect(() => redisStore({} as Redis)).toThrow(/^client: expected one of node-redis or ioredis; got/);
});
