import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A host of robots-wasm/embed-scalar.wasm on the JVM, with Chicory, which compiles the module to Java bytecode.
 * docs/embedding.md describes the module. An instance belongs to one thread at a time.
 */
public final class Robots {
  public static final Map<String, Integer> DIALECTS =
      Map.of("rfc9309", 1, "google", 2, "norobots1996", 3, "original1994", 4, "koster1996", 5);

  private static final Map<Integer, String> ERRORS =
      Map.of(
          -10, "INVALID_PROGRAM",
          -11, "INVALID_DIALECT",
          -12, "INVALID_LENGTH",
          -13, "INVALID_AGENT",
          -14, "INVALID_LIMIT",
          -15, "INVALID_SAVED_RULES",
          -16, "URL_TOO_LONG",
          -17, "OUT_OF_MEMORY",
          -18, "TOO_MANY_PROGRAMS");

  private final Instance instance;

  /** Parses the module of a file. All threads can share it. */
  public static WasmModule moduleOf(Path path) {
    return Parser.parse(path);
  }

  public Robots(WasmModule module) {
    instance = Instance.builder(module).withMachineFactory(MachineFactoryCompiler::compile).build();
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

  /** Exactly 1 is allowed. */
  public boolean isAllowed(int program, String url) {
    return call("decide", program, write(encoded(url))) == 1;
  }

  /** The line of the rule that decides, or 0. */
  public int ruleLine(int program, String url) {
    return call("rule_line", program, write(encoded(url)));
  }

  /** Decides URLs in UTF-8, one on each line. Returns a byte for each: 1 for allowed, 0 for not. */
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

  /** UTF-8. Java would write a question mark for a surrogate without a partner. */
  static byte[] encoded(String text) {
    int[] characters = text.codePoints().map(one -> one >= 0xd800 && one <= 0xdfff ? 0xfffd : one).toArray();
    return new String(characters, 0, characters.length).getBytes(StandardCharsets.UTF_8);
  }

  private int call(String name, long... arguments) {
    int result = (int) instance.export(name).apply(arguments)[0];
    if (result < 0) throw new IllegalArgumentException("robots-wasm: " + ERRORS.getOrDefault(result, "" + result));
    return result;
  }

  private int write(byte[] content) {
    instance.memory().write(call("buffer", content.length), content);
    return content.length;
  }

  private byte[] read(int length) {
    return instance.memory().readBytes(call("buffer", 0), length);
  }
}
