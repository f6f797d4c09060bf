package robotswasm;

import com.dylibso.chicory.runtime.ByteArrayMemory;
import com.dylibso.chicory.runtime.ExportFunction;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.wasm.WasmModule;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A host of robots-wasm/embed-scalar.wasm on the JVM. Chicory compiles the module to Java bytecode when the project is built.
 * docs/embedding.md describes the module. An instance belongs to one thread at a time.
 */
public final class Robots {
  public static final Map<String, Integer> DIALECTS =
      Map.of("rfc9309", 1, "google", 2, "norobots1996", 3, "original1994", 4, "koster1996", 5);

  static final int INVALID_ARCHIVE = -19;
  static final int WRONG_SHARD = -20;
  private static final Map<Integer, String> ERRORS = new HashMap<>();

  static {
    String[] names = {
      "INVALID_PROGRAM", "INVALID_DIALECT", "INVALID_LENGTH", "INVALID_AGENT", "INVALID_LIMIT", "INVALID_SAVED_RULES",
      "URL_TOO_LONG", "OUT_OF_MEMORY", "TOO_MANY_PROGRAMS", "INVALID_ARCHIVE", "WRONG_SHARD", "INVALID_CALL"
    };
    for (int i = 0; i < names.length; i++) ERRORS.put(-10 - i, names[i]);
  }

  /** Parsed once; all threads share it. */
  private static final WasmModule MODULE = RobotsModule.load();

  private final Instance instance =
      Instance.builder(MODULE)
          .withMachineFactory(RobotsModule::create)
          .withMemoryFactory(ByteArrayMemory::new)
          .build();
  private final Memory memory = instance.memory();
  private final Map<String, ExportFunction> functions = new HashMap<>();

  public Robots() {
    int version = call("abi_version");
    if (version != 1) throw new IllegalStateException("module: expected ABI version 1; got " + version);
  }

  /** Compiles the bytes of a robots.txt for product tokens. Returns a handle; call {@link #free} in the end. */
  public int compile(int dialect, byte[] file, List<String> agents) {
    byte[] tokens = encoded(String.join("\n", agents));
    write(ByteBuffer.allocate(file.length + tokens.length).put(file).put(tokens).array());
    return call("compile", dialect, file.length, tokens.length, 0);
  }

  /** Loads a saved program: the bytes of {@link #save}, of toBytes() in JavaScript, or of an archive. Returns a handle. */
  public int load(byte[] saved) {
    return call("load", write(saved));
  }

  public byte[] save(int program) {
    return read(call("save", program));
  }

  public void free(int program) {
    call("free", program);
  }

  /** Decides an http or https URL, or a path, by all its readings (docs/dialects.md): /x/../a is refused with /a. */
  public boolean isAllowed(int program, String url) {
    call("decide_readings", program, write(encoded(line(url))));
    return read(1)[0] == 1;
  }

  /** The line of the rule that decides in {@link #isAllowed}, or 0. */
  public int ruleLine(int program, String url) {
    return call("readings_rule_line", program, write(encoded(line(url))));
  }

  /** A URL as a line. A text with a line feed is not a URL, and a CR at its end is not the line end's. */
  private static String line(String url) {
    if (url.indexOf('\n') >= 0) return "\n";
    return (url.startsWith("/") ? "http://host" : "") + url + (url.endsWith("\r") ? "\r\n" : "\n");
  }

  /** Compares the text alone, of any scheme, as tests of conformance do. */
  public boolean isAllowedAsWritten(int program, String url) {
    return call("decide", program, write(encoded(url))) == 1;
  }

  /** The line of the rule that decides in {@link #isAllowedAsWritten}, or 0. */
  public int ruleLineAsWritten(int program, String url) {
    return call("rule_line", program, write(encoded(url)));
  }

  /** Decides URLs in UTF-8, one on each line, as {@link #isAllowed} does. Returns a byte for each: 1 for allowed, 0 for not. */
  public byte[] decideReadings(int program, byte[] lines) {
    return read(call("decide_readings", program, write(lines)));
  }

  /** Decides URLs in UTF-8 as they are written, one on each line. Returns a byte for each: 1 for allowed, 0 for not. */
  public byte[] decideLines(int program, byte[] lines) {
    return read(call("decide_lines", program, write(lines)));
  }

  /** Decides each line by the program of the same number. Returns a byte for each. */
  public byte[] decideRows(int[] programs, byte[] lines) {
    ByteBuffer both = ByteBuffer.allocate(4 * programs.length + lines.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int program : programs) both.putInt(program);
    write(both.put(lines).array());
    return read(call("decide_rows", programs.length, lines.length));
  }

  /** The product token that a User-Agent header names: FooBot for {@code Mozilla/5.0 (compatible; FooBot/1.0)}. */
  public String productToken(String header) {
    return new String(read(call("product_token", write(encoded(header)))), StandardCharsets.UTF_8);
  }

  /** UTF-8. Java would write a question mark for a surrogate without a partner. */
  static byte[] encoded(String text) {
    int[] characters = text.codePoints().map(one -> one >= 0xd800 && one <= 0xdfff ? 0xfffd : one).toArray();
    return new String(characters, 0, characters.length).getBytes(StandardCharsets.UTF_8);
  }

  /** @throws RobotsException for a negative result */
  int call(String name, long... arguments) {
    int result = (int) functions.computeIfAbsent(name, instance::export).apply(arguments)[0];
    if (result < 0) throw new RobotsException(ERRORS.getOrDefault(result, "error"), result);
    return result;
  }

  int write(byte[] content) {
    memory.write(call("buffer", content.length), content);
    return content.length;
  }

  byte[] read(int length) {
    return memory.readBytes(call("buffer", 0), length);
  }
}
