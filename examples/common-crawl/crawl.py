"""spark-submit crawl.py FILES STORE URLS SNAPSHOT: verdicts of a crawl, from its WARC files of robots.txt to a table.

FILES lists the WARC files, one path or URL per line. STORE is a folder by URL, such as s3://bucket/rules: partials, shards and the table
go there. URLS is a Parquet table with a column `url`. The command `robots-wasm` must be in the PATH of all machines, and fsspec installed.
"""

import os
import subprocess
import sys
import tempfile

import fsspec
from pyspark.sql import SparkSession
from robots_wasm.spark import decided_by_shard

AGENT, FILES_PER_TASK, SHARDS = "ExampleBot", int(os.environ.get("FILES_PER_TASK", 300)), int(os.environ.get("SHARDS", 1000))
PARTIAL = "{store}/partials/{first:07}"


def compile_archive(*words):
    subprocess.run(["robots-wasm", "compile", "--quiet", "--agent", AGENT, *words], check=True)


def copy(source, target):
    with fsspec.open(source, "rb") as read, fsspec.open(target, "wb") as write:
        while piece := read.read(1 << 22):
            write.write(piece)


def write_partial(task, total, store):
    """Runs on an executor. A task that runs twice writes the same bytes."""
    first, files = task
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, f"{number:05}.warc.gz") for number in range(len(files))]
        for file, path in zip(files, paths):
            copy(file, path)
        partial = os.path.join(folder, "partial")
        compile_archive("--partial", f"{first}/{total}", "--output", partial, *paths)
        copy(partial, PARTIAL.format(store=store, first=first))


def write_shards(firsts, store, snapshot):
    """Runs on the driver, which needs room for all partials and shards."""
    with tempfile.TemporaryDirectory() as folder:
        partials = [os.path.join(folder, f"partial-{first}") for first in firsts]
        for first, partial in zip(firsts, partials):
            copy(PARTIAL.format(store=store, first=first), partial)
        compile_archive("--shards", str(SHARDS), "--snapshot", snapshot, "--output", os.path.join(folder, "rules"), *partials)
        # The manifest last: it names the shards.
        names = sorted((name for name in os.listdir(folder) if name.startswith("rules")), key=lambda name: name == "rules")
        for name in names:
            copy(os.path.join(folder, name), f"{store}/{name}")


def main(list_of_files, store, urls, snapshot):
    files = open(list_of_files).read().split()
    tasks = [(first, files[first : first + FILES_PER_TASK]) for first in range(0, len(files), FILES_PER_TASK)]
    spark = SparkSession.builder.appName("robots-wasm").getOrCreate()
    total = len(files)
    spark.sparkContext.parallelize(tasks, len(tasks)).foreach(lambda task: write_partial(task, total, store))
    write_shards([first for first, _ in tasks], store, snapshot)
    verdicts = decided_by_shard(spark.read.parquet(urls), f"{store}/rules", AGENT, column="robots", outcome=True)
    verdicts.write.mode("overwrite").parquet(f"{store}/verdicts")
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
