import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.stream.Collectors;

/** Answers commands for one contestant; bench/README.md describes the commands. */
abstract class Driver<R> {
  private static volatile int sink;

  /** The rules of the file's agent. */
  abstract R compile(Job.File file) throws Exception;

  abstract boolean allows(R rules, Job.File file, String url);

  /** What a crawler asks of a new host beside its rules: the delay in seconds, or null, and the sitemaps. */
  record Facts(Double crawlDelay, List<String> sitemaps) {
    String text() {
      return (crawlDelay == null ? "-" : crawlDelay) + "/" + sitemaps.size();
    }
  }

  Facts factsOf(R rules) {
    throw new UnsupportedOperationException("reads neither crawl delays nor sitemaps");
  }

  final void run(String jobPath) throws IOException {
    List<List<Job.File>> job = Job.read(jobPath);
    BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = commands.readLine()) != null; ) System.out.println(answer(job, line.split(" ")));
  }

  private String answer(List<List<Job.File>> job, String[] words) {
    List<Job.File> files = job.get(Integer.parseInt(words[1]));
    if (words[0].equals("verdicts")) return verdicts(files);
    if (words[0].equals("facts")) return files.stream().map(file -> factsOf(compiled(file)).text()).collect(Collectors.joining(" "));
    int forMs = Integer.parseInt(words[2]);
    if (words[0].equals("query")) return sliceTimes(query(files), files.size(), forMs);
    int k = Integer.parseInt(words[4]);
    IntBinaryOperator pass = words[0].equals("host") ? host(files, k) : cold(files, k);
    return sliceTimes(pass, files.size(), forMs);
  }

  private R compiled(Job.File file) {
    try {
      return compile(file);
    } catch (Exception error) {
      throw new IllegalStateException(error);
    }
  }

  /** A digit a URL: 1 allowed, 0 refused, - no verdict. */
  private String verdicts(List<Job.File> files) {
    StringBuilder digits = new StringBuilder();
    for (Job.File file : files) appendDigits(file, digits);
    return digits.toString();
  }

  private void appendDigits(Job.File file, StringBuilder digits) {
    try {
      R rules = compile(file);
      for (String url : file.urls()) digits.append(digit(rules, file, url));
    } catch (Exception error) {
      digits.append("-".repeat(file.urls().size()));
    }
  }

  private char digit(R rules, Job.File file, String url) {
    try {
      return allows(rules, file, url) ? '1' : '0';
    } catch (Exception error) {
      return '-';
    }
  }

  /** Takes the first file of a slice and the one after its last. */
  private IntBinaryOperator query(List<Job.File> files) {
    List<R> rules = files.stream().map(this::compiled).toList();
    return (start, end) -> {
      int count = 0;
      for (int i = start; i < end; i++)
        for (String url : files.get(i).urls()) if (allows(rules.get(i), files.get(i), url)) count++;
      return count;
    };
  }

  private IntBinaryOperator cold(List<Job.File> files, int k) {
    return (start, end) -> {
      int count = 0;
      for (Job.File file : files.subList(start, end)) count += countAllowed(compiled(file), file, k);
      return count;
    };
  }

  /** All that a crawler asks of a new host. */
  private IntBinaryOperator host(List<Job.File> files, int k) {
    return (start, end) -> {
      int count = 0;
      for (Job.File file : files.subList(start, end)) {
        R rules = compiled(file);
        count += factsOf(rules).sitemaps().size() + countAllowed(rules, file, k);
      }
      return count;
    };
  }

  private int countAllowed(R rules, Job.File file, int k) {
    int count = 0;
    for (int i = 0; i < k; i++) if (allows(rules, file, file.urls().get(i % file.urls().size()))) count++;
    return count;
  }

  private static final int SLICE_FILES = 32;

  /** Passes over all files for so many milliseconds, at least one; the middle time of each slice, in nanoseconds. */
  private static String sliceTimes(IntBinaryOperator run, int files, int forMs) {
    List<List<Long>> slices = new ArrayList<>();
    for (int i = 0; i < files; i += SLICE_FILES) slices.add(new ArrayList<>());
    long start = System.nanoTime();
    while (slices.get(0).isEmpty() || System.nanoTime() - start < forMs * 1_000_000L)
      for (int i = 0; i < slices.size(); i++) {
        long before = System.nanoTime();
        sink = run.applyAsInt(i * SLICE_FILES, Math.min(files, (i + 1) * SLICE_FILES));
        slices.get(i).add(System.nanoTime() - before);
      }
    return slices.stream().map(Driver::middle).collect(Collectors.joining(" "));
  }

  private static String middle(List<Long> times) {
    times.sort(null);
    return String.valueOf(times.get(times.size() / 2));
  }
}
