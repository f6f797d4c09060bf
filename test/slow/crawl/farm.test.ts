/**
 * Four processes that share hosts through Redis keep every delay, measured at the server, whatever happens to Redis and to them.
 * Skipped where redis-server is not installed. Needs the build.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { describe, expect, it } from "vitest";
import { redisPaceStore } from "../../../bindings/crawl/pace/index.ts";
import { sized } from "../../support/sized.ts";
import { hasRedis, RedisServer, type Switchable, switchable } from "./client/redis-server.ts";
import { Farm, WAYS, type Way } from "./farm.ts";

const DELAY_MS = sized(200, 300);
const PROCESSES = 4;
/** What a gap may lack of the delay: timers of the server and of Redis count whole milliseconds. */
const LEAST_GAP = 0.99;
const DAY_MS = 86_400_000;

interface Run {
  readonly farm: Farm;
  readonly redis: RedisServer;
  readonly raw: Redis;
  readonly crawlers: readonly ReturnType<Farm["crawl"]>[];
  /** EVALs of servers that were killed or left. */
  lostEvals: number;
  /** Where the crawlers connect to. */
  readonly proxy: Switchable;
  /** Servers to which Redis failed over. */
  readonly others: RedisServer[];
}

/** How often Redis has run a script. */
async function evalsOf(raw: Redis): Promise<number> {
  const calls = String(await raw.info("commandstats")).matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g);
  return Array.from(calls).reduce((sum, [, count]) => sum + Number(count), 0);
}

type Harm = (run: Run) => Promise<unknown>;

async function withRedis<T>(port: number, ask: (raw: Redis) => Promise<T>): Promise<T> {
  const raw = new Redis({ port });
  try {
    return await ask(raw);
  } finally {
    raw.disconnect();
  }
}

/** Starts the crawlers, the first with its clock ahead, does harm, and waits for the end of those that are not killed. */
async function crawl(
  harms: readonly Harm[],
  { hosts = 4, pages = 2, processes = PROCESSES, aheadMs = 0, way = WAYS[0] as Way } = {},
): Promise<{ farm: Farm; evals: number }> {
  const redis = await RedisServer.start("--enable-debug-command", "yes");
  const raw = new Redis({ port: redis.port, maxRetriesPerRequest: null }).on("error", () => undefined);
  const proxy = await switchable(redis.port);
  const farm = await Farm.start({ hosts, delayMs: DELAY_MS });
  const crawlers = Array.from({ length: processes }, (_, n) =>
    farm.crawl({
      redisPort: proxy.port,
      processes,
      pages,
      pace: sized({ holdMs: 800 }, {}),
      name: `p${n}`,
      way,
      aheadMs: n === 0 ? aheadMs : 0,
    }),
  );
  const ended = Promise.all(crawlers.map((one) => one.ended));
  const run: Run = { farm, redis, raw, crawlers, lostEvals: 0, proxy, others: [] };
  try {
    for (const harm of harms) {
      await farm.until(farm.pages + hosts, ended);
      await harm(run);
    }
    await ended;
    let evals = run.lostEvals + (await evalsOf(raw));
    for (const { port } of run.others) evals += await withRedis(port, evalsOf);
    return { farm, evals };
  } finally {
    await farm[Symbol.asyncDispose]();
    raw.disconnect();
    proxy.close();
    for (const server of [redis, ...run.others]) await server.kill();
  }
}

/** It comes back empty. */
async function killRedis(run: Run): Promise<void> {
  const { redis, raw } = run;
  run.lostEvals += await evalsOf(raw);
  await redis.kill();
  await sleep(200);
  await redis.start();
}

/** To another server that is empty, and that another crawl has used. */
async function failOver({ proxy, others }: Run): Promise<void> {
  const other = await RedisServer.start();
  others.push(other);
  await withRedis(other.port, (raw) =>
    redisPaceStore(raw as never, { prefix: "other:" }).hold("https://x.example", "x", 1),
  );
  proxy.to(other.port);
}

async function fillRedis({ raw }: Run): Promise<void> {
  await raw.config("SET", "maxmemory", "1");
  await sleep(sized(300, 1500));
  await raw.config("SET", "maxmemory", "0");
}

/** For longer than a process waits for it. */
async function pauseRedis({ redis }: Run): Promise<void> {
  redis.signal("SIGSTOP");
  await sleep(1500);
  redis.signal("SIGCONT");
}

async function slowRedisDown({ raw }: Run): Promise<void> {
  for (let n = 0; n < sized(1, 3); n++) await raw.call("DEBUG", "SLEEP", "0.4");
}

async function flushRedis({ raw }: Run): Promise<void> {
  await raw.flushall();
}

/** For longer than its hold. */
async function stopCrawler({ crawlers }: Run): Promise<void> {
  crawlers[2]!.child.kill("SIGSTOP");
  await sleep(sized(1500, 3000));
  crawlers[2]!.child.kill("SIGCONT");
}

async function killCrawler({ crawlers }: Run): Promise<void> {
  crawlers[1]!.child.kill("SIGKILL");
}

const five = (harm: Harm): Harm[] => Array(5).fill(harm);

describe.skipIf(!hasRedis)("four processes on one Redis keep every delay (skipped without redis-server)", () => {
  it.each(WAYS)("and fetch one robots.txt an origin, where nothing fails: %s", async (way) => {
    const size = sized({ pages: 2, processes: 2 }, { pages: 4, processes: PROCESSES });
    const { farm, evals } = await crawl([], { ...size, way });
    print(`nothing fails, ${way}`, farm, evals);
    expect(farm.tooShort(LEAST_GAP)).toEqual([]);
    expect(new Set(farm.countOf("/robots.txt"))).toEqual(new Set([1]));
    expect(farm.pages).toBe(4 * size.pages * size.processes);
  });

  /** `isOne`: nobody forgets or misses a robots.txt, so each is fetched once. */
  it.each<[string, { readonly harms: readonly Harm[]; readonly aheadMs?: number; readonly isOne?: boolean }]>(
    sized(
      [
        [
          "whatever happens",
          {
            harms: [slowRedisDown, fillRedis, flushRedis, stopCrawler, killCrawler, killRedis, failOver],
            aheadMs: DAY_MS,
          },
        ],
      ],
      [
        ["when Redis is killed five times", { harms: five(killRedis) }],
        ["when Redis fails over to another server", { harms: [failOver, failOver] }],
        ["when Redis is paused", { harms: five(pauseRedis) }],
        ["when Redis is slow", { harms: five(slowRedisDown), isOne: true }],
        ["when Redis is full", { harms: five(fillRedis) }],
        ["when Redis is flushed", { harms: five(flushRedis) }],
        ["when a crawler stands still", { harms: five(stopCrawler), isOne: true }],
        ["when a crawler is killed", { harms: [killCrawler] }],
        [
          "when everything happens, and a clock is a day ahead",
          {
            harms: [slowRedisDown, fillRedis, flushRedis, stopCrawler, killCrawler, pauseRedis, killRedis, failOver],
            aheadMs: DAY_MS,
          },
        ],
      ],
    ),
  )("%s", async (name, { harms, aheadMs = 0, isOne = false }) => {
    for (const way of sized<readonly Way[]>(["nodeFetch"], WAYS)) {
      const { farm, evals } = await crawl(harms, { ...sized({ pages: 3 }, { hosts: 12, pages: 8 }), way, aheadMs });
      print(`${name}, ${way}`, farm, evals);
      expect(farm.tooShort(LEAST_GAP)).toEqual([]);
      if (isOne) expect(new Set(farm.countOf("/robots.txt"))).toEqual(new Set([1]));
    }
  });

  function print(name: string, farm: Farm, evals: number): void {
    const requests = farm.requests.flat().length;
    const words = [
      `smallest gap ${farm.smallestGap.toFixed(3)} of the delay`,
      `${farm.pages} pages`,
      `${(evals / requests).toFixed(2)} EVALs a request`,
      `robots.txt ${farm.countOf("/robots.txt").join(" ")}`,
    ];
    console.log(`${name}: ${words.join(", ")}`);
  }
});
