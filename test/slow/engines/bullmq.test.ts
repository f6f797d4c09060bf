/** examples/bullmq on a real Redis: a job for every shard, two workers, and one of them is killed; and a crawl of two workers. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, it } from "vitest";
import { install, pack, removeFolders, root, temporaryFolder } from "../../support/packed.ts";
import { hasRedis, RedisServer } from "../crawl/client/redis-server.ts";
import { Farm } from "../crawl/farm.ts";
import { site } from "../examples/site.ts";
import { Job } from "./job.ts";

afterAll(removeFolders);

let folder = "";

/** As the README says: `npm install TARBALL` in the folder of the example. */
beforeAll(async () => {
  if (!hasRedis) return;
  folder = temporaryFolder("bullmq-example");
  cpSync(join(root, "examples/bullmq"), folder, { recursive: true });
  await install(folder, [await pack(), await pack("robots-wasm-cli")]);
});

it.skipIf(!hasRedis)(
  "BullMQ: the output of one process, though a worker is killed (skipped without Redis)",
  async () => {
    using job = new Job("bullmq");
    const alone = await job.alone();
    const redis = await RedisServer.start();
    const env = { REDIS_URL: `redis://127.0.0.1:${redis.port}` };
    try {
      const workers = [1, 2].map(() => job.start(["node", join(folder, "worker.js")], env));
      const run = job.run(["node", join(folder, "run.js"), job.urls, job.rules, job.output], env);
      await job.killWorker(3, "worker.js");
      const { err, cpuSeconds } = await run;
      expect(err).toMatch(/^(\S+ stalled and will run again\n)+$/);
      expect(readFileSync(job.output).equals(alone.output)).toBe(true);
      expect(job.starts().length).toBeGreaterThan(job.shards);
      for (const { child } of workers) job.stop(child);
      const ended = await Promise.all(workers.map((worker) => worker.ended));
      job.print("BullMQ", [cpuSeconds, ...ended.map((worker) => worker.cpuSeconds)], alone.cpuSeconds);
    } finally {
      await redis.kill();
    }
  },
);

it.skipIf(!hasRedis)(
  "BullMQ: a robots.txt of 503 puts the page off until it is asked for again (skipped without Redis)",
  async () => {
    const redis = await RedisServer.start();
    await using shop = await site(() => ({ "/robots.txt": "!503 2", "/": "page" }));
    const env = { ...process.env, REDIS_URL: `redis://127.0.0.1:${redis.port}` };
    const worker = spawn("node", [join(folder, "crawl.js"), `${shop.origin}/`], { env });
    try {
      const raw = new Redis({ port: redis.port });
      while ((await raw.zcard("bull:robots-wasm-pages:delayed")) === 0 || shop.asked.length === 0) await sleep(50);
      await sleep(3000);
      expect(shop.asked).toEqual(["/robots.txt"]);
      // Not completed, not failed, and no attempt was counted.
      const [id] = await raw.zrange("bull:robots-wasm-pages:delayed", 0, -1);
      expect([
        await raw.zcard("bull:robots-wasm-pages:completed"),
        await raw.zcard("bull:robots-wasm-pages:failed"),
      ]).toEqual([0, 0]);
      expect(Number((await raw.hget(`bull:robots-wasm-pages:${id}`, "delay")) ?? 0)).toBeGreaterThan(10_000);
      raw.disconnect();
    } finally {
      worker.kill("SIGKILL");
      await redis.kill();
    }
  },
);

it.skipIf(!hasRedis)(
  "BullMQ: two workers crawl every page once and keep the delay of every host at the server (skipped without Redis)",
  async () => {
    const redis = await RedisServer.start();
    const links = ["/a", "/b", "/c", "/private"].map((path) => `<a href="${path}">page</a>`).join("");
    await using farm = await Farm.start({ hosts: 3, delayMs: 800, page: links });
    const starts = [0, 1, 2].map((host) => `${farm.origin(host)}/`);
    const env = { ...process.env, REDIS_URL: `redis://127.0.0.1:${redis.port}`, WORKERS: "2" };
    const workers = [starts, []].map((urls) => spawn("node", [join(folder, "crawl.js"), ...urls], { env }));
    try {
      await farm.until(3 * 4);
      for (const worker of workers) worker.kill("SIGTERM");
      await Promise.all(workers.map((worker) => once(worker, "exit")));
      expect(farm.tooShort(0.95)).toEqual([]);
      expect(farm.requests.map((list) => list.map(({ path }) => path).sort())).toEqual(
        Array(3).fill(["/", "/a", "/b", "/c", "/robots.txt"]),
      );
    } finally {
      for (const worker of workers) worker.kill("SIGKILL");
      await redis.kill();
    }
  },
);
