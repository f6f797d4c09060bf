"""The rules of one robots.txt."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Sequence

from ._errors import INVALID_AGENT, URL_TOO_LONG, InvalidArgument, ModuleError, fail, wrong_type, wrong_value
from ._module import EmbeddedModule
from ._origins import with_plain_host
from ._text import blocks, dialect_number, encoded, line_of, tokens_of, url_bytes


class _Programs:
    """The compiled files of one thread. Other threads may use them too, one at a time."""

    def __init__(self) -> None:
        self.module = EmbeddedModule()
        # A finalizer can run in any thread, and in the middle of a call.
        self.unused: deque[int] = deque()

    def free_unused(self) -> None:
        while self.unused:
            self.module.call("free", self.unused.popleft())


_thread = threading.local()


def _programs() -> _Programs:
    programs: _Programs | None = getattr(_thread, "programs", None)
    if programs is None or not programs.module.is_usable:
        programs = _thread.programs = _Programs()
    return programs


# The export that decides lines, by the reading that callers name.
_CALLS = {"all": "decide_readings", "written": "decide_lines"}


def _text_of(url: object, reading: object) -> bytes:
    """The URL as the module takes it for the reading."""
    if reading not in _CALLS:
        raise wrong_value("reading", f"one of {', '.join(_CALLS)}", reading)
    text = url_bytes(url)
    return text if reading == "written" else with_plain_host(text)


class Rules:
    """The rules of one file for one crawler. Made by `parse`; can be pickled."""

    def __init__(self, programs: _Programs, handle: int):
        self._programs, self._handle = programs, handle

    def allowed(self, url: str | bytes, *, reading: str = "all") -> bool:
        """Whether the URL, or the path that starts with `/`, may be fetched.

        All readings must be allowed, as `robots-wasm filter` decides: the URL as it is written, and what may be requested for
        it, such as `/private` for `/x/../private`. `reading="written"` compares the text alone, which may have any scheme.
        A call takes about 20 microseconds, most of it outside the module: prefer `allowed_many`.
        """
        return self._verdicts([_text_of(url, reading)], reading) == b"\1"

    def allowed_many(self, urls: Iterable[str | bytes], *, reading: str = "all") -> list[bool]:
        """The same for many URLs, in their order, in a hundredth of the time."""
        if isinstance(urls, (str, bytes)):
            raise wrong_type("urls", "a list of URLs", urls)
        texts = [_text_of(url, reading) for url in urls]
        return [verdict == 1 for verdict in self._verdicts(texts, reading)]

    def rule_line(self, url: str | bytes, *, reading: str = "all") -> int | None:
        """The line of the rule that decides the URL, from 1; None if no rule does.

        Of several readings, that of the one that is refused, or else of the one that is requested.
        Raises InvalidArgument if the URL is too long for the rules: `allowed` refuses it, but no rule does.
        """
        text, module = _text_of(url, reading), self._programs.module
        with module.lock:
            if reading == "written":
                line = module.try_call("rule_line", self._handle, module.write(text))
            else:
                line = module.try_call("readings_rule_line", self._handle, module.write(line_of(text)))
        if line == URL_TOO_LONG:
            expected = "at most 8,192 bytes, because the file has a pattern of over 24,576 bytes"
            raise InvalidArgument("ERR_INVALID_ARG_VALUE", f"url: expected {expected}; got {len(url_bytes(url))} bytes")
        return (line or None) if line >= 0 else fail(line)

    def _verdicts(self, texts: list[bytes], reading: str) -> bytes:
        """A byte for each text: 1 if it is allowed."""
        # Some dialects decide any text as it is written, and a line cannot hold all.
        if reading == "written" and any(b"\n" in text or text.endswith(b"\r") for text in texts):
            return bytes([self._decide_written(text) for text in texts])
        module, verdicts = self._programs.module, []
        for block in blocks(b"".join([line_of(text) for text in texts])):
            with module.lock:
                count = module.call(_CALLS[reading], self._handle, module.write(block))
                verdicts.append(module.read(count))
        return b"".join(verdicts)

    def _decide_written(self, text: bytes) -> bool:
        module = self._programs.module
        with module.lock:
            verdict = module.try_call("decide", self._handle, module.write(text))
        # Nobody can say what the rules say of a URL that is too long for them, so it is refused.
        return verdict == 1 if verdict >= 0 or verdict == URL_TOO_LONG else fail(verdict)

    def __reduce__(self) -> tuple[object, tuple[bytes]]:
        module = self._programs.module
        with module.lock:
            return _load, (module.read(module.call("save", self._handle)),)

    def __del__(self) -> None:
        self._programs.unused.append(self._handle)


def _load(saved: bytes) -> Rules:
    programs = _programs()
    module = programs.module
    with module.lock:
        programs.free_unused()
        return Rules(programs, module.call("load", module.write(saved)))


def parse(body: str | bytes, agent: str | Sequence[str], dialect: str = "rfc9309") -> Rules:
    """Compiles the body of a robots.txt for one crawler.

    `body` is what was received, without its content coding. `agent` is the crawler's product token, or several in order of
    preference. `dialect` is one of rfc9309, google, norobots1996, original1994 and koster1996.
    Raises InvalidType and InvalidArgument.
    """
    if not isinstance(body, (str, bytes)):
        raise wrong_type("body", "str or bytes", body)
    number, tokens = dialect_number(dialect), tokens_of(agent)
    file, names = encoded(body), encoded("\n".join(tokens))
    programs = _programs()
    module = programs.module
    with module.lock:
        programs.free_unused()
        module.write(file + names)
        try:
            handle = module.call("compile", number, len(file), len(names), 0)
        except ModuleError as error:
            if error.number != INVALID_AGENT:
                raise
            raise wrong_value("agent", "a product token such as ExampleBot, not a User-Agent header", agent) from None
    return Rules(programs, handle)
