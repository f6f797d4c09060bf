import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** The job file: bench/job.mjs writes it. */
final class Job {
  record File(String agent, byte[] body, List<String> urls) {}

  private final byte[] bytes;
  private int at;

  private Job(byte[] bytes) {
    this.bytes = bytes;
  }

  static List<List<File>> read(String path) throws IOException {
    Job job = new Job(Files.readAllBytes(Path.of(path)));
    return job.list(job::files);
  }

  private List<File> files() {
    text(); // The name of the case.
    return list(() -> new File(text(), content(), list(this::text)));
  }

  private int number() {
    int number = 0;
    for (; bytes[at] != '\n'; at++) number = 10 * number + bytes[at] - '0';
    at++;
    return number;
  }

  private byte[] content() {
    int length = number();
    at += length + 1;
    return Arrays.copyOfRange(bytes, at - length - 1, at - 1);
  }

  private String text() {
    return new String(content(), StandardCharsets.UTF_8);
  }

  private <T> List<T> list(Supplier<T> read) {
    int count = number();
    List<T> items = new ArrayList<>(count);
    for (int i = 0; i < count; i++) items.add(read.get());
    return items;
  }
}
