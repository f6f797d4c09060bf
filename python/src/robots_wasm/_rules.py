"""The rules of one robots.txt."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Sequence

from ._errors import INVALID_AGENT, URL_TOO_LONG, InvalidArgument, ModuleError, fail, wrong_type, wrong_value
from ._module import EmbeddedModule
from ._text import blocks, dialect_number, encoded, tokens_of, url_bytes


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


class Rules:
    """The rules of one file for one crawler. Made by `parse`; can be pickled."""

    def __init__(self, programs: _Programs, handle: int):
        self._programs, self._handle = programs, handle

    def allowed(self, url: str | bytes) -> bool:
        """Whether the URL, or the path that starts with `/`, may be fetched.

        A call takes about 20 microseconds, most of it outside the module: prefer `allowed_many`.
        """
        content, module = url_bytes(url), self._programs.module
        with module.lock:
            verdict = module.try_call("decide", self._handle, module.write(content))
        # Nobody can say what the rules say of such a URL, so it is refused.
        return verdict == 1 if verdict >= 0 or verdict == URL_TOO_LONG else fail(verdict)

    def allowed_many(self, urls: Iterable[str | bytes]) -> list[bool]:
        """The same for many URLs, in their order, in a hundredth of the time."""
        if isinstance(urls, (str, bytes)):
            raise wrong_type("urls", "a list of URLs", urls)
        lines = [url_bytes(url) for url in urls]
        text, module = b"".join([line + b"\n" for line in lines]), self._programs.module
        # A line feed, or CR at the end, would be read as a line end.
        if text.count(b"\n") != len(lines) or b"\r\n" in text:
            return [self.allowed(line) for line in lines]
        verdicts: list[bool] = []
        for block in blocks(text):
            with module.lock:
                count = module.call("decide_lines", self._handle, module.write(block))
                verdicts += [verdict == 1 for verdict in module.read(count)]
        return verdicts

    def rule_line(self, url: str | bytes) -> int | None:
        """The line of the rule that decides the URL, from 1; None if no rule does.

        Raises InvalidArgument if the URL is too long for the rules: `allowed` refuses it, but no rule does.
        """
        content, module = url_bytes(url), self._programs.module
        with module.lock:
            line = module.try_call("rule_line", self._handle, module.write(content))
        if line == URL_TOO_LONG:
            expected = "at most 8,192 bytes, because the file has a pattern of over 24,576 bytes"
            raise InvalidArgument("ERR_INVALID_ARG_VALUE", f"url: expected {expected}; got {len(content)} bytes")
        return (line or None) if line >= 0 else fail(line)

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
