"""spark-submit verdicts.py URLS ARCHIVE OUTPUT: the Parquet table URLS with a column of verdicts for its column `url`."""

import os
import sys

from pyspark.sql import SparkSession
from robots_wasm.spark import robots_allowed

urls, archive, output = sys.argv[1:]
spark = SparkSession.builder.appName("robots-wasm").getOrCreate()
spark.sparkContext.addFile(archive)
df = spark.read.parquet(urls)
# true, false, or null for what is not a URL
allowed = robots_allowed(os.path.basename(archive), "ExampleBot")
df.withColumn("allowed", allowed(df.url)).write.mode("overwrite").parquet(output)
spark.stop()
