/** examples/common-crawl: from WARC files to a table of verdicts, on Spark. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parquetWriteFile } from "hyparquet-writer";
import { afterAll, expect, it } from "vitest";
import { pythonEnvironment } from "../../../scripts/python.mjs";
import { gzipped, response } from "../../bulk/compile/warc.ts";
import { because, Job } from "../../slow/engines/job.ts";
import { removeFolders, root } from "../../support/packed.ts";
import { installedWheel } from "../../support/wheel.ts";

const example = join(root, "examples/common-crawl");
const hasJava = spawnSync("java", ["-version"]).status === 0;
const { python, missing } = hasJava
  ? pythonEnvironment(join(example, "requirements.txt"))
  : { missing: "java is not installed" };
const FILES = 7;

afterAll(removeFolders);

/** Each file has captures of hosts that the next one has too, of a later second. */
function writeCrawl(folder: string): readonly string[] {
  return Array.from({ length: FILES }, (_, file) => {
    const path = join(folder, `${file}.warc.gz`);
    const records = Array.from({ length: 40 }, (_, i) =>
      response(
        `https://h${i + 20 * file}.example/robots.txt`,
        `2026-03-01T00:00:0${file}Z`,
        200,
        `User-agent: *\nDisallow: /${file}\n`,
      ),
    );
    writeFileSync(path, gzipped(records));
    return path;
  });
}

const CHECK = `
import sys, pandas as pd
rows = pd.read_parquet(sys.argv[1])
print(len(rows), *sorted({(row["outcome"], row["snapshot"]) for row in rows.robots}, key=str))
print(sorted(set(str(pd.Timestamp(row["fetched_at"]))[:19] for row in rows.robots if row["fetched_at"] is not None))[-1])`;

it.skipIf(!python)(`each URL has the verdict of its latest capture${because(missing)}`, async () => {
  using job = new Job("common-crawl");
  const files = writeCrawl(job.folder);
  writeFileSync(join(job.folder, "files"), files.join("\n"));
  const last = FILES - 1;
  // Of the host's last file, and of another one.
  const urls = Array.from({ length: 20 * (FILES + 1) }, (_, i) => Math.min(last, Math.floor(i / 20))).flatMap(
    (file, i) => [`https://h${i}.example/${file}`, `https://h${i}.example/x`],
  );
  parquetWriteFile({
    filename: join(job.folder, "urls.parquet"),
    columnData: [{ name: "url", data: urls, type: "STRING" }],
  });
  const store = join(job.folder, "store");
  mkdirSync(store);
  const env = {
    ...{ SPARK_LOCAL_IP: "127.0.0.1", PYSPARK_PYTHON: python!, FILES_PER_TASK: "2", SHARDS: "3" },
    PYTHONPATH: await installedWheel(python!),
  };
  const submit = [join(python!, "../spark-submit"), "--master", "local[2]", "--conf", "spark.ui.enabled=false"];
  const words = [
    join(job.folder, "files"),
    pathToFileURL(store).href,
    join(job.folder, "urls.parquet"),
    "CC-MAIN-2026-10",
  ];
  const { code, err } = await job.start([...submit, join(example, "crawl.py"), ...words], env).ended;
  expect(code, err.slice(-5000)).toBe(0);
  expect(readdirSync(join(store, "partials")).length).toBe(4);
  expect(JSON.parse(readFileSync(join(store, "rules"), "utf8"))).toMatchObject({
    shards: 3,
    snapshot: "CC-MAIN-2026-10",
  });
  const { stdout } = spawnSync(python!, ["-c", CHECK, join(store, "verdicts")], { encoding: "utf8" });
  expect(stdout.split("\n")).toEqual([
    `${urls.length} ('allowed', 'CC-MAIN-2026-10') ('refused', 'CC-MAIN-2026-10')`,
    `2026-03-01 00:00:0${last}`,
    "",
  ]);
});
