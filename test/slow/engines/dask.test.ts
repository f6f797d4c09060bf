/** examples/dask: verdicts as a column, two worker processes, and one of them is killed. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { pythonEnvironment } from "../../../scripts/python.mjs";
import { removeFolders, root } from "../../support/packed.ts";
import { installedWheel } from "../../support/wheel.ts";
import { because, Job } from "./job.ts";

const example = join(root, "examples/dask");
const { python, missing } = pythonEnvironment(join(example, "requirements.txt"));
const FILES = 40;

afterAll(removeFolders);

const partsIn = (folder: string): number => (existsSync(folder) ? readdirSync(folder).length : 0);

it.skipIf(!python)(`Dask: every row once, though a worker is killed${because(missing)}`, async () => {
  using job = new Job("dask");
  const wanted = await job.verdicts();
  job.writeTable(join(job.folder, "table"), FILES);
  const words = [join(example, "verdicts.py"), join(job.folder, "table"), job.archive, job.output];
  const { ended } = job.start([python!, ...words], { PYTHONPATH: await installedWheel(python!) });
  const worker = await job.processOf(ended, (one) => one.includes("spawn_main") && partsIn(job.output) > 0);
  process.kill(worker, "SIGKILL");
  expect(partsIn(job.output)).toBeLessThan(FILES);
  const { code, err } = await ended;
  expect({ code, isRestarted: err.includes("Restarting worker") }, err).toEqual({ code: 0, isRestarted: true });
  expect(partsIn(job.output)).toBe(FILES);
  expect(await job.readVerdicts(job.output)).toBe(wanted);
  await job.allEnded();
});
