/** examples/spark on two executors: one is killed, or hangs while Spark speculates. */
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

const CLUSTER = "local-cluster[2,1,1024]";

/** Both executors get the wheel from PYTHONPATH. */
const environment = async (job: Job): Promise<Record<string, string>> => ({
  SPARK_HOME: sparkHome(job.folder),
  SPARK_LOCAL_IP: "127.0.0.1",
  SPARK_LOCAL_DIRS: join(job.folder, "local"),
  PYSPARK_PYTHON: python!,
  PYTHONPATH: await installedWheel(python!),
});

/** Runs an example: `words` are options of spark-submit. */
function start(
  job: Job,
  env: Record<string, string>,
  [name, rules]: readonly [name: string, rules: string],
  words: readonly string[] = ["--master", CLUSTER],
): Promise<Ended> {
  const settings = SETTINGS.flatMap((setting) => ["--conf", setting]);
  const submit = [join(job.folder, "spark/bin/spark-submit"), ...settings, ...words];
  return job.start([...submit, join(example, name), join(job.folder, "table"), rules, job.output], env).ended;
}

/**
 * A standalone cluster with two workers, each on a host of its own: Spark runs no second copy of a task on the host of the
 * first, and in a local cluster all executors share one host. Returns the address of the master.
 */
async function startCluster(job: Job, env: Record<string, string>): Promise<string> {
  const daemon = (name: string, host: string, words: readonly string[]): Promise<Ended> => {
    const program = [join(job.folder, "spark/bin/spark-class"), `org.apache.spark.deploy.${name}`];
    const logged = ["bash", "-c", `exec "$@" 2> ${join(job.folder, host)}.log`, "--"];
    const place = ["--host", host, "--port", "0", "--webui-port", "0"];
    return job.start([...logged, ...program, ...place, ...words], { ...env, SPARK_LOCAL_IP: host }).ended;
  };
  const ended = daemon("master.Master", "127.0.0.1", []);
  const master = await job.writtenTo(join(job.folder, "127.0.0.1.log"), /spark:\/\/127\.0\.0\.1:\d+/, ended);
  for (const host of ["127.0.0.2", "127.0.0.3"]) {
    const room = ["--cores", "1", "--memory", "1g", "--work-dir", join(job.folder, host)];
    void daemon("worker.Worker", host, [...room, master]);
  }
  return master;
}

/** A Python worker of an executor: the daemon that starts workers has the executor itself above it. */
const isWorker = (command: string, above: string): boolean =>
  [command, above].every((one) => one.includes("pyspark.daemon"));

describe.skipIf(!python)(`Spark: every row once, with its verdict${because(missing)}`, () => {
  it("though an executor is killed", async () => {
    using job = new Job("spark");
    const wanted = await job.verdicts();
    job.writeTable(join(job.folder, "table"), FILES);
    const ended = start(job, await environment(job), ["verdicts.py", job.archive]);
    const worker = await job.processOf(ended, isWorker);
    process.kill(ancestorOf(worker, "CoarseGrainedExecutorBackend"), "SIGKILL");
    const { code, err } = await ended;
    expect({ code, isLost: err.includes("Lost executor") }, err).toEqual({ code: 0, isLost: true });
    expect(await job.readVerdicts(job.output)).toBe(wanted);
    await job.allEnded();
  });

  it("though a worker hangs, and Spark speculates: a copy of its task runs on the other host", async () => {
    using job = new Job("spark");
    const wanted = await job.verdicts();
    job.writeTable(join(job.folder, "table"), FILES);
    const env = await environment(job);
    const master = await startCluster(job, env);
    const speculation = ["spark.executor.memory=600m", "spark.speculation=true", "spark.speculation.quantile=0.2"];
    const words = ["--master", master, ...speculation.flatMap((setting) => ["--conf", setting])];
    const ended = start(job, env, ["verdicts.py", job.archive], words);
    const hanging = await job.processOf(ended, isWorker);
    process.kill(hanging, "SIGSTOP");
    const { code, err } = await ended;
    const isSpeculated = /Marking task \d+ in stage .* as speculatable/.test(err);
    expect({ code, isSpeculated }, err.slice(-5000)).toEqual({ code: 0, isSpeculated: true });
    expect(await job.readVerdicts(job.output)).toBe(wanted);
  });

  it("by shards that only a shared folder has", async () => {
    using job = new Job("spark");
    const wanted = await job.verdicts();
    job.writeTable(join(job.folder, "table"), FILES);
    const { code, err } = await start(job, await environment(job), ["by_shard.py", job.rules]);
    expect(code, err).toBe(0);
    expect(await job.readVerdicts(job.output)).toBe(wanted);
    await job.allEnded();
  });

  it.each([1, 3])("the rows of a shard are in a partition of its own, or in %d", async (salt) => {
    using job = new Job("spark");
    await job.verdicts();
    job.writeTable(join(job.folder, "table"), FILES);
    const script = `
import sys
from pyspark.sql import SparkSession, functions as f
from robots_wasm._manifest import shards_of
from robots_wasm._source import Place
from robots_wasm._origins import host_hash, host_of
from robots_wasm._partitions import spark_hash
from robots_wasm.spark import decided_by_shard

table, rules, salt = sys.argv[1], sys.argv[2], int(sys.argv[3])
spark = SparkSession.builder.master("local[2]").getOrCreate()
for value in [0, 1, 42, -1, 2**31 - 1]:
    assert spark.sql(f"SELECT hash({value})").first()[0] == spark_hash(value), value
total = len(shards_of(Place(rules)))
rows = decided_by_shard(spark.read.parquet(table), rules, "ExampleBot", salt=salt).select("url", f.spark_partition_id()).collect()
urls = [(url.encode(), partition) for url, partition in rows if url and host_of(url.encode())]
assert len(urls) > 1000
assert {partition // salt - host_hash(host_of(url)) % total for url, partition in urls} == {0}
assert len({partition for _, partition in urls}) == total * salt`;
    const words = ["-c", script, join(job.folder, "table"), job.rules, String(salt)];
    const { code, err } = await job.start([python!, ...words], await environment(job)).ended;
    expect(code, err).toBe(0);
  });
});
