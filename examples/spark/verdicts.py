"""spark-submit verdicts.py URLS ARCHIVE OUTPUT: the Parquet table URLS with a column of verdicts for its column `url`.

For Spark 3.5 and newer; tried with 3.5.9, 4.0.5 and 4.3.0.
"""

import os
import sys

from pyspark.sql import SparkSession
from robots_wasm.spark import decided

urls, archive, output = sys.argv[1:]
spark = SparkSession.builder.appName("robots-wasm").getOrCreate()
spark.sparkContext.addFile(archive)
df = spark.read.parquet(urls)
# A column `allowed`: true, false, or null for what is not a URL
decided(df, os.path.basename(archive), "ExampleBot").write.mode("overwrite").parquet(output)
spark.stop()
