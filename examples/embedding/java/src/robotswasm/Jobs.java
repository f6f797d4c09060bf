package robotswasm;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;

/** Answers jobs for the tests: java robotswasm.Jobs < jobs > answers. test/embed/jobs.ts describes both. */
public final class Jobs {
  public static void main(String[] words) throws IOException {
    Robots robots = new Robots();
    BufferedReader jobs = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.ISO_8859_1));
    PrintStream answers = new PrintStream(System.out, false, StandardCharsets.ISO_8859_1);
    for (String line = jobs.readLine(); line != null; line = jobs.readLine()) {
      answers.print(answer(robots, line.split("\t", -1)) + "\n");
    }
    answers.flush();
  }

  private static String answer(Robots robots, String[] parts) {
    List<String> urls = List.of(parts[3].split(" ", -1)).stream().map(Jobs::text).toList();
    int program = robots.compile(Integer.parseInt(parts[0]), bytes(parts[1]), List.of(text(parts[2]).split("\n", -1)));
    if (parts.length > 4) return byReadings(robots, program, urls);
    byte[] saved = robots.save(program);
    int loaded = robots.load(saved);
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    StringBuilder verdicts = new StringBuilder();
    StringBuilder ruleLines = new StringBuilder();
    for (String url : urls) {
      lines.writeBytes(Robots.encoded(url + "\n"));
      verdicts.append(robots.isAllowedAsWritten(program, url) ? 1 : 0);
      ruleLines.append(ruleLines.isEmpty() ? "" : " ").append(robots.ruleLineAsWritten(program, url));
    }
    int[] programs = IntStream.range(0, count(lines.toByteArray())).map(row -> row % 2 == 0 ? loaded : program).toArray();
    String decided = digits(robots.decideLines(loaded, lines.toByteArray()));
    String rows = digits(robots.decideRows(programs, lines.toByteArray()));
    robots.free(program);
    robots.free(loaded);
    return String.join("\t", verdicts, ruleLines, decided, rows, Base64.getEncoder().encodeToString(saved));
  }

  /** What isAllowed and ruleLine say of each URL. */
  private static String byReadings(Robots robots, int program, List<String> urls) {
    List<String> verdicts = urls.stream().map(url -> robots.isAllowed(program, url) ? "1" : "0").toList();
    List<String> lines = urls.stream().map(url -> String.valueOf(robots.ruleLine(program, url))).toList();
    robots.free(program);
    return String.join("", verdicts) + "\t" + String.join(" ", lines);
  }

  private static int count(byte[] lines) {
    int count = 0;
    for (byte one : lines) if (one == '\n') count++;
    return count;
  }

  private static String digits(byte[] verdicts) {
    StringBuilder digits = new StringBuilder();
    for (byte verdict : verdicts) digits.append(verdict);
    return digits.toString();
  }

  private static byte[] bytes(String base64) {
    return Base64.getDecoder().decode(base64);
  }

  private static String text(String base64) {
    return new String(bytes(base64), StandardCharsets.UTF_8);
  }
}
