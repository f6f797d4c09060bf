import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;

/**
 * SparkCosts TABLE ARCHIVE OUTPUT ROUNDS: what verdicts by mapPartitions cost on the JVM (examples/embedding/java/spark), beside a copy of
 * the rows. Processor time of the JVM, local[2], one session; the jobs run in turns, the first round warms up. TABLE is the one that
 * python/bench_spark.py writes.
 */
final class SparkCosts {
  interface Job {
    Dataset<Row> of(Dataset<Row> table);
  }

  public static void main(String[] words) {
    SparkSession spark = SparkSession.builder().appName("costs").getOrCreate();
    spark.sparkContext().setLogLevel("ERROR");
    Dataset<Row> table = spark.read().parquet(words[0]);
    long count = table.count();
    Map<String, Job> jobs = new LinkedHashMap<>();
    jobs.put("a constant column", urls -> urls.withColumn("allowed", functions.lit(true)));
    jobs.put("a copy by mapPartitions", SparkCosts::copied);
    jobs.put("SparkVerdicts", urls -> SparkVerdicts.decided(urls, words[1]));
    Map<String, Double> best = new LinkedHashMap<>();
    for (int round = 0; round <= Integer.parseInt(words[3]); round++)
      for (Map.Entry<String, Job> job : jobs.entrySet()) {
        long before = cpuNs();
        job.getValue().of(table).write().mode("overwrite").parquet(words[2]);
        double us = (cpuNs() - before) / 1e3 / count;
        System.out.printf("round %d, %s: %.2f us a URL%n", round, job.getKey(), us);
        if (round > 0) best.merge(job.getKey(), us, Math::min);
      }
    best.forEach((name, us) -> System.out.printf("%s: %.2f us a URL (%d URLs)%n", name, us, count));
    spark.stop();
  }

  private static Dataset<Row> copied(Dataset<Row> urls) {
    MapPartitionsFunction<Row, Row> copy =
        rows -> new java.util.Iterator<>() {
          @Override
          public boolean hasNext() {
            return rows.hasNext();
          }

          @Override
          public Row next() {
            Row row = rows.next();
            return RowFactory.create(row.get(0), row.get(1), true);
          }
        };
    return urls.mapPartitions(copy, Encoders.row(urls.schema().add("allowed", DataTypes.BooleanType)));
  }

  private static long cpuNs() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
  }
}
