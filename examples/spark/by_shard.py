"""spark-submit by_shard.py URLS MANIFEST OUTPUT: as verdicts.py, for an archive that is too large to ship to every executor.

The driver and the executors see the manifest and its shards at the same path. For Spark 3.5 and newer; tried with 3.5.9, 4.0.5 and
4.3.0.
"""

import sys

from pyspark.sql import SparkSession
from robots_wasm.spark import decided_by_shard

urls, manifest, output = sys.argv[1:]
spark = SparkSession.builder.appName("robots-wasm").getOrCreate()
df = spark.read.parquet(urls)
decided_by_shard(df, manifest, "ExampleBot").write.mode("overwrite").parquet(output)
spark.stop()
