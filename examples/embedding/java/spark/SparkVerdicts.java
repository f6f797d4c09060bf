import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.SparkFiles;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import robotswasm.Archive;

/** spark-submit --class SparkVerdicts … URLS ARCHIVE OUTPUT: the table URLS with a column of verdicts for its column `url`. */
public final class SparkVerdicts {
  /** A call of the module costs little on the JVM, but lines of one origin are decided together. */
  private static final int BATCH_ROWS = 20_000;

  public static void main(String[] words) {
    SparkSession spark = SparkSession.builder().appName("robots-wasm").getOrCreate();
    decided(spark.read().parquet(words[0]), words[1]).write().mode("overwrite").parquet(words[2]);
    spark.stop();
  }

  /** The table with a column `allowed`. The archive is shipped to all executors. */
  static Dataset<Row> decided(Dataset<Row> urls, String archive) {
    urls.sparkSession().sparkContext().addFile(archive);
    String name = Path.of(archive).getFileName().toString();
    int column = urls.schema().fieldIndex("url");
    MapPartitionsFunction<Row, Row> decide =
        rows -> new Batches(rows, column, new Archive(Path.of(SparkFiles.get(name)), "ExampleBot", "rfc9309", true));
    return urls.mapPartitions(decide, Encoders.row(urls.schema().add("allowed", DataTypes.BooleanType)));
  }

  /** The rows with their verdicts: true, false, or null for what is not a URL. */
  private static final class Batches implements Iterator<Row> {
    private final Iterator<Row> rows;
    private final int column;
    private final Archive archive;
    private Iterator<Row> decided = List.<Row>of().iterator();

    Batches(Iterator<Row> rows, int column, Archive archive) {
      this.rows = rows;
      this.column = column;
      this.archive = archive;
    }

    @Override
    public boolean hasNext() {
      return decided.hasNext() || rows.hasNext();
    }

    @Override
    public Row next() {
      if (!hasNext()) throw new NoSuchElementException();
      if (!decided.hasNext()) decided = nextBatch();
      return decided.next();
    }

    private Iterator<Row> nextBatch() {
      List<Row> batch = new ArrayList<>();
      List<String> urls = new ArrayList<>();
      while (rows.hasNext() && batch.size() < BATCH_ROWS) {
        Row row = rows.next();
        batch.add(row);
        urls.add(row.getString(column));
      }
      Boolean[] verdicts = archive.decide(urls);
      List<Row> result = new ArrayList<>();
      for (int i = 0; i < verdicts.length; i++) result.add(withValue(batch.get(i), verdicts[i]));
      return result.iterator();
    }

    private static Row withValue(Row row, Object value) {
      Object[] values = new Object[row.size() + 1];
      for (int i = 0; i < row.size(); i++) values[i] = row.get(i);
      values[row.size()] = value;
      return RowFactory.create(values);
    }
  }
}
