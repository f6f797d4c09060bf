package robotswasm;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The compiled rules of many origins: an archive that `robots-wasm compile` made for one crawler and without leniency options,
 * one shard of it, or all shards of a manifest. The module asks for pages and origins, and this class answers. Belongs to one thread at a time.
 */
public final class Archive implements AutoCloseable {
  private static final int MEMORY_BYTES = 128 << 20;
  private static final int HEADER_BYTES = 12;
  private static final int FOOTER_BYTES = 44;
  private static final int MAX_DESCRIPTION_BYTES = 1 << 20;
  private static final int MAX_PAGE_BYTES = 1 << 28;
  private static final int ASK_BYTES = 24;
  private static final int PAGE = 1;
  private static final int ORIGIN = 2;
  private static final Pattern TOKEN = Pattern.compile("[\\w-]+");
  private static final Pattern SHARD = Pattern.compile(".*\"shard\":\\{\"number\":(\\d{1,9}),\"of\":(\\d{1,9})}}");
  /** Allowed, not a URL, and too long for the rules, which is refused. */
  private static final byte[] CHARACTERS = {'0', '1', '-', '0'};

  private final Robots robots = new Robots();
  private final List<FileChannel> files = new ArrayList<>();

  /**
   * @param path of an archive, or of a manifest: then all its shards are one archive
   * @param dialect one of Robots.DIALECTS
   * @param missing whether origins without a robots.txt are allowed (RFC 9309 §2.3.1.3)
   * @throws RobotsException if the archive is damaged or was compiled for something else
   */
  public Archive(Path path, String agent, String dialect, boolean missing) throws IOException {
    this(shardsAt(path), agent, dialect, missing);
  }

  /** One shard of a manifest. The URLs of other shards are an error. */
  public Archive(Manifest.Shard shard, String agent, String dialect, boolean missing) throws IOException {
    this(List.of(shard), agent, dialect, missing);
  }

  private Archive(List<Manifest.Shard> shards, String agent, String dialect, boolean missing) throws IOException {
    if (!Robots.DIALECTS.containsKey(dialect)) throw new IllegalArgumentException("dialect: got " + dialect);
    if (!TOKEN.matcher(agent).matches()) throw new IllegalArgumentException("agent: expected a product token; got " + agent);
    int seed = ThreadLocalRandom.current().nextInt();
    robots.call("bulk_open", Robots.DIALECTS.get(dialect), missing ? 0 : 1, MEMORY_BYTES, seed);
    try {
      for (Manifest.Shard shard : shards) open(shard, agent, dialect);
    } catch (IOException | RuntimeException error) {
      close();
      throw error;
    }
  }

  /** A manifest is JSON; archives begin with other bytes. */
  private static List<Manifest.Shard> shardsAt(Path path) throws IOException {
    try (InputStream start = Files.newInputStream(path)) {
      if (start.read() == '{') return Manifest.open(path).shards();
    }
    return List.of(new Manifest.Shard(path.toString(), null, 0, 1));
  }

  /** @param wanted its footer is null if no manifest names the file */
  private void open(Manifest.Shard wanted, String agent, String dialect) throws IOException {
    Path path = Path.of(wanted.path());
    FileChannel file = FileChannel.open(path);
    files.add(file);
    if (file.size() < HEADER_BYTES + FOOTER_BYTES) throw refused(path + ": expected an archive");
    int descriptionBytes = ByteBuffer.wrap(page(file, 8, 4)).order(ByteOrder.LITTLE_ENDIAN).getInt();
    if (descriptionBytes < 0 || descriptionBytes > MAX_DESCRIPTION_BYTES) throw refused(path + ": expected an archive");
    byte[] head = page(file, 0, HEADER_BYTES + descriptionBytes);
    String description = new String(head, HEADER_BYTES, descriptionBytes, StandardCharsets.UTF_8);
    // Descriptions of the same have the same text (docs/archive.md).
    String compiledFor = "{\"crawlers\":[[\"" + agent + "\"]],\"dialect\":\"" + dialect + "\",\"leniency\":{},";
    if (!description.startsWith(compiledFor))
      throw refused(path + ": expected an archive for " + compiledFor + "; got " + description);
    Matcher shard = SHARD.matcher(description);
    boolean isShard = shard.matches();
    if (!isShard && description.contains("\"shard\"")) throw refused(path + ": expected a shard; got " + description);
    long number = isShard ? Long.parseLong(shard.group(1)) : 0;
    long shards = isShard ? Long.parseLong(shard.group(2)) : 1;
    byte[] footer = page(file, file.size() - FOOTER_BYTES, FOOTER_BYTES);
    if (ByteBuffer.wrap(footer).order(ByteOrder.LITTLE_ENDIAN).getLong(16) != file.size()) throw refused(path + ": truncated");
    boolean isOther = !HexFormat.of().formatHex(footer).equals(wanted.footer()) || number != wanted.number() || shards != wanted.of();
    if (wanted.footer() != null && isOther)
      throw refused(path + ": expected the shard that its manifest names; got one of another run");
    robots.call("bulk_archive", robots.write(joined(head, footer)), 0, number, shards);
  }

  /**
   * One character for each line, as `robots-wasm filter --verdicts` writes them: 1 allowed, 0 refused, - not a URL.
   *
   * @param lines URLs in UTF-8, each ended by LF; a few megabytes at most, since a block takes twice its bytes
   * @throws RobotsException if a page is damaged, or an origin is in another shard. The next call works.
   */
  public byte[] decide(byte[] lines) {
    int asks = robots.call("bulk_lines", robots.write(lines));
    while (asks > 0) {
      answer(asks);
      asks = robots.call("bulk_resume");
    }
    byte[] verdicts = robots.read(robots.call("bulk_count", 0));
    for (int i = 0; i < verdicts.length; i++) verdicts[i] = CHARACTERS[verdicts[i]];
    return verdicts;
  }

  /** True, false, or null for what is not a URL; for each URL of the list. */
  public Boolean[] decide(List<String> urls) {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    for (String url : urls) {
      // A URL cannot hold a line feed.
      if (url != null && url.indexOf('\n') < 0) lines.writeBytes(Robots.encoded(url));
      lines.write('\n');
    }
    byte[] verdicts = decide(lines.toByteArray());
    Boolean[] decided = new Boolean[urls.size()];
    for (int i = 0; i < decided.length; i++) decided[i] = verdicts[i] == '-' ? null : verdicts[i] == '1';
    return decided;
  }

  @Override
  public void close() throws IOException {
    for (FileChannel file : files) file.close();
  }

  /** Reads all asks first: the answers go through the same buffer. */
  private void answer(int count) {
    ByteBuffer asks = ByteBuffer.wrap(robots.read(ASK_BYTES * count)).order(ByteOrder.LITTLE_ENDIAN);
    int textBytes = 0;
    for (int i = 0; i < count; i++) if (kind(asks, i) != PAGE) textBytes += length(asks, i);
    byte[] all = robots.read(ASK_BYTES * count + textBytes);
    ByteArrayOutputStream pages = new ByteArrayOutputStream();
    for (int i = 0; i < count; i++)
      if (kind(asks, i) == PAGE) pages.writeBytes(page(fileOf(asks, i), asks.getLong(ASK_BYTES * i + 8), length(asks, i)));
    if (pages.size() > 0) robots.call("bulk_pages", robots.write(pages.toByteArray()));
    int at = ASK_BYTES * count;
    for (int i = 0; i < count; i++) {
      if (kind(asks, i) != ORIGIN) continue;
      String text = new String(all, at, length(asks, i), StandardCharsets.UTF_8);
      byte[] origin = Origins.spelled(text).getBytes(StandardCharsets.US_ASCII);
      robots.call("bulk_origin", asks.getInt(ASK_BYTES * i + 4), robots.write(origin));
      at += length(asks, i);
    }
  }

  private static int kind(ByteBuffer asks, int i) {
    return asks.getInt(ASK_BYTES * i);
  }

  private FileChannel fileOf(ByteBuffer asks, int i) {
    return files.get(asks.getInt(ASK_BYTES * i + 20));
  }

  private static int length(ByteBuffer asks, int i) {
    return asks.getInt(ASK_BYTES * i + 16);
  }

  private static byte[] page(FileChannel file, long offset, int length) {
    try {
      if (length < 0 || length > MAX_PAGE_BYTES || offset < 0 || offset > file.size() - length) throw refused("truncated");
      ByteBuffer content = ByteBuffer.allocate(length);
      while (content.hasRemaining())
        if (file.read(content, offset + content.position()) < 0) throw refused("truncated");
      return content.array();
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  private static RobotsException refused(String message) {
    return new RobotsException(message, Robots.INVALID_ARCHIVE);
  }

  private static byte[] joined(byte[] a, byte[] b) {
    return ByteBuffer.allocate(a.length + b.length).put(a).put(b).array();
  }
}
