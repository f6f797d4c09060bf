/** examples/spark in local-cluster mode: a shard join over Parquet by two executors, and one of them is killed. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { parquetWriteFile } from "hyparquet-writer";
import { afterAll, expect, it } from "vitest";
import { pythonEnvironment } from "../../../scripts/python.mjs";
import { because, Job } from "../../slow/engines/job.ts";
import { removeFolders, root } from "../../support/packed.ts";

const example = join(root, "examples/spark");
const hasJava = spawnSync("java", ["-version"]).status === 0;
const { python, missing } = hasJava
  ? pythonEnvironment(join(example, "requirements.txt"))
  : { missing: "java is not installed" };

afterAll(removeFolders);

/** Spark keeps the files of executors in its own folder: one of links leaves the installed one alone. */
function sparkHome(folder: string): string {
  const code = "import os, pyspark; print(os.path.dirname(pyspark.__file__))";
  const installed = spawnSync(python!, ["-c", code], { encoding: "utf8" }).stdout.trim();
  mkdirSync(join(folder, "spark"));
  for (const name of readdirSync(installed)) symlinkSync(join(installed, name), join(folder, "spark", name));
  return join(folder, "spark");
}

async function urlsOf(folder: string): Promise<string> {
  const parts = readdirSync(folder).filter((name) => name.startsWith("part-"));
  const texts = parts.sort().map(async (part) => {
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(join(folder, part)) });
    return rows.map(({ url }) => `${url}\n`).join("");
  });
  return (await Promise.all(texts)).join("");
}

const title = `Spark: the output of one process, though an executor is killed${because(missing)}`;
it.skipIf(!python)(title, async () => {
  using job = new Job("spark");
  const alone = await job.alone();
  const data = readFileSync(job.urls, "utf8").split("\n");
  const table = join(job.folder, "urls.parquet");
  parquetWriteFile({ filename: table, columnData: [{ name: "url", data, type: "STRING" }], rowGroupSize: 20_000 });
  const env = {
    SPARK_HOME: sparkHome(job.folder),
    SPARK_LOCAL_IP: "127.0.0.1",
    SPARK_LOCAL_DIRS: join(job.folder, "local"),
    PYSPARK_PYTHON: python!,
  };
  const submit = [join(env.SPARK_HOME, "bin/spark-submit"), "--master", "local-cluster[2,1,1024]"];
  const settings = [
    "spark.ui.enabled=false",
    "spark.driver.host=127.0.0.1",
    "spark.sql.files.maxPartitionBytes=1m",
    // Short runs end before a second compilation pays.
    "spark.driver.extraJavaOptions=-XX:TieredStopAtLevel=1",
    "spark.executor.extraJavaOptions=-XX:TieredStopAtLevel=1",
  ];
  const words = [...submit, ...settings.flatMap((setting) => ["--conf", setting]), join(example, "filter.py")];
  const run = job.run([...words, table, job.rules, job.output], env);
  await job.killWorker(3, "CoarseGrainedExecutorBackend");
  const { err, cpuSeconds } = await run;
  expect(err).toContain("Lost executor");
  expect(await urlsOf(job.output)).toBe(alone.output.toString());
  expect(job.starts().length).toBeGreaterThan(job.shards);
  await job.allEnded();
  job.print("Spark", [cpuSeconds], alone.cpuSeconds);
});
