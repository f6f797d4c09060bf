"""A host of robots-wasm/embed.wasm in Python, with wasmtime. docs/embedding.md describes the module."""

from wasmtime import Engine, Instance, Module, Store

DIALECTS = {"rfc9309": 1, "google": 2, "norobots1996": 3, "original1994": 4, "koster1996": 5}

ERRORS = {
    -10: "INVALID_PROGRAM",
    -11: "INVALID_DIALECT",
    -12: "INVALID_LENGTH",
    -13: "INVALID_AGENT",
    -14: "INVALID_LIMIT",
    -15: "INVALID_SAVED_RULES",
    -16: "URL_TOO_LONG",
    -17: "OUT_OF_MEMORY",
    -18: "TOO_MANY_PROGRAMS",
}


class RobotsError(Exception):
    """An error of the module, by its name."""


def checked(result):
    if result < 0:
        raise RobotsError(ERRORS.get(result, str(result)))
    return result


def encoded(text):
    """UTF-8. Surrogates without a partner become U+FFFD."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()


def line_of(url):
    """A URL as a line. A text with a line feed is not a URL, and a CR at its end is not the line end's."""
    if "\n" in url:
        return b"\n"
    return encoded(("http://host" if url.startswith("/") else "") + url + ("\r\n" if url.endswith("\r") else "\n"))


ENGINE = Engine()


def module_of(path):
    """Compiles the module of a file. All threads can share it."""
    return Module.from_file(ENGINE, path)


class RobotsWasm:
    """An instance belongs to one thread at a time."""

    def __init__(self, module):
        self._store = Store(ENGINE)
        self._exports = Instance(self._store, module, []).exports(self._store)
        self._memory = self._exports["memory"]
        # A call costs 20 us, so the buffer is asked for only if it is too short.
        self._buffer, self._buffer_bytes = 0, -1
        version = self._call("abi_version")
        if version != 1:
            raise RobotsError(f"embed.wasm: expected ABI version 1; got {version}")

    def compile(self, dialect, file, agents):
        """Compiles the bytes of a robots.txt for a list of product tokens. Returns a handle; call `free` in the end."""
        tokens = encoded("\n".join(agents))
        self._write(file + tokens)
        return self._call("compile", DIALECTS[dialect], len(file), len(tokens), 0)

    def load(self, saved):
        """Loads a saved program: the bytes of `save`, of `toBytes()` in JavaScript, or of an archive. Returns a handle."""
        self._write(saved)
        return self._call("load", len(saved))

    def save(self, program):
        length = self._call("save", program)
        self._buffer, self._buffer_bytes = self._call("buffer", 0), length
        return self._read(length)

    def free(self, program):
        self._call("free", program)

    def is_allowed(self, program, url):
        """Decides an http or https URL, or a path, by all its readings (docs/dialects.md): /x/../a is refused with /a."""
        # Exactly 1 is allowed.
        return self.decide_readings(program, line_of(url)) == b"\1"

    def decide_readings(self, program, lines):
        """Decides URLs in UTF-8 as is_allowed does, one on each line. Returns a byte for each: 1 for allowed, 0 for not."""
        return self._read(self._call("decide_readings", program, self._write(lines)))

    def rule_line(self, program, url):
        """The line of the rule that decides in is_allowed, or 0."""
        return self._call("readings_rule_line", program, self._write(line_of(url)))

    def is_allowed_as_written(self, program, url):
        """Compares the text alone, of any scheme, as tests of conformance do."""
        return self._call("decide", program, self._write(encoded(url))) == 1

    def rule_line_as_written(self, program, url):
        """The line of the rule that decides in is_allowed_as_written, or 0."""
        return self._call("rule_line", program, self._write(encoded(url)))

    def decide_lines(self, program, lines):
        """Decides URLs in UTF-8 as they are written, one on each line. Returns a byte for each: 1 for allowed, 0 for not."""
        return self._read(self._call("decide_lines", program, self._write(lines)))

    def decide_rows(self, programs, lines):
        """Decides each line by the program of the same number; `programs` are handles as bytes, 4 for each, little-endian."""
        self._write(b"".join((programs, lines)))
        return self._read(self._call("decide_rows", len(programs) // 4, len(lines)))

    def _call(self, name, *arguments):
        return checked(self._exports[name](self._store, *arguments))

    def _write(self, content):
        length = len(content)
        if length > self._buffer_bytes:
            self._buffer, self._buffer_bytes = self._call("buffer", length), length
        self._memory.write(self._store, content, self._buffer)
        return length

    def _read(self, length):
        return bytes(self._memory.read(self._store, self._buffer, self._buffer + length))
