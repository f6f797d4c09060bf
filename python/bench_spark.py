"""python bench_spark.py ARCHIVE URLS [ROUNDS]: what verdicts cost in Spark, beside a copy of the column in the workers.

Processor time of the JVM and of its Python workers, local[2], one session; the jobs run in turns, the first round warms up.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession, functions

from robots_wasm.spark import decided, robots_allowed

TICKS = os.sysconf("SC_CLK_TCK")


def seconds_below(pid: int) -> tuple[float, float]:
    """Processor time of all processes below one, and of the Python processes among them."""
    stats = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            name, fields = (folder / "stat").read_text().split("(", 1)[1].rsplit(") ", 1)
        except OSError:
            continue
        values = fields.split()
        stats[int(folder.name)] = name, int(values[1]), sum(map(int, values[11:15])) / TICKS
    total = python = 0.0
    for one, (name, parent, seconds) in stats.items():
        while parent not in (pid, 0, 1) and parent in stats:
            parent = stats[parent][1]
        if parent == pid and one != pid:
            total += seconds
            python += seconds if name.startswith("python") else 0
    return total, python


def copied(df: DataFrame) -> DataFrame:
    """A column of booleans from the workers, without any decision."""

    def copy(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield batch.append_column("allowed", pa.nulls(len(batch), pa.bool_()))

    return df.mapInArrow(copy, "id long, url string, allowed boolean")


def main(archive: str, urls: str, rounds: str = "3") -> None:
    spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    folder = Path(archive).parent / "bench-spark"
    table, output = str(folder / "table"), str(folder / "output")
    df = spark.read.text(urls).withColumnRenamed("value", "url").withColumn("id", functions.monotonically_increasing_id())
    df.select("id", "url").repartition(8).write.mode("overwrite").parquet(table)
    df = spark.read.parquet(table)
    count, robots = df.count(), robots_allowed(os.path.abspath(archive), "ExampleBot")
    jobs: dict[str, Callable[[], DataFrame]] = {
        "no Python": lambda: df.withColumn("allowed", functions.lit(True)),
        "a copy by mapInArrow": lambda: copied(df),
        "decided (mapInArrow)": lambda: decided(df, os.path.abspath(archive), "ExampleBot"),
        "robots_allowed (arrow_udf)": lambda: df.withColumn("allowed", robots(df.url)),
    }
    best = {name: (float("inf"), float("inf")) for name in jobs}
    for number in range(int(rounds) + 1):
        for name, job in jobs.items():
            before = seconds_below(os.getpid())
            job().write.mode("overwrite").parquet(output)
            after = seconds_below(os.getpid())
            if number > 0:
                spent = tuple((b - a) / count * 1e6 for a, b in zip(before, after))
                best[name] = min(best[name][0], spent[0]), min(best[name][1], spent[1])
    for name, (total, python) in best.items():
        print(f"{name}: {total:.2f} us a URL, of which {python:.2f} in Python ({count} URLs)", flush=True)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
