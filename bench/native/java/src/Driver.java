import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** Answers commands for one contestant; bench/README.md describes the commands. */
abstract class Driver<R> {
  private static volatile int sink;

  /** The rules of the file's agent. */
  abstract R compile(Job.File file) throws Exception;

  abstract boolean allows(R rules, Job.File file, String url);

  final void run(String jobPath) throws IOException {
    List<List<Job.File>> job = Job.read(jobPath);
    BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = commands.readLine()) != null; ) System.out.println(answer(job, line.split(" ")));
  }

  private String answer(List<List<Job.File>> job, String[] words) {
    List<Job.File> files = job.get(Integer.parseInt(words[1]));
    if (words[0].equals("verdicts")) return verdicts(files);
    int forMs = Integer.parseInt(words[2]);
    if (words[0].equals("parse")) return medianPassNs(() -> cold(files, 0), forMs);
    if (words[0].equals("query")) return medianPassNs(query(files), forMs);
    int k = Integer.parseInt(words[4]);
    return medianPassNs(() -> cold(files, k), forMs);
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
    for (Job.File file : files) for (String url : file.urls()) digits.append(digit(file, url));
    return digits.toString();
  }

  private char digit(Job.File file, String url) {
    try {
      return allows(compile(file), file, url) ? '1' : '0';
    } catch (Exception error) {
      return '-';
    }
  }

  private IntSupplier query(List<Job.File> files) {
    List<R> rules = files.stream().map(this::compiled).toList();
    return () -> {
      int count = 0;
      for (int i = 0; i < files.size(); i++)
        for (String url : files.get(i).urls()) if (allows(rules.get(i), files.get(i), url)) count++;
      return count;
    };
  }

  private int cold(List<Job.File> files, int k) {
    int count = 0;
    for (Job.File file : files) {
      R rules = compiled(file);
      for (int i = 0; i < k; i++) if (allows(rules, file, file.urls().get(i % file.urls().size()))) count++;
    }
    return count;
  }

  /** The middle one of the passes that begin within so many milliseconds; at least one. */
  private static String medianPassNs(IntSupplier pass, int forMs) {
    long start = System.nanoTime();
    List<Long> times = new ArrayList<>();
    while (times.isEmpty() || System.nanoTime() - start < forMs * 1_000_000L) {
      long before = System.nanoTime();
      sink = pass.getAsInt();
      times.add(System.nanoTime() - before);
    }
    times.sort(null);
    return String.valueOf(times.get(times.size() / 2));
  }
}
