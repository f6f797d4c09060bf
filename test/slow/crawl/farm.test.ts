/**
 * Four processes that share hosts through Redis keep every delay, measured at the server, whatever happens to Redis and to them.
 * Skipped where redis-server is not installed. Needs the build.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { describe, expect, it } from "vitest";
import { sized } from "../../support/sized.ts";
import { hasRedis, RedisServer } from "./client/redis-server.ts";
import { Farm, WAYS, type Way } from "./farm.ts";

const DELAY_MS = sized(200, 300);
const PROCESSES = 4;
/** What a gap may lack of the delay: timers of the server and of Redis count whole milliseconds. */
const LEAST_GAP = 0.95;

interface Run {
  readonly farm: Farm;
  readonly redis: RedisServer;
  readonly raw: Redis;
  readonly crawlers: readonly ReturnType<Farm["crawl"]>[];
}

type Harm = (run: Run) => Promise<unknown>;

/** Starts the crawlers, the first with its clock a day ahead, does harm, and waits for the end of those that are not killed. */
async function crawl(
  harms: readonly Harm[],
  { hosts = 4, pages = 2, processes = PROCESSES, aheadMs = 86_400_000, way = WAYS[0] as Way } = {},
): Promise<Farm> {
  const redis = await RedisServer.start("--enable-debug-command", "yes");
  const raw = new Redis({ port: redis.port, maxRetriesPerRequest: null }).on("error", () => undefined);
  const farm = await Farm.start({ hosts, delayMs: DELAY_MS });
  const crawlers = Array.from({ length: processes }, (_, n) =>
    farm.crawl({
      redisPort: redis.port,
      processes,
      pages,
      pace: sized({ holdMs: 800 }, {}),
      name: `p${n}`,
      way,
      aheadMs: n === 0 ? aheadMs : 0,
    }),
  );
  const ended = Promise.all(crawlers.map((one) => one.ended));
  try {
    for (const harm of harms) {
      await farm.until(farm.pages + hosts, ended);
      await harm({ farm, redis, raw, crawlers });
    }
    await ended;
    return farm;
  } finally {
    await farm[Symbol.asyncDispose]();
    raw.disconnect();
    await redis.kill();
  }
}

/** It comes back empty. */
async function killRedis({ redis }: Run): Promise<void> {
  await redis.kill();
  await sleep(200);
  await redis.start();
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
    const farm = await crawl([], { ...size, aheadMs: 0, way });
    expect(farm.tooShort(LEAST_GAP)).toEqual([]);
    expect(new Set(farm.countOf("/robots.txt"))).toEqual(new Set([1]));
    expect(farm.pages).toBe(4 * size.pages * size.processes);
  });

  it.each<[string, Harm[]]>(
    sized(
      [["whatever happens", [slowRedisDown, fillRedis, flushRedis, stopCrawler, killCrawler, killRedis]]],
      [
        ["when Redis is killed five times", five(killRedis)],
        ["when Redis is paused", five(pauseRedis)],
        ["when Redis is slow", five(slowRedisDown)],
        ["when Redis is full", five(fillRedis)],
        ["when Redis is flushed", five(flushRedis)],
        ["when a crawler stands still", five(stopCrawler)],
        ["when a crawler is killed", [killCrawler]],
        [
          "when everything happens",
          [slowRedisDown, fillRedis, flushRedis, stopCrawler, killCrawler, pauseRedis, killRedis],
        ],
      ],
    ),
  )("%s", async (_, harms) => {
    const ways = sized<readonly Way[]>(["nodeFetch"], WAYS);
    for (const way of ways) await expectGaps(`${_}, ${way}`, harms, way);
  });

  async function expectGaps(name: string, harms: readonly Harm[], way: Way): Promise<void> {
    const farm = await crawl(harms, { ...sized({ pages: 3 }, { hosts: 12, pages: 8 }), way });
    console.log(`${name}: smallest gap ${farm.smallestGap.toFixed(3)} of the delay, ${farm.pages} pages`);
    expect(farm.tooShort(LEAST_GAP)).toEqual([]);
  }
});
