package robotswasm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The shards of an archive, as `robots-wasm compile --shards` wrote them in one run (docs/archive.md). Read it once, on the driver,
 * and give its shards to the tasks: a manifest that is read later may name those of another run.
 */
public record Manifest(String generation, List<Shard> shards) {
  /** A file, and its last bytes in hexadecimal, which depend on each byte of it. */
  public record Shard(String path, String footer, int number, int of) implements java.io.Serializable {}

  private static final Pattern START =
      Pattern.compile("\\{\\s*\"version\": 2,\\s*\"robots-wasm\": \"[^\"]*\",\\s*\"generation\": \"(\\w+)\",\\s*\"format\": 3,"
          + "\\s*\"shards\": (\\d{1,9}),\\s*\"hash\": \"fnv1a-32\\(host\\)\"");
  private static final Pattern FILE =
      Pattern.compile("\"file\": \"([^\"/\\\\]+)\",\\s*\"origins\": \\d+,\\s*\"bytes\": \\d+,\\s*\"footer\": \"([0-9a-f]{88})\"");

  /** @throws RobotsException unless the file is a whole manifest */
  public static Manifest open(Path path) throws IOException {
    String text = Files.readString(path);
    Matcher start = START.matcher(text);
    if (!start.lookingAt()) throw refused(path, "expected a manifest of version 2 and format 3: compile the archive again");
    int of = Integer.parseInt(start.group(2));
    List<Shard> shards = new ArrayList<>();
    StringBuilder footers = new StringBuilder();
    for (Matcher file = FILE.matcher(text); file.find(); footers.append(file.group(2)))
      shards.add(new Shard(path.resolveSibling(file.group(1)).toString(), file.group(2), shards.size(), of));
    if (shards.isEmpty() || shards.size() != of) throw refused(path, "expected " + of + " shards; got " + shards.size());
    if (!generationOf(footers).equals(start.group(1))) throw refused(path, "expected the generation of its footers");
    return new Manifest(start.group(1), List.copyOf(shards));
  }

  private static String generationOf(CharSequence footers) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(HexFormat.of().parseHex(footers));
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException error) {
      throw new AssertionError(error); // Every JDK has it.
    }
  }

  private static RobotsException refused(Path path, String message) {
    return new RobotsException(path + ": " + message, Robots.INVALID_ARCHIVE);
  }
}
