package robotswasm;

/** An error of the module, by its name in docs/embedding.md. No verdict may be taken from a call that throws it. */
public final class RobotsException extends RuntimeException {
  public final int code;

  RobotsException(String message, int code) {
    super("robots-wasm: " + message);
    this.code = code;
  }
}
