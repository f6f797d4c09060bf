/** examples/spark in local-cluster mode: two executors, and one of them is killed. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { pythonEnvironment } from "../../../scripts/python.mjs";
import { ancestorOf, because, type Ended, Job } from "../../slow/engines/job.ts";
import { removeFolders, root } from "../../support/packed.ts";
import { installedWheel } from "../../support/wheel.ts";

const example = join(root, "examples/spark");
const hasJava = spawnSync("java", ["-version"]).status === 0;
const { python, missing } = hasJava
  ? pythonEnvironment(join(example, "requirements.txt"))
  : { missing: "java is not installed" };
const FILES = 24;

afterAll(removeFolders);

/** Spark keeps the files of executors in its own folder: one of links leaves the installed one alone. */
function sparkHome(folder: string): string {
  const code = "import os, pyspark; print(os.path.dirname(pyspark.__file__))";
  const installed = spawnSync(python!, ["-c", code], { encoding: "utf8" }).stdout.trim();
  mkdirSync(join(folder, "spark"));
  for (const name of readdirSync(installed)) symlinkSync(join(installed, name), join(folder, "spark", name));
  return join(folder, "spark");
}

const SETTINGS = [
  "spark.ui.enabled=false",
  "spark.driver.host=127.0.0.1",
  // A task for each file.
  "spark.sql.files.maxPartitionBytes=256k",
  "spark.sql.files.openCostInBytes=256k",
  // Short runs end before a second compilation pays.
  "spark.driver.extraJavaOptions=-XX:TieredStopAtLevel=1",
  "spark.executor.extraJavaOptions=-XX:TieredStopAtLevel=1",
];

/** Starts an example. Both executors get the wheel from PYTHONPATH. */
async function start(job: Job, words: readonly string[]): Promise<{ readonly ended: Promise<Ended> }> {
  const env = {
    SPARK_HOME: sparkHome(job.folder),
    SPARK_LOCAL_IP: "127.0.0.1",
    SPARK_LOCAL_DIRS: join(job.folder, "local"),
    PYSPARK_PYTHON: python!,
    PYTHONPATH: await installedWheel(python!),
  };
  const submit = [join(env.SPARK_HOME, "bin/spark-submit"), "--master", "local-cluster[2,1,1024]"];
  const configured = SETTINGS.flatMap((setting) => ["--conf", setting]);
  const [name, rules] = words;
  const paths = [join(job.folder, "table"), rules!, job.output];
  return job.start([...submit, ...configured, join(example, name!), ...paths], env);
}

/** A Python worker of an executor: the daemon that starts workers has the executor itself above it. */
const isWorker = (command: string, above: string): boolean =>
  [command, above].every((one) => one.includes("pyspark.daemon"));

describe.skipIf(!python)(`Spark: every row once, with its verdict${because(missing)}`, () => {
  it("though an executor is killed", async () => {
    using job = new Job("spark");
    const wanted = await job.verdicts();
    job.writeTable(join(job.folder, "table"), FILES);
    const { ended } = await start(job, ["verdicts.py", job.archive]);
    const worker = await job.processOf(ended, isWorker);
    process.kill(ancestorOf(worker, "CoarseGrainedExecutorBackend"), "SIGKILL");
    const { code, err } = await ended;
    expect({ code, isLost: err.includes("Lost executor") }, err).toEqual({ code: 0, isLost: true });
    expect(await job.readVerdicts(job.output)).toBe(wanted);
    await job.allEnded();
  });

  it("by shards that only a shared folder has", async () => {
    using job = new Job("spark");
    const wanted = await job.verdicts();
    job.writeTable(join(job.folder, "table"), FILES);
    const { code, err } = await (await start(job, ["by_shard.py", job.rules])).ended;
    expect(code, err).toBe(0);
    expect(await job.readVerdicts(job.output)).toBe(wanted);
    await job.allEnded();
  });
});
