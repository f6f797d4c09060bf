/** examples/dask: a task for every shard, two worker processes, and one of them is killed. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { pythonEnvironment } from "../../../scripts/python.mjs";
import { removeFolders, root } from "../../support/packed.ts";
import { because, Job } from "./job.ts";

const example = join(root, "examples/dask");
const { python, missing } = pythonEnvironment(join(example, "requirements.txt"));

afterAll(removeFolders);

it.skipIf(!python)(`Dask: the output of one process, though a worker is killed${because(missing)}`, async () => {
  using job = new Job("dask");
  const alone = await job.alone();
  const env = { BLOCK_BYTES: String(Math.ceil(statSync(job.urls).size / 5)) };
  const run = job.run([python!, join(example, "filter.py"), job.urls, job.rules, job.output], env);
  await job.killWorker(3, "spawn_main");
  const { err, cpuSeconds } = await run;
  expect(err).toContain("Restarting worker");
  const parts = readdirSync(job.output).sort();
  expect(parts.length).toBeGreaterThan(3);
  expect(Buffer.concat(parts.map((part) => readFileSync(join(job.output, part)))).equals(alone.output)).toBe(true);
  expect(job.starts().length).toBeGreaterThan(job.shards);
  await job.allEnded();
  job.print("Dask", [cpuSeconds], alone.cpuSeconds);
});
