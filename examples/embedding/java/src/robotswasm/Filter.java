package robotswasm;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;

/** java robotswasm.Filter ARCHIVE AGENT DIALECT allow|refuse < lines > verdicts: one character and LF for each line. */
public final class Filter {
  private static final int BLOCK_BYTES = 1 << 20;
  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  public static void main(String[] words) throws IOException {
    if (words.length != 4 || !words[3].matches("allow|refuse"))
      throw new IllegalArgumentException("expected ARCHIVE AGENT DIALECT allow|refuse");
    try (Archive archive = new Archive(Path.of(words[0]), words[1], words[2], words[3].equals("allow"));
        OutputStream out = new BufferedOutputStream(System.out)) {
      filter(archive, System.in, out);
    }
  }

  private static void filter(Archive archive, InputStream in, OutputStream out) throws IOException {
    // A byte order mark belongs to the list, not to its first URL.
    byte[] rest = in.readNBytes(MARK.length);
    if (Arrays.equals(rest, MARK)) rest = new byte[0];
    for (byte[] read = in.readNBytes(BLOCK_BYTES); read.length > 0; read = in.readNBytes(BLOCK_BYTES)) {
      byte[] block = Arrays.copyOf(rest, rest.length + read.length);
      System.arraycopy(read, 0, block, rest.length, read.length);
      int end = block.length;
      while (end > 0 && block[end - 1] != '\n') end--;
      write(archive.decide(Arrays.copyOf(block, end)), out);
      rest = Arrays.copyOfRange(block, end, block.length);
    }
    write(archive.decide(rest), out);
  }

  private static void write(byte[] verdicts, OutputStream out) throws IOException {
    for (byte verdict : verdicts) {
      out.write(verdict);
      out.write('\n');
    }
  }
}
