"""spark-submit filter.py URLS RULES OUTPUT: writes the allowed URLs as Parquet, in their order.

URLS is Parquet with a column `url`. RULES is the manifest of `robots-wasm compile --shards`. Each shard is one task.
"""

import os
import sys
from array import array
from itertools import islice

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../python"))

import shards
from pyspark.sql import SparkSession, functions
from shards import Rules, line_of

BATCH_ROWS = 20_000

# Above this bit, monotonically_increasing_id has the number of the partition.
PARTITION_BIT = 33


def divide(rules, rows):
    """The rows of a partition as batches: a shard, and the ids and lines in it."""
    while batch := list(islice(rows, BATCH_ROWS)):
        lines = [line_of(row.url) for row in batch]
        parts = {}
        for key, row, line in zip(rules.shards_of(lines), batch, lines):
            ids, part = parts.setdefault(key, (array("q"), []))
            ids.append(row.id)
            part.append(line)
        for key, (ids, part) in parts.items():
            yield key, (ids.tobytes(), b"\n".join(part))


def decide(rules, number, batches):
    """The allowed URLs of one shard, as batches: the partition that they come from, their ids and lines."""
    with rules.open(number) as shard:
        for _, (ids, text) in batches:
            ids, lines = array("q", ids), text.split(b"\n")
            pairs = zip(ids, lines, shard.verdicts(lines), strict=True)
            yield ids[0] >> PARTITION_BIT, [(id, line) for id, line, verdict in pairs if verdict == ord("1")]


def restore(batches):
    """The allowed URLs of one partition in their order."""
    allowed = [pair for _, pairs in batches for pair in pairs]
    for _, line in sorted(allowed):
        yield (line.decode("utf-8"),)


def main(urls: str, manifest: str, output: str) -> None:
    spark = SparkSession.builder.appName("robots-wasm").getOrCreate()
    spark.sparkContext.addPyFile(shards.__file__)
    rules = Rules(manifest)
    rows = spark.read.parquet(urls).select(functions.monotonically_increasing_id().alias("id"), "url").rdd
    divided = rows.mapPartitions(lambda rows: divide(rules, rows)).partitionBy(rules.shards, int)
    decided = divided.mapPartitionsWithIndex(lambda number, batches: decide(rules, number, batches))
    allowed = decided.partitionBy(rows.getNumPartitions(), int).mapPartitions(restore)
    spark.createDataFrame(allowed, "url string", verifySchema=False).write.mode("overwrite").parquet(output)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
