// A host of robots-wasm/embed.wasm in JavaScript that uses WebAssembly alone. docs/embedding.md describes the module.

export const dialects = { rfc9309: 1, google: 2, norobots1996: 3, original1994: 4, koster1996: 5 };

const errors = {
  [-10]: "INVALID_PROGRAM",
  [-11]: "INVALID_DIALECT",
  [-12]: "INVALID_LENGTH",
  [-13]: "INVALID_AGENT",
  [-14]: "INVALID_LIMIT",
  [-15]: "INVALID_SAVED_RULES",
  [-16]: "URL_TOO_LONG",
  [-17]: "OUT_OF_MEMORY",
  [-18]: "TOO_MANY_PROGRAMS",
};

function checked(result) {
  if (result < 0) throw new Error(`robots-wasm: ${errors[result] ?? result}`);
  return result;
}

const encoder = new TextEncoder();

/** A URL as a line. A text with a line feed is not a URL, and a CR at its end is not the line end's. */
function lineOf(url) {
  if (url.includes("\n")) return "\n";
  return (url.startsWith("/") ? `http://host${url}` : url) + (url.endsWith("\r") ? "\r\n" : "\n");
}

export class Robots {
  #module;

  /** @param bytes the bytes of embed.wasm */
  constructor(bytes) {
    this.#module = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
    const version = this.#module.abi_version();
    if (version !== 1) throw new Error(`embed.wasm: expected ABI version 1; got ${version}`);
  }

  /** Compiles the bytes of a robots.txt for product tokens, and returns a handle. */
  compile(dialect, file, agents) {
    const tokens = encoder.encode(agents.join("\n"));
    this.#write(file, tokens);
    return checked(this.#module.compile(dialect, file.length, tokens.length, 0));
  }

  load(saved) {
    this.#write(saved);
    return checked(this.#module.load(saved.length));
  }

  save(program) {
    return this.#read(checked(this.#module.save(program)));
  }

  /** Decides an http or https URL, or a path, by all its readings (docs/dialects.md): /x/../a is refused with /a. */
  isAllowed(program, url) {
    this.#call("decide_readings", program, lineOf(url));
    return this.#read(1)[0] === 1;
  }

  /** The line of the rule that decides in isAllowed, or 0. */
  ruleLine(program, url) {
    return this.#call("readings_rule_line", program, lineOf(url));
  }

  /** Compares the text alone, of any scheme, as tests of conformance do. */
  isAllowedAsWritten(program, url) {
    return this.#call("decide", program, url) === 1;
  }

  /** The line of the rule that decides in isAllowedAsWritten, or 0. */
  ruleLineAsWritten(program, url) {
    return this.#call("rule_line", program, url);
  }

  /** Decides lines as they are written. One byte for each line: 1 for allowed, 0 for not. */
  decideLines(program, lines) {
    this.#write(lines);
    return this.#read(checked(this.#module.decide_lines(program, lines.length)));
  }

  /** Decides each line by the program of the same number. One byte for each. */
  decideRows(programs, lines) {
    const handles = new DataView(new ArrayBuffer(4 * programs.length));
    for (const [row, program] of programs.entries()) handles.setUint32(4 * row, program, true);
    this.#write(new Uint8Array(handles.buffer), lines);
    return this.#read(checked(this.#module.decide_rows(programs.length, lines.length)));
  }

  free(program) {
    checked(this.#module.free(program));
  }

  #call(name, program, text) {
    const bytes = encoder.encode(text);
    this.#write(bytes);
    return checked(this.#module[name](program, bytes.length));
  }

  /** Writes the parts one after the other. The view is made after the buffer, because memory may have grown. */
  #write(...parts) {
    let at = checked(this.#module.buffer(parts.reduce((sum, { length }) => sum + length, 0)));
    const memory = new Uint8Array(this.#module.memory.buffer);
    for (const part of parts) {
      memory.set(part, at);
      at += part.length;
    }
  }

  #read(length) {
    const at = checked(this.#module.buffer(0));
    return new Uint8Array(this.#module.memory.buffer).slice(at, at + length);
  }
}
