/** examples/bullmq on a real Redis: a job for every shard, two workers, and one of them is killed. */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { install, pack, removeFolders, root, temporaryFolder } from "../../support/packed.ts";
import { hasRedis, RedisServer } from "../client/redis-server.ts";
import { Job } from "./job.ts";

afterAll(removeFolders);

async function installed(): Promise<string> {
  const folder = temporaryFolder("bullmq-example");
  cpSync(join(root, "examples/bullmq"), folder, { recursive: true });
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  manifest.dependencies["robots-wasm"] = `file:${await pack()}`;
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  await install(folder);
  return folder;
}

it.skipIf(!hasRedis)(
  "BullMQ: the output of one process, though a worker is killed (skipped without Redis)",
  async () => {
    const folder = await installed();
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
